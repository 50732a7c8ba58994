"""One plain static archive of many libraries, for builds that are not Bazel's.

    paddle_static_archive(
        name = "paddle_static",
        deps = ["//framework/executor:package_libraries", ...],
        version = "1.0.0",
    )

makes the folder <name>, which may be moved anywhere:
    include/paddle/..., lib/libpaddle.a, lib/pkgconfig/paddle.pc and paddle-c.pc,
    lib/cmake/Paddle/PaddleConfig.cmake and PaddleConfigVersion.cmake
"""

_VIRTUAL = "/_virtual_includes/"

_COMMAND = """
set -euo pipefail
out=$1 headers=$2 archives=$3; shift 3
while read -r from to; do
  install -D -m 644 "$from" "$out/include/$to"
done < "$headers"
mkdir -p "$out/lib/pkgconfig" "$out/lib/cmake/Paddle"
{
  echo "create $out/lib/libpaddle.a"
  sed 's/^/addlib /' "$archives"
  echo save
} | ar -M
cp "$1" "$2" "$out/lib/pkgconfig"
cp "$3" "$4" "$out/lib/cmake/Paddle"
chmod -R u+w "$out"
"""

def _public_headers(context):
    """Maps the names of public headers, "paddle/...", to the files."""
    headers = {}
    for header in context.headers.to_list():
        _, found, path = header.path.partition(_VIRTUAL)
        if found:
            headers[path[path.index("/") + 1:]] = header
        elif header.is_source and not header.owner.workspace_name:
            headers["paddle/" + header.path] = header
    return headers

def _archives(linker_inputs, position_independent):
    found = []
    for linker_input in linker_inputs:
        for library in linker_input.libraries:
            choice = [library.pic_static_library, library.static_library]
            if not position_independent:
                choice = reversed(choice)
            found += [archive for archive in choice if archive][:1]
    return found

def _last_of_each(flags):
    """A library comes after all that need it."""
    kept = {}
    for flag in reversed(flags):
        kept.setdefault(flag, None)
    return reversed(kept.keys())

def _write_lines(ctx, suffix, lines):
    file = ctx.actions.declare_file(ctx.label.name + suffix)
    ctx.actions.write(file, "".join([line + "\n" for line in lines]))
    return file

def _fill_in(ctx, template, flags):
    file = ctx.actions.declare_file("_%s/%s" % (
        ctx.label.name,
        template.basename[:-len(".in")],
    ))
    ctx.actions.expand_template(
        output = file,
        template = template,
        substitutions = {
            "@FLAGS@": " ".join(flags),
            "@LIBRARIES@": ";".join(flags),
            "@VERSION@": ctx.attr.version,
        },
    )
    return file

def _static_archive_impl(ctx):
    info = cc_common.merge_cc_infos(
        cc_infos = [dep[CcInfo] for dep in ctx.attr.deps],
    )
    linker_inputs = info.linking_context.linker_inputs.to_list()
    headers = _public_headers(info.compilation_context)
    archives = _archives(linker_inputs, ctx.attr.position_independent)
    flags = _last_of_each([f for i in linker_inputs for f in i.user_link_flags])
    lists = [
        _write_lines(ctx, ".headers", [
            "%s %s" % (headers[name].path, name)
            for name in sorted(headers)
        ]),
        _write_lines(ctx, ".archives", [a.path for a in archives]),
    ]
    packages = [_fill_in(ctx, t, flags) for t in ctx.files._templates]
    out = ctx.actions.declare_directory(ctx.label.name)
    ctx.actions.run_shell(
        mnemonic = "StaticArchive",
        progress_message = "Packing " + ctx.label.name,
        command = _COMMAND,
        arguments = [f.path for f in [out] + lists + packages],
        inputs = headers.values() + archives + lists + packages,
        outputs = [out],
    )
    return [DefaultInfo(files = depset([out]))]

paddle_static_archive = rule(
    implementation = _static_archive_impl,
    attrs = {
        "deps": attr.label_list(providers = [CcInfo], mandatory = True),
        # For programs that are, and for shared libraries, too.
        "position_independent": attr.bool(default = True),
        "version": attr.string(mandatory = True),
        # In the order that the command takes them.
        "_templates": attr.label_list(
            allow_files = True,
            default = [Label("//tools/bazel:static/" + name) for name in [
                "paddle.pc.in",
                "paddle-c.pc.in",
                "PaddleConfig.cmake.in",
                "PaddleConfigVersion.cmake.in",
            ]],
        ),
    },
)
