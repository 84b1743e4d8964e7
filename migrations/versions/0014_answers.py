"""Answers in advance, standing orders and conditional moves alike, have a table of their own."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

revision: str = "0014"
down_revision: str | None = "0013"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_AT_ONCE = 500
_HOLDERS = sa.table(
    "seat_holders",
    sa.column("match_id"),
    sa.column("seat"),
    sa.column("orders"),
    sa.column("lines"),
)
_ANSWERS = sa.table("answers", *map(sa.column, ("match_id", "seat", "answers")))


def upgrade() -> None:
    op.create_table(
        "answers",
        sa.Column("match_id", sa.String(length=8), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("answers", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_answers_match_id_matches"),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_answers"),
    )
    held = _HOLDERS.c
    given = sa.select(_HOLDERS).where((held.orders != "") | (held.lines != ""))
    for rows in op.get_bind().execute(given).mappings().partitions(_AT_ONCE):
        op.get_bind().execute(
            sa.insert(_ANSWERS),
            [
                {
                    "match_id": row["match_id"],
                    "seat": row["seat"],
                    "answers": _together(row["orders"], row["lines"]),
                }
                for row in rows
            ],
        )
    with op.batch_alter_table("seat_holders") as table:
        table.drop_column("orders")
        table.drop_column("lines")


def _together(orders: str, lines: str) -> str:
    found = {
        "orders": json.loads(orders or "[]"),
        "lines": list(_flat(json.loads(lines or "[]"))),
    }
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))


def _flat(tree: list[dict[str, Any]], before: Sequence[Any] = ()) -> Iterator[list[Any]]:
    """Each way through the tree from its first move to its last."""
    for node in tree:
        way = [*before, {"when": node["when"], "reply": node["reply"]}]
        further = node.get("further")
        if further:
            yield from _flat(further, way)
        else:
            yield way


def downgrade() -> None:
    with op.batch_alter_table("seat_holders") as table:
        table.add_column(sa.Column("orders", sa.Text(), nullable=False, server_default=""))
        table.add_column(sa.Column("lines", sa.Text(), nullable=False, server_default=""))
    with op.batch_alter_table("seat_holders") as table:
        table.alter_column("orders", server_default=None)
        table.alter_column("lines", server_default=None)
    held = _HOLDERS.c
    for row in op.get_bind().execute(sa.select(_ANSWERS)).mappings().all():
        found = json.loads(row["answers"] or "{}")
        this = (held.match_id == row["match_id"]) & (held.seat == row["seat"])
        news = {"orders": found.get("orders"), "lines": _tree(found.get("lines", []))}
        op.get_bind().execute(
            sa.update(_HOLDERS)
            .where(this)
            .values({name: json.dumps(each) if each else "" for name, each in news.items()})
        )
    op.drop_table("answers")


def _tree(lines: list[list[dict[str, Any]]]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for way in lines:
        level = found
        for step in way:
            node = next((each for each in level if each["when"] == step["when"]), None)
            if node is None:
                node = {**step, "further": []}
                level.append(node)
            level = node["further"]
    return found
