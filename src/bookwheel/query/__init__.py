"""The grammar of plain-language requests: text -> what to do. Pure: it reads no archive and asks only whether a title exists."""

from bookwheel.query.intent import Intent, Known, Operation, Parsed
from bookwheel.query.parse import parse

__all__ = ["Intent", "Known", "Operation", "Parsed", "parse"]
