"""placeholder until goldens"""


def mobile_html(parsoid: str, title: str) -> str:
    return parsoid
