"""The system's Python: interpreter, C headers and the toolchain for both.

--repo_env=PADDLE_PYTHON=/path/to/python3 takes the headers of another one, for
an extension module that only it can load. --repo_env=PADDLE_PYBIND11=/folder,
which holds "pybind11/", takes pybind11 from there: Debian's knows interpreters
up to 3.11.
"""

_SYSTEM = "/usr/bin/python3"
_INCLUDE = "import sysconfig; print(sysconfig.get_path('include'))"
_NAME = "import sys; print(sys.implementation.cache_tag)"

def _ask(ctx, python, question):
    # The user's own settings are not the interpreter's.
    found = ctx.execute([python, "-I", "-c", question])
    if found.return_code:
        fail("%s does not run; ./tools/dev setup installs %s:\n%s" %
             (python, _SYSTEM, found.stderr))
    return found.stdout.strip()

def _pybind11_version(ctx, folder):
    header = ctx.read(ctx.path(folder + "/pybind11/detail/common.h"))
    found = [
        line.split(" ")[-1]
        for line in header.split("\n")
        if line.startswith("#define PYBIND11_VERSION_M")
    ]
    return ".".join(found[:3])

def _impl(ctx):
    python = ctx.os.environ.get("PADDLE_PYTHON", _SYSTEM)

    # Bazel does not look into the folder: what is compiled with other headers
    # is known by another path.
    folder = "include"
    if python != _SYSTEM:
        folder += "/" + _ask(ctx, python, _NAME)
    ctx.symlink(_ask(ctx, python, _INCLUDE), folder)
    includes = [folder]
    pybind11 = ctx.os.environ.get("PADDLE_PYBIND11", "")
    if pybind11:
        includes.append("pybind11-" + _pybind11_version(ctx, pybind11))
        ctx.symlink(pybind11, includes[-1])
    ctx.file("include.bzl", "INCLUDES = %r\n" % includes)
    ctx.file("WORKSPACE", "workspace(name = %r)\n" % ctx.name)
    ctx.symlink(ctx.path(ctx.attr._build_file), "BUILD")

python3_repository = repository_rule(
    implementation = _impl,
    environ = ["PADDLE_PYTHON", "PADDLE_PYBIND11"],
    local = True,
    attrs = {
        "_build_file": attr.label(
            default = "//tools/workspace/python3:package.BUILD",
        ),
    },
)
