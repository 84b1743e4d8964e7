"""What the documents say about the code is so."""

from __future__ import annotations

import re
import tomllib

import discord
from pydantic_core import PydanticUndefined

from bot.settings import BotSettings
from bot.store.store import database_file
from tools.sources import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_invite_number_stands_for_the_permissions_listed() -> None:
    table = README[README.index("| Permission |") : README.index("5. Start it")]
    names = re.findall(r"^\s+\| ([A-Z][\w ]+) \|", table, re.MULTILINE)
    listed = discord.Permissions(
        **{name.lower().replace("channels", "channel").replace(" ", "_"): True for name in names}
    )
    assert len(names) == 9, names
    assert re.findall(r"permissions=(\d+)", README) == [str(listed.value)]


def test_every_setting_is_in_the_configuration_table_with_its_default() -> None:
    rows = dict(re.findall(r"^\| `(STARPOST_\w+)` \| (.+?) \|", README, re.MULTILINE))
    fields = BotSettings.model_fields
    assert set(rows) == {f"STARPOST_{name.upper()}" for name in fields}
    for name, field in fields.items():
        shown = rows[f"STARPOST_{name.upper()}"].strip("`")
        if field.default is PydanticUndefined:
            assert shown == "none, required"
        else:
            assert shown == ("[]" if field.default == () else str(field.default))


def test_the_example_of_dotenv_names_every_setting_with_its_default() -> None:
    text = (ROOT / ".env.example").read_text(encoding="utf-8")
    lines = dict(re.findall(r"^(?:# )?(STARPOST_\w+)=(.*)$", text, re.MULTILINE))
    fields = BotSettings.model_fields
    assert set(lines) == {f"STARPOST_{name.upper()}" for name in fields}
    for name, field in fields.items():
        shown = lines[f"STARPOST_{name.upper()}"]
        if field.default is PydanticUndefined:
            assert shown == ""
        else:
            assert shown == ("[]" if field.default == () else str(field.default))


def _database_of(name: str, **variables: str) -> str:
    """The URL in a file for containers, with variables put in as Compose does."""
    (url,) = re.findall(r"STARPOST_DATABASE[=:] ?(\S+)", (ROOT / name).read_text(encoding="utf-8"))

    def put_in(found: re.Match[str]) -> str:
        variable, kind, instead = found.groups()
        given = variables.get(variable, "")
        return (instead if given else "") if kind == "+" else given or instead

    url = re.sub(r"\$\{(\w+):([-+])(.*?)\}", put_in, url)
    pattern = BotSettings.model_json_schema()["properties"]["database"]["pattern"]
    assert re.match(pattern, url)
    return url


def test_the_container_keeps_its_database_in_the_volume() -> None:
    for name in ("Dockerfile", "compose.yaml"):
        file = database_file(_database_of(name))
        assert file is not None
        assert file.parent.as_posix() == "/data"


def test_with_a_password_the_containers_use_the_server() -> None:
    url = _database_of("compose.yaml", DATABASE_PASSWORD="secret")
    assert url == "postgresql://starpost:secret@database/starpost"


def test_every_target_of_make_that_the_readme_names_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    named = set(re.findall(r"\bmake ([a-z]+)`", README)) | set(
        re.findall(r"^\s*make ([a-z]+)$", README, re.MULTILINE)
    )
    assert {"play", "run", "test", "check", "bench", "fmt", "lock"} <= named <= targets


def test_the_workflows_run_what_make_test_runs() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    parts = re.findall(r"^test: (.+?) ##", makefile, re.MULTILINE)[0].split()
    workflow = (ROOT / ".github" / "workflows" / "check.yml").read_text(encoding="utf-8")
    assert set(re.findall(r"run: make (\w+)", workflow)) == {*parts, "image"}
    long = re.findall(r"^test-long: (.+?) ##", makefile, re.MULTILINE)[0].split()
    nightly = (ROOT / ".github" / "workflows" / "nightly.yml").read_text(encoding="utf-8")
    (listed,) = re.findall(r"part: \[(.+)\]", nightly)
    assert listed.replace(",", "").split() == long


def test_links_between_documents_lead_somewhere() -> None:
    dead = [
        f"{path.relative_to(ROOT)}: {target}"
        for path in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"))
        for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8"))
        if not (path.parent / target).exists()
    ]
    assert dead == []


def test_links_within_the_readme_lead_to_a_heading() -> None:
    headings = re.findall(r"^#+ (.+)$", README, re.MULTILINE)
    there = {re.sub(r"[^a-z0-9-]", "", each.lower().replace(" ", "-")) for each in headings}
    assert {*re.findall(r"\]\(#([^)]+)\)", README)} <= there


def test_the_version_has_its_section_in_the_changelog_and_its_kept_matches() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    log = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    sections = re.findall(r"^## \[(.+?)\](?: - \d{4}-\d\d-\d\d)?$", log, re.MULTILINE)
    assert sections[:2] == ["Unreleased", project["version"]]
    kept = {file.parent.name for file in (ROOT / "tests" / "releases").glob("*/matches.db.xz")}
    assert kept == set(sections[1:])
