"""Sources for GPUs: cuda_library, and gpu_half, which gives other rules one.

cuda_library is compiled by nvcc, and empty without --cuda. Under
--cuda_emulated the processor plays the GPU: the C++ compiler sees the source.
"""

load("@bazel_skylib//rules:common_settings.bzl", "BuildSettingInfo")
load("@bazel_tools//tools/cpp:toolchain_utils.bzl", "find_cpp_toolchain")
load("@rules_cc//cc:defs.bzl", "cc_library")

_SETTINGS = "//tools/bazel/settings:"
WITH_CUDA = str(Label(_SETTINGS + "with_cuda"))
WITH_CUDA_OF_NVIDIA = str(Label(_SETTINGS + "with_cuda_of_nvidia"))
WITH_EMULATED_CUDA = str(Label(_SETTINGS + "with_emulated_cuda"))

_NVCC = "/usr/local/cuda/bin/nvcc"

# -objtemp: names of temporary files end up in the object; without it no two
# compilations give the same bytes, and caches miss.
_FLAGS = [
    "-c",
    "-std=c++17",
    "-x",
    "cu",
    "-objtemp",
    "-diag-suppress=20012",
    "-ccbin",
    "/usr/bin/g++",
    "--expt-relaxed-constexpr",
    "--expt-extended-lambda",
    "-Xcompiler",
    "-fPIC",
]

# For this repository alone, as for C++. One of the warnings is about calls of
# host functions, which would fail at run time.
_WERROR = ["-Werror", "all-warnings"]

def _add_architectures(args, archs):
    for arch in archs:
        args.add("-gencode=arch=compute_%s,code=sm_%s" % (arch, arch))
    args.add("-gencode=arch=compute_%s,code=compute_%s" %
             (archs[-1], archs[-1]))

def _add_context(args, context, workspace_name):
    defines = depset(transitive = [context.defines, context.local_defines])
    args.add_all(defines, format_each = "-D%s")
    if not workspace_name:
        args.add("-I..")  # As _above_the_root in cc.bzl.
    args.add_all(context.includes, format_each = "-I%s")
    args.add_all(context.system_includes, before_each = "-isystem")

    # nvcc itself ignores -iquote.
    args.add_all(
        context.quote_includes,
        before_each = "-Xcompiler",
        format_each = "-iquote,%s",
    )

def _compile(ctx, source, context, headers):
    object = ctx.actions.declare_file(
        "_objs/%s/%s.o" % (ctx.label.name, source.basename),
    )
    debug = ctx.var["COMPILATION_MODE"] == "dbg"
    args = ctx.actions.args()
    args.add_all(_FLAGS)
    if not ctx.label.workspace_name:
        args.add_all(_WERROR)
    args.add_all(["-g", "-O0"] if debug else ["-O2", "-DNDEBUG"])
    args.add(source)
    args.add("-o", object)
    _add_architectures(args, ctx.attr._architectures[BuildSettingInfo].value)
    _add_context(args, context, ctx.label.workspace_name)
    args.add_all(ctx.attr.local_defines, format_each = "-D%s")
    args.add_all(ctx.attr.copts)
    ctx.actions.run(
        mnemonic = "NvccCompile",
        progress_message = "Compiling " + source.short_path,
        executable = _NVCC,
        arguments = [args],
        inputs = depset([source], transitive = [context.headers, headers]),
        outputs = [object],
        # nvcc names files in /tmp after its pid, which a sandbox repeats.
        env = {"PATH": "/usr/bin:/bin", "TMPDIR": object.dirname},
    )
    return object

def _link(ctx, objects):
    toolchain = find_cpp_toolchain(ctx)
    features = cc_common.configure_features(
        ctx = ctx,
        cc_toolchain = toolchain,
        requested_features = ctx.features,
        unsupported_features = ctx.disabled_features,
    )
    linking, _ = cc_common.create_linking_context_from_compilation_outputs(
        actions = ctx.actions,
        name = ctx.label.name,
        feature_configuration = features,
        cc_toolchain = toolchain,
        compilation_outputs = cc_common.create_compilation_outputs(
            objects = objects,
            pic_objects = objects,
        ),
        linking_contexts = [d[CcInfo].linking_context for d in ctx.attr.deps],
        user_link_flags = ctx.attr.linkopts,
        alwayslink = ctx.attr.alwayslink,
        disallow_dynamic_library = True,
    )
    return linking

def _cuda_library(ctx):
    own = cc_common.create_compilation_context(
        headers = depset(ctx.files.hdrs),
    )
    info = cc_common.merge_cc_infos(
        direct_cc_infos = [CcInfo(compilation_context = own)],
        cc_infos = [d[CcInfo] for d in ctx.attr.deps],
    )
    if not ctx.attr._cuda[BuildSettingInfo].value or not ctx.files.srcs:
        return [DefaultInfo(), info]
    headers = depset([
        f
        for f in ctx.files.hdrs + ctx.files.srcs
        if f.extension in ("h", "cuh")
    ])
    context = info.compilation_context
    objects = depset([
        _compile(ctx, source, context, headers)
        for source in ctx.files.srcs
        if source.extension in ("cu", "cc")
    ])
    return [
        DefaultInfo(files = objects),
        CcInfo(
            compilation_context = context,
            linking_context = _link(ctx, objects),
        ),
    ]

cuda_library = rule(
    implementation = _cuda_library,
    attrs = {
        "alwayslink": attr.bool(),
        "copts": attr.string_list(),
        "deps": attr.label_list(providers = [CcInfo]),
        "hdrs": attr.label_list(allow_files = [".cuh", ".h"]),
        "linkopts": attr.string_list(),
        "local_defines": attr.string_list(),
        "srcs": attr.label_list(allow_files = [".cu", ".cc", ".cuh", ".h"]),
        "_architectures": attr.label(
            default = "//tools/bazel/settings:cuda_architectures",
        ),
        "_cc_toolchain": attr.label(
            default = "@bazel_tools//tools/cpp:current_cc_toolchain",
        ),
        "_cuda": attr.label(default = "//tools/bazel/settings:cuda"),
    },
    fragments = ["cpp"],
    toolchains = ["@bazel_tools//tools/cpp:toolchain_type"],
    incompatible_use_toolchain_transition = True,
)

def _renamed_file_impl(ctx):
    ctx.actions.symlink(output = ctx.outputs.out, target_file = ctx.file.src)

_renamed_file = rule(
    doc = "A file under another name.",
    implementation = _renamed_file_impl,
    attrs = {
        "out": attr.output(mandatory = True),
        "src": attr.label(allow_single_file = True, mandatory = True),
    },
)

def gpu_half(name, source, deps, copts, testonly = False):
    """<name>_cuda or <name>_emulated of one .cu file, as the build says.

    Args:
      name: of the target whose half this is.
      source: the .cu file.
      deps: what it uses, its own header among it.
      copts: of the emulated half.
      testonly: as usual.

    Returns:
      What the target adds to its own deps: a select().
    """
    cuda_library(
        name = name + "_cuda",
        srcs = [source],
        alwayslink = True,
        deps = deps,
        testonly = testonly,
    )

    # Under another name, not included by another file: gcc warns of lambdas that
    # capture types of an anonymous namespace which stands in an included file.
    generated = name + "_emulated.cc"
    _renamed_file(
        name = name + "_emulated_source",
        src = source,
        out = generated,
        tags = ["manual"],
        visibility = ["//visibility:private"],
    )
    cc_library(
        name = name + "_emulated",
        srcs = select({
            WITH_EMULATED_CUDA: [generated],
            "//conditions:default": [],
        }),
        alwayslink = True,
        copts = copts + ["-Wno-unknown-pragmas"],
        deps = deps,
        testonly = testonly,
    )
    return select({
        WITH_CUDA: [":" + name + "_cuda"],
        WITH_EMULATED_CUDA: [":" + name + "_emulated"],
        "//conditions:default": [],
    })

def gpu_compiled(name, srcs, deps, copts, testonly = False):
    """<name>_for_cuda: C++ sources compiled for GPUs, in builds that have these.

    Nothing in them runs on a GPU; platform/target_device.h tells them that they
    call what does. So the C++ compiler sees them, and the emulated GPU shares
    the objects.

    Args:
      name: of the target, which compiles the sources for the CPU.
      srcs: the sources.
      deps: what they use.
      copts: as of the target.
      testonly: as usual.

    Returns:
      What the target adds to its own deps: a select().
    """
    cc_library(
        name = name + "_for_cuda",
        srcs = select({
            WITH_CUDA: srcs,
            WITH_EMULATED_CUDA: srcs,
            "//conditions:default": [],
        }),
        alwayslink = True,
        copts = copts,
        local_defines = ["PADDLE_FOR_CUDA"],
        deps = deps,
        testonly = testonly,
    )
    return select({
        WITH_CUDA: [":" + name + "_for_cuda"],
        WITH_EMULATED_CUDA: [":" + name + "_for_cuda"],
        "//conditions:default": [],
    })

# For `target_compatible_with`: skips a target in builds without code for GPUs.
NEEDS_GPU_CODE = select({
    WITH_CUDA: [],
    WITH_EMULATED_CUDA: [],
    "//conditions:default": ["@platforms//:incompatible"],
})

# Marks sources that need cuBLAS and cuDNN as incompatible with builds that
# lack them.
NEEDS_NVIDIA_LIBRARIES = select({
    WITH_CUDA_OF_NVIDIA: [],
    "//conditions:default": ["@platforms//:incompatible"],
})
