"""Elements of SVG documents."""

import html
from typing import Iterable


def document(width: float, height: float, parts: Iterable[str]) -> str:
    """Returns a document with elements on a white ground."""
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" '
        f'height="{height}" font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="white"/>', *parts, "</svg>",
        ""])


def rule(x1: float, y1: float, x2: float, y2: float,
         color: str = "#ddd") -> str:
    """Returns a line between two points."""
    return (f'<line x1="{x1:.2f}" y1="{y1:.2f}" x2="{x2:.2f}" y2="{y2:.2f}" '
            f'stroke="{color}"/>')


def text(x: float, y: float, content: str, anchor: str = "middle",
         size: int = 12, turned: bool = False) -> str:
    """Returns text, escaped; turned: to be read from below upwards."""
    turn = f' transform="rotate(-90 {x:.2f} {y:.2f})"' if turned else ""
    return (f'<text x="{x:.2f}" y="{y:.2f}" text-anchor="{anchor}" '
            f'font-size="{size}"{turn}>{html.escape(content)}</text>')
