"""Players who took a seat over have helped where they have not won; they were said to have lost."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0015"
down_revision: str | None = "0014"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

# Everybody who began in a rated match is rated. In others the first entry says who began; where
# the log has been packed, a result stays as it is.
_HELPED = """
UPDATE results SET outcome = 'helped'
WHERE outcome IN ('lost', 'left') AND NOT rated
AND match_id IN (SELECT id FROM matches WHERE NOT practice)
AND (
    EXISTS (SELECT 1 FROM results AS other WHERE other.match_id = results.match_id AND other.rated)
    OR EXISTS (
        SELECT 1 FROM entries
        WHERE entries.match_id = results.match_id AND entries.seq = 1 AND entries.seating <> ''
        AND entries.seating NOT LIKE '%, ' || CAST(results.user_id AS VARCHAR) || ', %'
    )
)
"""


def upgrade() -> None:
    op.execute(sa.text(_HELPED))


def downgrade() -> None:
    op.execute(sa.text("UPDATE results SET outcome = 'lost' WHERE outcome = 'helped'"))
