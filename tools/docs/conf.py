"""Settings of Sphinx for the pages that make_pages.py has written."""

import json
import os
import sys

from docutils import nodes
from sphinx.ext import mathjax

sys.path.insert(0, os.environ["PADDLE_DOCS_TOOLS"])
import text  # noqa: E402

with open("layers.json", encoding="utf-8") as file:
    LAYERS = json.load(file)

project = "Paddle"
copyright = "The Paddle authors"
html_title = "Paddle"
extensions = ["sphinx.ext.autodoc", "sphinx.ext.napoleon", "myst_parser"]
source_suffix = {".rst": "restructuredtext", ".md": "markdown"}
default_role = "literal"
html_math_renderer = "katex"
highlight_language = "python"
add_module_names = False
python_use_unqualified_type_names = True
autodoc_typehints = "description"
autodoc_typehints_description_target = "all"
autodoc_member_order = "bysource"
myst_heading_anchors = 3
napoleon_custom_sections = [("Source", "notes_style"),
                            ("Members", "params_style")]
# Words such as "code.md:12" of a README are no link targets.
suppress_warnings = ["myst.header"]

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["paddle.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_use_index = True
html_last_updated_fmt = None
# Without a server a page cannot read another one.
html_show_search_summary = False
html_permalinks_icon = "#"


def _plain(app, what, name, obj, options, lines):
    lines[:] = text.lists_as_markup(lines)
    if name in LAYERS:
        lines += ["", LAYERS[name], ""]


def _without_dashes(app, doctree):
    """Removes the dash after parameters without a description: "x (int) –"."""
    for paragraph in doctree.findall(nodes.paragraph):
        while len(paragraph) > 1 and paragraph[-1].astext().strip() in (
                "", "--", "\u2013"):
            paragraph.pop()


def _load_katex(app, pagename, templatename, context, doctree):
    """On pages with formulas alone."""
    if app.env.get_domain("math").has_equations(pagename):
        app.add_css_file("katex/katex.min.css")
        app.add_js_file("katex/katex.min.js", loading_method="defer")
        app.add_js_file("formulas.js", loading_method="defer")


def setup(app):
    # Its markup, \( and \[, is what formulas.js looks for.
    app.add_html_math_renderer(
        "katex", (mathjax.html_visit_math, None),
        (mathjax.html_visit_displaymath, None))
    app.connect("html-page-context", _load_katex)
    # Before napoleon reads the sections.
    app.connect("autodoc-process-docstring", _plain, priority=100)
    app.connect("doctree-read", _without_dashes)
