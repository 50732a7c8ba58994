"""An aspect that runs clang-tidy over each source: --config=tidy //..."""

load(
    "@bazel_tools//tools/build_defs/cc:action_names.bzl",
    "CPP_COMPILE_ACTION_NAME",
)
load("@bazel_tools//tools/cpp:toolchain_utils.bzl", "find_cpp_toolchain")

# Options of gcc that clang does not know.
_DROP = [
    "-fno-canonical-system-headers",
    "-Wno-free-nonheap-object",
    "-Wno-maybe-uninitialized",
    "-Wno-stringop-overflow",
]

_COMMAND = """
report=$1; shift
clang-tidy --quiet "$@" > $report 2>&1 && exit
grep -v 'warnings generated' $report
exit 1
"""

def _compile_flags(target, ctx):
    toolchain = find_cpp_toolchain(ctx)
    context = target[CcInfo].compilation_context
    rule = ctx.rule.attr
    options = ctx.fragments.cpp.copts + ctx.fragments.cpp.cxxopts
    features = cc_common.configure_features(
        ctx = ctx,
        cc_toolchain = toolchain,
        requested_features = ctx.features,
        unsupported_features = ctx.disabled_features,
    )
    variables = cc_common.create_compile_variables(
        cc_toolchain = toolchain,
        feature_configuration = features,
        include_directories = context.includes,
        preprocessor_defines = depset(
            getattr(rule, "local_defines", []),
            transitive = [context.defines],
        ),
        quote_include_directories = context.quote_includes,
        system_include_directories = context.system_includes,
        user_compile_flags = options + getattr(rule, "copts", []),
    )
    flags = cc_common.get_memory_inefficient_command_line(
        action_name = CPP_COMPILE_ACTION_NAME,
        feature_configuration = features,
        variables = variables,
    )
    return [flag for flag in flags if flag not in _DROP]

def _is_checked(file):
    """Kernels that the build writes are, since they instantiate our headers."""
    return file.extension == "cc" and (
        file.is_source or file.basename.endswith("_kernel.cc")
    )

def _tidy(target, ctx):
    if CcInfo not in target or ctx.label.workspace_name:
        return [OutputGroupInfo(tidy = depset())]
    sources = [
        file
        for src in getattr(ctx.rule.attr, "srcs", [])
        for file in src.files.to_list()
        if _is_checked(file)
    ]
    reports = []
    flags = _compile_flags(target, ctx) if sources else []
    headers = target[CcInfo].compilation_context.headers
    for src in sources:
        report = ctx.actions.declare_file(
            "%s.%s.tidy" % (src.basename, ctx.label.name),
        )
        ctx.actions.run_shell(
            mnemonic = "ClangTidy",
            command = _COMMAND,
            arguments = [
                report.path,
                "--config-file=" + ctx.file._config.path,
                src.path,
                "--",
            ] + flags,
            inputs = depset([src, ctx.file._config], transitive = [headers]),
            outputs = [report],
        )
        reports.append(report)
    return [OutputGroupInfo(tidy = depset(reports))]

tidy = aspect(
    implementation = _tidy,
    attrs = {
        "_cc_toolchain": attr.label(
            default = "@bazel_tools//tools/cpp:current_cc_toolchain",
        ),
        "_config": attr.label(
            allow_single_file = True,
            default = "//:.clang-tidy",
        ),
    },
    fragments = ["cpp"],
    incompatible_use_toolchain_transition = True,
    toolchains = ["@bazel_tools//tools/cpp:toolchain_type"],
)
