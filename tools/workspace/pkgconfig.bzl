"""A repository of one cc_library for each PREFIX_*.pc file of the system."""

_FOLDERS = [
    "/usr/lib/x86_64-linux-gnu/pkgconfig",
    "/usr/lib/aarch64-linux-gnu/pkgconfig",
    "/usr/lib64/pkgconfig",
    "/usr/lib/pkgconfig",
]

_VISIBILITY = 'package(default_visibility = ["//visibility:public"])\n'

_LIBRARY = """
cc_library(
    name = %r,
    linkopts = %r,
    deps = %r,
)
"""

def _fields(text):
    fields = {}
    for line in text.splitlines():
        key, colon, value = line.partition(": ")
        if colon:
            fields[key] = value
    return fields

def _folder(ctx, prefix):
    for folder in _FOLDERS:
        path = ctx.path(folder)
        if path.exists and [
            p
            for p in path.readdir()
            if p.basename.startswith(prefix)
        ]:
            return path
    fail("No %s*.pc files found; install the library: ./tools/dev setup" %
         prefix)

_ALIAS = """
alias(
    name = %r,
    actual = "//:%s",
)
"""

def _write_aliases(ctx):
    packages = {}
    for label, library in ctx.attr.aliases.items():
        package, _, name = label.partition(":")
        aliases = packages.setdefault(package, [_VISIBILITY])
        aliases.append(_ALIAS % (name or package.split("/")[-1], library))
    for package, aliases in packages.items():
        ctx.file(package + "/BUILD", "".join(aliases))

def _pkgconfig_impl(ctx):
    prefix = ctx.attr.prefix + "_"
    out = [_VISIBILITY]
    folder = _folder(ctx, prefix)
    for path in sorted([p.basename for p in folder.readdir()]):
        if not path.startswith(prefix) or not path.endswith(".pc"):
            continue
        fields = _fields(ctx.read(folder.get_child(path)))
        requires = fields.get("Requires", "").split(",")
        deps = [r.strip().split(" ")[0] for r in requires if r.strip()]
        libs = fields.get("Libs", "").split(" ")
        out.append(_LIBRARY % (
            path[len(prefix):-len(".pc")],
            [flag for flag in libs if flag.startswith("-l")],
            [":" + d[len(prefix):] for d in deps],
        ))
    ctx.file("WORKSPACE", "workspace(name = %r)\n" % ctx.name)
    ctx.file("BUILD", "".join(out))
    _write_aliases(ctx)

# aliases: "package:target" -> library. With them a repository has the labels of
# the library's own Bazel build, which a dependent may declare instead.

pkgconfig_repository = repository_rule(
    implementation = _pkgconfig_impl,
    local = True,
    attrs = {
        "aliases": attr.string_dict(),
        "prefix": attr.string(mandatory = True),
    },
)
