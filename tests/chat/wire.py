"""What lies between the bot and Discord, and can break when a message has already been posted."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import aiohttp

from bot.chat.client import StarpostClient


@dataclass
class Wire:
    """Answers to new messages get lost; nonces are remembered, as Discord does for some minutes.

    ``lost``    how many of the next answers do not arrive, though the message has been posted
    ``each``    whether each message's first answer gets lost, and its nonce is forgotten
    ``down``    whether nothing arrives at Discord at all
    ``nonces``  of what arrived, in order
    ``bodies``  the same, as it arrived
    """

    lost: int = 0
    each: bool = False
    down: bool = False
    bodies: list[dict[str, Any]] = field(default_factory=list)
    _remembered: dict[str, Any] = field(default_factory=dict)

    @property
    def nonces(self) -> list[str]:
        return [body["nonce"] for body in self.bodies]

    def forget(self) -> None:
        """The window of the nonces is over."""
        self._remembered.clear()

    def join(self, bot: StarpostClient) -> None:
        http: Any = bot.http
        post, ask = http.send_message, http.request

        async def send_message(channel: int, *, params: Any) -> Any:
            if self.down:
                raise aiohttp.ClientConnectionError
            body = params.payload or json.loads(params.multipart[0]["value"])
            self.bodies.append(body)
            if body["nonce"] not in self._remembered:
                self._remembered[body["nonce"]] = await post(channel, params=params)
            if self.each and self.nonces.count(body["nonce"]) == 1:
                self._remembered.clear()
                raise aiohttp.ServerDisconnectedError
            if self.lost:
                self.lost -= 1
                raise aiohttp.ServerDisconnectedError
            return self._remembered[body["nonce"]]

        async def request(*args: Any, **more: Any) -> Any:
            if self.down:
                raise aiohttp.ClientConnectionError
            return await ask(*args, **more)

        http.send_message, http.request = send_message, request
