"""Sources that the build writes: a template of this folder, words replaced."""

_TEMPLATES = {
    "kernel_cc": "kernel.cc.in",
    "kernel_cu": "kernel.cu.in",
    "schema": "schema.cc.in",
    "second_gradients": "second_gradients.cc.in",
}

# Private, so that what is written does not depend on them as on a library.
_TEMPLATES_OF_RULE = {
    "_" + name: attr.label(
        allow_single_file = True,
        default = "//tools/bazel:" + file,
    )
    for name, file in _TEMPLATES.items()
}

def _filled_template_impl(ctx):
    ctx.actions.expand_template(
        output = ctx.outputs.out,
        substitutions = ctx.attr.words,
        template = getattr(ctx.file, "_" + ctx.attr.template),
    )

_filled_template = rule(
    doc = "A template with words replaced.",
    implementation = _filled_template_impl,
    attrs = dict({
        "out": attr.output(mandatory = True),
        "template": attr.string(mandatory = True, values = _TEMPLATES.keys()),
        "words": attr.string_dict(mandatory = True),
    }, **_TEMPLATES_OF_RULE),
)

def includes(headers):
    """The lines that include headers, named from the root of the repository."""
    return "\n".join(["#include \"paddle/%s\"" % h for h in headers])

def quoted(texts):
    """The texts as C++ literals, with commas between; they have no quotes."""
    return ", ".join(["\"%s\"" % text for text in texts])

def written_source(file, source, template, op_type):
    """The file, if it exists or `source` says how to write it; else None.

    Args:
      file: such as squeeze_grad_kernel.cc.
      source: a struct with `words`, what replaces what; or None.
      template: which of _TEMPLATES.
      op_type: what replaces the word op_type, also in other words.
    """
    exists = bool(native.glob([file], allow_empty = True))
    if not source:
        return file if exists else None
    if exists:
        fail(("%s: OPS has the build write %s, but there is such a file; " +
              "delete it, or what OPS says") % (native.package_name(), file))
    _filled_template(
        name = "write_" + file,
        out = file,
        template = template,
        visibility = ["//visibility:private"],
        # Last: the others contain it.
        words = dict(source.words, op_type = op_type),
    )
    return file
