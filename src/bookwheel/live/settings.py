"""What a live client runs with."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

DEFAULT_BASE_URL: Final = "https://{edition}.wikipedia.org"

# Wikimedia counts requests a minute for each client: 200 for one that names an operator, 10 for one that does not.
REQUESTS_PER_MINUTE_NAMED: Final = 200
REQUESTS_PER_MINUTE_UNNAMED: Final = 10

_WIKIMEDIA: Final = (
    "wikipedia.org", "wikimedia.org", "mediawiki.org", "wikidata.org", "wiktionary.org", "wikibooks.org",
    "wikinews.org", "wikiquote.org", "wikisource.org", "wikiversity.org", "wikivoyage.org",
)  # fmt: skip


def of_wikimedia(host: str) -> bool:
    """Tell whether a host is one of Wikimedia's, who hold every client to the same policy."""
    return any(host == domain or host.endswith(f".{domain}") for domain in _WIKIMEDIA)


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveSettings:
    """How to reach Wikipedia.

    contact: how the operator can be reached (e-mail address or page); part of the User-Agent.
    token: OAuth 2 bearer token, or ""; never shown.
    base_url: where wikis are: `{edition}` stands for the edition code. Without it every call goes to this one wiki.
    attempt_seconds, total_seconds: limits of one HTTP request, and of an answer with all waiting and retries.
    fresh_seconds: how long an answer is used again without asking the wiki.
    stale_seconds: how old an answer may be when the wiki fails and the old one is given instead.
    max_response_bytes: size of one decoded response above which it is refused.
    cache_bytes: memory for parsed pages.
    requests_per_minute: pace for each host; None for what Wikimedia's policy allows, 0 for no limit.
    uses_environment_proxies: honour HTTP_PROXY, HTTPS_PROXY and NO_PROXY.
    """

    contact: str = ""
    token: str = field(default="", repr=False)
    base_url: str = DEFAULT_BASE_URL
    attempt_seconds: float = 15.0
    total_seconds: float = 30.0
    fresh_seconds: float = 300.0
    stale_seconds: float = 86_400.0
    max_response_bytes: int = 32 << 20
    cache_bytes: int = 64 << 20
    requests_per_minute: int | None = None
    uses_environment_proxies: bool = True

    @property
    def is_wikimedia(self) -> bool:
        """Whether a wiki of Wikimedia's is asked, not one of the operator's own."""
        return of_wikimedia(urlsplit(self.base("en")).hostname or "")

    @property
    def is_named(self) -> bool:
        """Whether Wikimedia can tell who operates this client."""
        return bool(self.contact or self.token)

    @property
    def has_editions(self) -> bool:
        """Whether the language selects a wiki."""
        return "{edition}" in self.base_url

    @property
    def pace(self) -> int:
        """Requests a minute for each host; 0 for no limit."""
        if self.requests_per_minute is not None:
            return self.requests_per_minute
        if not self.is_wikimedia:
            return 0
        return REQUESTS_PER_MINUTE_NAMED if self.is_named else REQUESTS_PER_MINUTE_UNNAMED

    def base(self, edition: str) -> str:
        """Return the address of one edition's wiki, without a slash at its end."""
        return self.base_url.replace("{edition}", edition).rstrip("/")

    def public_base(self, edition: str) -> str:
        """Return the same to be shown: without the name and password that may stand in it."""
        return re.sub("//[^/]*@", "//", self.base(edition), count=1)
