"""The system's Python: interpreter, C headers and the toolchain for both."""

_INCLUDE = "import sysconfig; print(sysconfig.get_path('include'))"

def _impl(ctx):
    found = ctx.execute(["/usr/bin/python3", "-c", _INCLUDE])
    if found.return_code:
        fail("/usr/bin/python3 does not run; ./tools/dev setup installs it:\n" +
             found.stderr)
    ctx.symlink(found.stdout.strip(), "include")
    ctx.file("WORKSPACE", "workspace(name = %r)\n" % ctx.name)
    ctx.symlink(ctx.path(ctx.attr._build_file), "BUILD")

python3_repository = repository_rule(
    implementation = _impl,
    local = True,
    attrs = {
        "_build_file": attr.label(
            default = "//tools/workspace/python3:package.BUILD",
        ),
    },
)
