"""How this installation is started, for advice that can be pasted into any shell."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path


def own_command() -> str:
    """Return the console script by its full path, else the interpreter with the module; quoted for a shell."""
    script = shutil.which("bookwheel", path=str(Path(sys.executable).parent))
    return shlex.quote(script) if script else f"{shlex.quote(sys.executable)} -m bookwheel"
