"""The libraries of Debian's packages for 64-bit ARM, static and shared."""

_BUILD = """
filegroup(
    name = "libraries",
    srcs = glob(["lib/*.a", "lib/*.so", "lib/*.so.*"]),
    visibility = ["//visibility:public"],
)
"""

def _libraries_impl(ctx):
    folder = ctx.path("%s/.cache/paddle-aarch64" % ctx.os.environ["HOME"])
    if not folder.exists:
        fail("No %s; tools/workspace/aarch64/libraries.sh fills it" % folder)
    ctx.symlink(folder, "lib")
    ctx.file("WORKSPACE", "workspace(name = %r)\n" % ctx.name)
    ctx.file("BUILD", _BUILD)

aarch64_libraries_repository = repository_rule(
    implementation = _libraries_impl,
    local = True,
    environ = ["HOME"],
)
