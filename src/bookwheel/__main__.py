"""The command. Kept light: a reader process runs this module again before its first job."""

from __future__ import annotations

import gc


def main() -> None:
    """Run the command line and exit with its status."""
    # Nothing made while importing dies soon: collecting during it only costs time. `serve` and every other command turn it on again.
    gc.disable()
    from bookwheel.cli.main import run

    raise SystemExit(run())


if __name__ == "__main__":
    main()
