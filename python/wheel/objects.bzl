"""linked_objects: what a link would read, for a link that joins three builds."""

def _is_kernel(owner):
    """True if the speed of a library depends on the instruction set."""
    if owner.workspace_name:
        return False
    if owner.package == "platform":
        return owner.name == "random"
    return (owner.package + "/").startswith("operators/") and \
           not owner.name.endswith("_schema")

def _impl(ctx):
    linker_inputs = depset(
        transitive = [dep[CcInfo].linking_context.linker_inputs for dep in ctx.attr.deps],
        order = "topological",
    ).to_list()
    files = {}
    flags = {}
    for linker_input in linker_inputs:
        for flag in linker_input.user_link_flags:
            flags[flag] = True
        kernel = _is_kernel(linker_input.owner)
        if ctx.attr.kernels_only and not kernel:
            continue
        for library in linker_input.libraries:
            for file in library.pic_objects or library.objects or []:
                files[file] = kernel
    ctx.actions.write(ctx.outputs.manifest, json.encode_indent({
        "flags": flags.keys(),
        "objects": [
            {"kernel": kernel, "path": file.path, "name": file.short_path}
            for file, kernel in files.items()
        ],
    }))
    return [DefaultInfo(files = depset([ctx.outputs.manifest] + files.keys()))]

# <name>.json lists the object files of deps and all below, and the flags that
# link them; building <name> builds them too.
linked_objects = rule(
    implementation = _impl,
    attrs = {
        "deps": attr.label_list(mandatory = True, providers = [CcInfo]),
        "kernels_only": attr.bool(
            doc = "Only what is worth compiling for each processor.",
        ),
    },
    outputs = {"manifest": "%{name}.json"},
)
