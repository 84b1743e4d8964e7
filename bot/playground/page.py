"""Our page beside the channel page: private messages, threads, closed DMs.

It shows secrets, so it is kept to this machine: bound to 127.0.0.1, only under
that name, only with the token in its path.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import simcord
from aiohttp import web

from bot.playground.backstage import Backstage, NotPossible

HOST = "127.0.0.1"
_STATIC = Path(__file__).with_name("static")
_FILES = {"": "page.html"} | {
    name: name for name in ("page.css", "page.js", "words.js", "icon.svg")
}
_TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
_GUARDS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
_FOR_EVER = {"Cache-Control": "private, max-age=86400, immutable"}
_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Page:
    """``url`` ends with a slash and holds the token, with which one can act for everybody."""

    def __init__(self, backstage: Backstage) -> None:
        self._backstage = backstage
        self._token = secrets.token_urlsafe(16)
        self._port = 0
        self._runner = web.AppRunner(self._application(), access_log=None)

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self._port}/{self._token}/"

    async def open(self, port: int) -> None:
        """Raises ``OSError`` when ``port`` is taken; 0 takes a free one."""
        await self._runner.setup()
        await web.TCPSite(self._runner, HOST, port).start()
        self._port = self._runner.addresses[0][1]

    async def close(self) -> None:
        await self._runner.cleanup()

    def _application(self) -> web.Application:
        application = web.Application(middlewares=[self._guard])
        root = f"/{self._token}/"
        for name in _FILES:
            application.router.add_get(root + name, self._static)
        application.router.add_get(root + "channel", self._channel)
        application.router.add_get(root + "state", self._state)
        application.router.add_get(root + r"picture/{message:\d+}/{file:\d+}", self._picture)
        for name in ("press", "choose", "send", "command", "closed", "show"):
            application.router.add_post(root + name, self._act)
        return application

    @web.middleware
    async def _guard(self, request: web.Request, handler: _Handler) -> web.StreamResponse:
        hosts = {f"{HOST}:{self._port}", f"localhost:{self._port}"}
        origin = request.headers.get("Origin")
        if request.headers.get("Host") not in hosts:
            raise web.HTTPForbidden(text="This page answers under 127.0.0.1 only.")
        if origin is not None and origin.removeprefix("http://") not in hosts:
            raise web.HTTPForbidden(text="Another page may not ask this one.")
        response = await handler(request)
        for name, value in _GUARDS.items():
            response.headers.setdefault(name, value)
        return response

    async def _static(self, request: web.Request) -> web.StreamResponse:
        name = _FILES[request.path.removeprefix(f"/{self._token}/")]
        file = _STATIC / name
        return web.Response(
            body=file.read_bytes(), content_type=_TYPES[file.suffix], charset="utf-8"
        )

    async def _channel(self, request: web.Request) -> web.StreamResponse:
        """Lead on to the channel page; ``?place=`` names a channel or thread."""
        try:
            url = await self._backstage.channel_page(request.query.get("place", ""))
        except NotPossible as fault:
            raise web.HTTPNotFound(text=str(fault)) from None
        return web.Response(status=303, headers={"Location": url})

    async def _state(self, request: web.Request) -> web.StreamResponse:
        try:
            return web.json_response(self._backstage.state(request.query.get("person", "")))
        except NotPossible as fault:
            return _refuse(fault)

    async def _picture(self, request: web.Request) -> web.StreamResponse:
        message, file = int(request.match_info["message"]), int(request.match_info["file"])
        found = await self._backstage.picture(message, file)
        if found is None:
            raise web.HTTPNotFound(text="There is no such picture.")
        content_type, data = found
        return web.Response(body=data, content_type=content_type, headers=_FOR_EVER)

    async def _act(self, request: web.Request) -> web.StreamResponse:
        """One action of a person. JSON in, JSON out: a form to fill, or nothing."""
        name = request.path.rsplit("/", 1)[-1]
        try:
            body = _parse_object(await request.text())
            return web.json_response({"form": await self._backstage.do(name, body)})
        except (NotPossible, simcord.SetupError, simcord.BackendError) as fault:
            return _refuse(fault)
        except TimeoutError:
            return _refuse("The bot did not come to rest; the terminal says more.")


def _parse_object(text: str) -> dict[str, Any]:
    try:
        body = json.loads(text)
    except ValueError:
        body = None
    if not isinstance(body, dict):
        raise NotPossible("That was no request of this page.")
    return body


def _refuse(fault: object) -> web.Response:
    return web.json_response({"fault": str(fault)}, status=409)
