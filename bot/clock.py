"""The only place that reads the machine's clock and its source of randomness."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime


class SystemClock:
    def now(self) -> datetime:
        return datetime.now(UTC)


class SystemEntropy:
    def bytes(self, count: int) -> bytes:
        return secrets.token_bytes(count)
