"""Repositories that only point at what the system already has."""

def _system_impl(ctx):
    for source, name in ctx.attr.links.items():
        ctx.symlink(source, name)
    for label, name in ctx.attr.files.items():
        ctx.symlink(ctx.path(label), name)
    ctx.file("WORKSPACE", "workspace(name = %r)\n" % ctx.name)
    ctx.symlink(ctx.path(ctx.attr.build_file), "BUILD")

# links: absolute path -> name in the repository. An absent path is no error
# before something needs it. files: label -> name in the repository.
system_repository = repository_rule(
    implementation = _system_impl,
    local = True,
    attrs = {
        "build_file": attr.label(mandatory = True, allow_single_file = True),
        "files": attr.label_keyed_string_dict(allow_files = True),
        "links": attr.string_dict(),
    },
)
