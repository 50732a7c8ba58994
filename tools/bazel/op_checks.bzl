"""The checks that stop the build of an operator family, each with advice."""

def check_family(family, ops, entry):
    """Files and OPS name the same operators, and no op uses another.

    Args:
      family: the name of the folder.
      ops: its OPS.
      entry: the macro of ops.bzl that adds an operator, such as "_activation".
    """
    _check_listed(family, ops, entry)
    for op in ops:
        _check_header(family, op)
        _check_independent(family, op)

def _check_listed(family, ops, entry):
    """Each <x>_op.cc is in OPS; each of OPS has its file, or says `schema`."""
    listed = [o.name for o in ops]
    if len(listed) != len({n: None for n in listed}):
        fail("%s: an op stands twice in OPS" % family)
    found = [f[:-len("_op.cc")] for f in native.glob(["*_op.cc"])]
    for name in found:
        if name not in listed:
            fail("%s: %s_op.cc is not in OPS; add to ops.bzl:\n    %s(\"%s\")," %
                 (family, name, entry, name))
    for op in ops:
        if op.name not in found and not op.schema:
            fail(("%s: \"%s\" is in OPS but %s_op.cc does not exist; write " +
                  "it, or say schema = declared(...)") %
                 (family, op.name, op.name))

def _check_header(family, op):
    """The header that the kernels share exists."""
    if op.header_deps != None and not native.glob(
        [op.name + ".h"],
        allow_empty = True,
    ):
        fail(("%s: \"%s\" is in OPS but %s.h, which says what it computes, " +
              "does not exist") % (family, op.name, op.name))

def _check_independent(family, op):
    """An op uses no other op's code; what its gradient writes is `emits`."""
    deps = op.schema_deps + op.kernel_deps + op.grad_kernel_deps
    for dep in deps + (op.header_deps or []):
        target = dep.split("/")[-1].split(":")[-1]
        if target.endswith(("_op", "_ops", "_schema", "_schemas")):
            fail(("%s: op %s depends on %s, another op. An op that the " +
                  "gradient writes belongs in emits; code that both need, " +
                  "in //operators/common or //operators/math.") %
                 (family, op.name, dep))

def check_headers(family, ops, entry):
    """Checks that, where operators are headers, each header has an entry or a
    library.

    The family's libraries stand above it: what is below is not seen.
    """
    if not [o for o in ops if o.header_deps != None]:
        return
    owned = {
        label.split(":")[-1]: True
        for rule in native.existing_rules().values()
        for label in rule.get("hdrs") or []
    }
    for header in native.glob(["*.h"]):
        if header not in owned:
            fail(("%s: neither OPS nor a library above the family names %s; " +
                  "add to ops.bzl:\n    %s(\"%s\"),\nor a library to BUILD") %
                 (family, header, entry, header[:-len(".h")]))
