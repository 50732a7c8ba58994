"""The lint test of one folder; cached until a file of the folder changes."""

_LINT = str(Label("//tools/lint:lint.py"))
_MODULES = str(Label("//tools/lint"))
_STYLE = str(Label("//:.clang-format"))

# A dependent that writes operators with our macros has a style of its own.
_IN_PADDLE = Label("//tools/lint:lint.py").workspace_name == ""

def paddle_lint_test(name = "lint_test", files = None):
    """Style of the given files, or every file, of this package."""
    if not _IN_PADDLE:
        return
    native.py_test(
        name = name,
        size = "small",
        srcs = [_LINT],
        deps = [_MODULES],
        args = [native.package_name() or "."],
        data = (files or native.glob(["**"])) + [_STYLE],
        main = _LINT,
        python_version = "PY3",
        tags = ["lint"],
    )
