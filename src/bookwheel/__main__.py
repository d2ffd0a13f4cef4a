"""The command. Kept light: a reader process runs this module again before its first job."""

from __future__ import annotations


def main() -> None:
    """Run the command line and exit with its status."""
    from bookwheel.cli.main import run

    raise SystemExit(run())


if __name__ == "__main__":
    main()
