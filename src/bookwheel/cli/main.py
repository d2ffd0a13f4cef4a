"""The command line: one parser, one function a command.

Exit status: 0 done, 1 the answer is an error, 2 the command was used wrongly.
"""

from __future__ import annotations

import argparse
import errno
import gc
import os
import re
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import TYPE_CHECKING, NoReturn

from bookwheel import __version__
from bookwheel.config import SOURCES, Settings, SettingsError, load

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

_FULL = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}


def run(words: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status."""
    if sys.stderr is None:
        # What is printed to no stream goes to the other one; and the first file that is opened would take its place.
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123  # as long as the process
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # None where it is closed
            stream.reconfigure(encoding="utf-8", errors="replace")  # a pipe's own encoding lacks most titles
    try:
        try:
            return _run(words)
        finally:  # also where the parser ends the process
            if sys.stdout is not None:
                sys.stdout.flush()
    except SettingsError as error:
        print(f"bookwheel: {error}", file=sys.stderr)
        return 2
    except (KeyboardInterrupt, BrokenPipeError):
        return 130
    except OSError as error:
        if error.errno not in _FULL:
            raise
        # What is left in the buffer would be written, and fail, once more at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        print(f"bookwheel: the output cannot be written: {error.strerror}.", file=sys.stderr)
        return 1


def _run(words: Sequence[str] | None) -> int:
    parser = _parser()
    options, rest = parser.parse_known_args(words)
    if rest and "arguments" in options and not any(word.startswith("-") for word in rest):
        options.arguments += rest  # NAME=VALUE after an option is an argument of the tool all the same
    elif rest:
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    if options.command is not _serve:
        gc.enable()  # the server does so itself, once the SDK is loaded
        if sys.stdout is None:
            sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
    status: int = options.command(options)
    return status


class _Parser(argparse.ArgumentParser):
    """The parser of the command and, by argparse's rule, of every command below it."""

    def error(self, message: str) -> NoReturn:
        """Print what was wrong, with the nearest of the valid choices; exit with status 2."""
        import difflib

        found = re.search(r"invalid choice: '([^']*)' \(choose from (.*)\)", message)
        if found:
            close = difflib.get_close_matches(found[1], re.findall(r"[\w-]+", found[2]), n=1)
            message += f". Did you mean {close[0]}?" if close else ""
        super().error(message)

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        # argparse is silent about what it cannot write; for help and version that is the whole answer.
        if file is not None and file is sys.stdout:
            file.write(message)
        else:
            super()._print_message(message, file)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="bookwheel",
        description="All of Wikipedia, live or from Kiwix archives on disk, for AI agents and for you.",
    )
    parser.add_argument("--version", action="version", version=f"bookwheel {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    serve = commands.add_parser(
        "serve", help="serve Wikipedia and archives to an MCP client over standard input and output"
    )
    serve.add_argument("archives", nargs="*", metavar="PATH", help=".zim files, or folders that hold some")
    serve.add_argument("--demo", action="store_true", help="serve the small built-in archive (too)")
    serve.add_argument("--readers", type=int, metavar="N", help="reader processes at most (default 2)")
    _add_source(serve)
    serve.set_defaults(command=_serve)

    call = commands.add_parser("call", help="call one tool and print its answer")
    call.add_argument("tool", metavar="TOOL", help="e.g. zim_get")
    call.add_argument("arguments", nargs="*", metavar="NAME=VALUE", help="arguments, or one JSON object")
    call.add_argument(
        "--archive", action="append", default=[], metavar="PATH", help="a .zim file or folder; repeatable"
    )
    call.add_argument("--demo", action="store_true", help="use the small built-in archive (too)")
    call.add_argument("--json", action="store_true", help="print the structured answer as JSON")
    call.add_argument("--output", metavar="FILE", help="write the bytes of zim_get binary=true into a file")
    _add_source(call)
    call.set_defaults(command=_call)

    tools = commands.add_parser("tools", help="list the tools, or explain one")
    tools.add_argument("tool", nargs="?", metavar="TOOL")
    tools.add_argument("--json", action="store_true", help="print the definitions as JSON")
    tools.set_defaults(command=_tools)

    _add_index(
        commands.add_parser("index", help="build, check and list companion indexes (who links to whom)")
    )

    doctor = commands.add_parser("doctor", help="check the installation and every archive, or Wikipedia")
    doctor.add_argument("archives", nargs="*", metavar="PATH", help=".zim files, or folders that hold some")
    doctor.add_argument("--demo", action="store_true", help="check the small built-in archive (too)")
    doctor.set_defaults(command=_doctor)

    demo = commands.add_parser("demo", help="watch a client talk to the server over the built-in archive")
    demo.set_defaults(command=_demo)
    return parser


def _add_source(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--source",
        choices=SOURCES,
        help="auto, live: ask Wikipedia too; archive: read archives only, never the network (default auto)",
    )


def _add_index(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(title="actions", required=True, metavar="ACTION")
    build = actions.add_parser("build", help="build the index of an archive; takes a while for a large one")
    build.add_argument("archive", metavar="ARCHIVE", help="a .zim file")
    build.add_argument("--output", metavar="PATH", help="where to write it (default: beside the archive)")
    build.add_argument(
        "--only", metavar="LIST", help="build only these sections, separated by commas: titles, links"
    )
    build.add_argument(
        "--jobs", type=int, metavar="N", help="processes that read pages (default: one a core)"
    )
    build.set_defaults(command=_index_build)
    check = actions.add_parser("check", help="check every byte of the index of an archive")
    check.add_argument("archive", metavar="ARCHIVE", help="a .zim file")
    check.add_argument("--output", metavar="PATH", help="where the index is, when not in its usual place")
    check.set_defaults(command=_index_check)
    listing = actions.add_parser("list", help="show which archives have an index")
    listing.add_argument("archives", nargs="*", metavar="PATH", help=".zim files, or folders that hold some")
    listing.set_defaults(command=_index_list)


def settings_of(options: argparse.Namespace, archives: Sequence[str]) -> Settings:
    """Return the settings for a command that reads archives."""
    paths = tuple(archives)
    if options.demo:
        from bookwheel import demo_archive

        paths += (str(demo_archive.path()),)
    return load(paths, getattr(options, "readers", None), getattr(options, "source", None))


def _serve(options: argparse.Namespace) -> int:
    from bookwheel.cli import serve

    return serve.run(settings_of(options, options.archives), is_demo=options.demo)


def _call(options: argparse.Namespace) -> int:
    from bookwheel.cli import call

    settings = settings_of(options, options.archive)
    return call.run(options.tool, options.arguments, settings, as_json=options.json, output=options.output)


def _tools(options: argparse.Namespace) -> int:
    from bookwheel.cli import tools

    return tools.run(options.tool, as_json=options.json)


def _index_build(options: argparse.Namespace) -> int:
    from bookwheel.cli import index

    return index.build(load((options.archive,)), options.output, options.only, options.jobs)


def _index_check(options: argparse.Namespace) -> int:
    from bookwheel.cli import index

    return index.check(load((options.archive,)), options.output)


def _index_list(options: argparse.Namespace) -> int:
    from bookwheel.cli import index

    return index.show(load(tuple(options.archives)))


def _doctor(options: argparse.Namespace) -> int:
    from bookwheel.cli import doctor

    return doctor.run(settings_of(options, options.archives))


def _demo(_options: argparse.Namespace) -> int:
    from bookwheel.cli import demo

    return demo.run()
