"""Base images by digest: looked up with Docker, for which a script answers here."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tools.sources import ROOT

FILES = ("Dockerfile", "compose.yaml")


@pytest.fixture
def copies(tmp_path: Path) -> Path:
    for name in FILES:
        (tmp_path / name).write_text((ROOT / name).read_text(encoding="utf-8"), encoding="utf-8")
    return tmp_path


def pin(folder: Path, answer: str) -> subprocess.CompletedProcess[str]:
    """``answer``  what Docker says, as a script that knows the image as ``$4``"""
    docker = folder / "docker"
    docker.write_text(f"#!/bin/sh\n{answer}\n", encoding="utf-8")
    docker.chmod(0o700)
    return subprocess.run(
        [ROOT / "tools" / "pin_images", folder],
        env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )


def images(folder: Path) -> list[str]:
    """Those that are named in the files."""
    lines = [line for name in FILES for line in (folder / name).read_text("utf-8").splitlines()]
    return [line.split()[1] for line in lines if line.lstrip().startswith(("FROM ", "image: "))]


def test_each_image_gets_its_digest_and_a_newer_one_takes_its_place(copies: Path) -> None:
    tags = [image.partition("@")[0] for image in images(copies)]
    assert len(tags) == 3
    for digest in ("a1" * 32, "b2" * 32):
        assert pin(copies, f"echo sha256:{digest}").returncode == 0
        assert images(copies) == [f"{tag}@sha256:{digest}" for tag in tags]
    assert "FROM python" in (copies / "Dockerfile").read_text("utf-8")
    assert " AS build\n" in (copies / "Dockerfile").read_text("utf-8")
    assert {path.name for path in copies.iterdir()} == {"docker", *FILES}


@pytest.mark.parametrize("answer", ["exit 1", "echo no manifest", ":"])
def test_nothing_is_written_when_docker_knows_no_digest(copies: Path, answer: str) -> None:
    before = images(copies)
    assert pin(copies, answer).returncode != 0
    assert images(copies) == before
