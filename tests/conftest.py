"""Tests over real data say so: `@pytest.mark.real("data/html")` names what they need in the folder `shared`."""

from __future__ import annotations

import pytest

from calls import SHARED, real


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "real(path): needs this file or folder of ../shared")


def pytest_runtest_setup(item: pytest.Item) -> None:
    for mark in item.iter_markers("real"):
        for path in mark.args:
            real(SHARED / path)
