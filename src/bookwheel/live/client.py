"""The one owner of the HTTP library: connections, headers, redirects, limits of size and time."""

from __future__ import annotations

import contextlib
import functools
import random
import socket
import ssl
from collections.abc import AsyncGenerator, Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeVar
from urllib.parse import SplitResult, urljoin, urlsplit, urlunsplit

import anyio

from bookwheel import __version__
from bookwheel.live import outcomes
from bookwheel.live.faults import UNREADABLE_RETRIES, UNSTEADY_RETRIES, Reply
from bookwheel.live.governor import Governor, Ladder, UpstreamFaultError
from bookwheel.live.requests import Request
from bookwheel.live.settings import LiveSettings, of_wikimedia

if TYPE_CHECKING:
    import httpx2

T = TypeVar("T")

BRIEF_SECONDS: Final = 5.0
MAX_REDIRECTS: Final = 5
MAX_OTHER_BYTES: Final = 1 << 20
"""What is read of a body that is no JSON: the page of an edge server, a portal, another server altogether."""
_MOUNTED = ("/w/", "/api/rest_v1/")
_REDIRECTS = frozenset({301, 302, 303, 307, 308})


class RedirectCircleError(Exception):
    """HTTP redirects lead back to an address already visited; `trail` holds all of them in order."""

    def __init__(self, trail: tuple[str, ...]) -> None:
        super().__init__()
        self.trail = trail


class Client:
    """Sends requests through a governor. Make it with `open_client`."""

    def __init__(self, settings: LiveSettings, http: httpx2.AsyncClient, governor: Governor) -> None:
        self._settings = settings
        self._http = http
        self.governor = governor

    async def ask(self, request: Request, read: Callable[[Reply], T]) -> T:
        """Send a request, with retries where they may help, and return what `read` makes of the response.

        `read` raises UpstreamFaultError for a response another attempt may better. Raises BookwheelErrors, RedirectCircleError
        and whatever else `read` raises.
        """
        host = host_of(request.url)
        limit = BRIEF_SECONDS if request.is_brief else self._settings.attempt_seconds
        total = min(self._settings.total_seconds, limit) if request.is_brief else self._settings.total_seconds

        async def attempt(left: float) -> T:
            seconds = min(limit, left / 2 if request.has_substitute else left)
            try:
                with anyio.fail_after(seconds):
                    return read(await self._follow(request, host))
            except TimeoutError:
                retries = 0 if request.has_substitute else 1
                raise UpstreamFaultError(outcomes.out_of_time(host, seconds), retries=retries) from None
            except UpstreamFaultError as fault:
                if request.has_substitute and fault.retries:  # None: to wait is asked for, by whatever way
                    fault.retries = 1
                raise

        ladder = Ladder(
            host=host,
            attempt=attempt,
            too_slow=lambda: outcomes.out_of_time(host, total),
            too_busy=lambda wait: outcomes.rate_limited(host, wait, has_contact=self._settings.is_named),
            deadline=self.governor.clock() + total,
            max_retries=0 if request.is_brief else None,
        )
        return await self.governor.climb(ladder)

    async def _follow(self, request: Request, host: str) -> Reply:
        """Send the request and follow its redirects, inside the family of hosts only."""
        trail: list[str] = []
        fragment = ""
        address = request.url
        while True:
            reply = await self._send(address, request, host)
            location = reply.headers.get("location", "")
            if reply.status == 304 and "If-None-Match" not in request.headers:
                error = outcomes.malformed(host, "“not modified” for a page that was not asked for before")
                raise UpstreamFaultError(error, retries=UNREADABLE_RETRIES)
            if reply.status not in _REDIRECTS or not location:
                return replace(
                    reply, trail=tuple(trail), fragment=fragment, has_contact=self._settings.is_named
                )
            trail.append(address)
            target = self._redirected(address, location, host)
            fragment = target.fragment or fragment
            address = urlunsplit(target._replace(fragment=""))
            if address in trail or len(trail) > MAX_REDIRECTS:
                raise RedirectCircleError((*trail, address))

    def _redirected(self, address: str, location: str, host: str) -> SplitResult:
        """Return the address a redirect leads to. Raises Unavailable when it leaves the hosts we may ask."""
        try:
            origin, target = urlsplit(address), urlsplit(urljoin(address, location))
            name, _ = target.hostname or "", target.port
        except ValueError:  # no host or no port can be read
            raise outcomes.unavailable(
                host, "redirects to an address that cannot be used", retryable=False
            ) from None
        is_downgrade = origin.scheme == "https" and target.scheme != "https"
        is_family = self._settings.is_wikimedia and of_wikimedia(name)
        if (
            target.scheme not in ("http", "https")
            or is_downgrade
            or not (name == origin.hostname or is_family)
        ):
            raise outcomes.unavailable(host, "redirects to a foreign host", retryable=False)
        if name == origin.hostname:
            target = target._replace(path=_under_prefix(origin.path, target.path))
        return target

    async def _send(self, address: str, request: Request, host: str) -> Reply:
        import httpx2

        try:
            async with self._http.stream("GET", address, headers=dict(request.headers)) as response:
                body = await self._body(response, host)
                return Reply(response.status_code, response.headers, body, address, host)
        except httpx2.TimeoutException:
            raise UpstreamFaultError(
                outcomes.out_of_time(host, self._settings.attempt_seconds), retries=1
            ) from None
        except httpx2.ProxyError:
            raise UpstreamFaultError(
                outcomes.unreachable(host, "the proxy refuses"), retries=1, has_reached=False
            ) from None
        except httpx2.ConnectError as error:
            error_ = outcomes.unreachable(host, _why_unreachable(error))
            raise UpstreamFaultError(error_, retries=2, has_reached=False) from None
        except httpx2.DecodingError:
            error_ = outcomes.malformed(host, "a response whose compression is broken")
            raise UpstreamFaultError(error_, retries=UNREADABLE_RETRIES) from None
        except httpx2.TransportError:
            error_ = outcomes.unavailable(host, "closed the connection")
            raise UpstreamFaultError(error_, retries=UNSTEADY_RETRIES) from None
        except (httpx2.InvalidURL, UnicodeError):
            raise outcomes.unavailable(host, "has an address that cannot be used", retryable=False) from None

    async def _body(self, response: httpx2.Response, host: str) -> bytes:
        if "," in response.headers.get("content-encoding", ""):
            # Compressed twice, a few kilobytes may become gigabytes in one step.
            raise outcomes.unavailable(host, "compresses its answers more than once", retryable=False)
        limit = self._settings.max_response_bytes
        is_data = "json" in response.headers.get("content-type", "").lower()
        parts: list[bytes] = []
        size = 0
        async for part in response.aiter_bytes():
            size += len(part)
            parts.append(part)
            if not is_data and size > MAX_OTHER_BYTES:
                break  # its status and its first bytes tell what it means
            if size > limit:
                raise outcomes.unavailable(host, f"sent more than {limit >> 20} MB", retryable=False)
        return b"".join(parts)


@contextlib.asynccontextmanager
async def open_client(settings: LiveSettings, governor: Governor | None = None) -> AsyncGenerator[Client]:
    """Yield a client with its connections; they are closed on exit. Raises Unavailable when none can be made."""
    governor = governor or Governor(per_minute=settings.pace, uniform=random.uniform)
    async with _connections(settings) as http:
        yield Client(settings, http, governor)


def _connections(settings: LiveSettings) -> httpx2.AsyncClient:
    import httpx2

    headers = {
        "User-Agent": user_agent(settings, httpx2.__version__),
        "Accept": "application/json",
        "Accept-Encoding": "gzip",
    }
    if settings.token:
        headers["Authorization"] = f"Bearer {settings.token}"
    try:
        return httpx2.AsyncClient(
            headers=headers,
            verify=_trust(),
            timeout=httpx2.Timeout(settings.attempt_seconds),
            limits=httpx2.Limits(max_connections=16, max_keepalive_connections=8, keepalive_expiry=60.0),
            follow_redirects=False,
            trust_env=settings.uses_environment_proxies,
        )
    except OSError:
        raise outcomes.unusable("certificates", "SSL_CERT_FILE or SSL_CERT_DIR") from None
    except (ImportError, ValueError, httpx2.InvalidURL):  # a SOCKS proxy is an ImportError
        raise outcomes.unusable("proxy", "ALL_PROXY, HTTPS_PROXY or HTTP_PROXY (no SOCKS)") from None


@functools.cache
def _trust() -> ssl.SSLContext:
    # Reading the certificates takes as long as a request: once a process is enough.
    import httpx2

    return httpx2.create_ssl_context()


def user_agent(settings: LiveSettings, library_version: str) -> str:
    """Return the User-Agent that Wikimedia's policy asks for: who operates this client, and with what."""
    contact = settings.contact or "operator contact not configured"
    return f"bookwheel/{__version__} ({contact}) httpx2/{library_version}"


def host_of(address: str) -> str:
    """Return the host of an address for messages: no port, no user, no path."""
    return urlsplit(address).hostname or "the wiki"


def _under_prefix(origin: str, target: str) -> str:
    """Return a redirect's path below the prefix that the wiki is mounted at, which the wiki itself may not know."""
    prefix = next((origin[: origin.find(start)] for start in _MOUNTED if start in origin), "")
    if prefix and target.startswith(_MOUNTED):
        return prefix + target
    return target


def _why_unreachable(error: BaseException) -> str:
    """Say in words of ours why no connection came about; the library's text may hold addresses."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLError):
            return "the secure connection fails (certificate or protocol)"
        if isinstance(cause, socket.gaierror):
            return "its name cannot be resolved"
        if isinstance(cause, ConnectionRefusedError):
            return "the connection is refused"
        cause = cause.__cause__ or cause.__context__
    return "no connection"
