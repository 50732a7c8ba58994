"""Schema sources that the build writes from schema.cc.in.

An operator that differs from its neighbours in a word needs no file that says
only this; its entry in OPS does:

    # operators/logical/ops.bzl, in place of less_than_op.cc
    op(
        "less_than",
        schema = declared(
            "ComparisonOp",
            "ComparisonOpMaker",
            "operators/logical/schema_base.h",
            flops = flops_of_each("Out"),
            texts = ["X < Y"],
        ),
        kernel_deps = ...,
    )
"""

load(":filled_template.bzl", "includes", "quoted")

_WITH_GRADIENT = """REGISTER_OP(op_type, %s, %s, op_type_grad,
            %s);"""
_WITHOUT_GRADIENT = "REGISTER_OP_WITHOUT_GRADIENT(op_type, %s, %s);"
_ATTR_INPUT = "\nREGISTER_ATTR_INPUT(op_type, %s, %s);"
_MAKER = "\nREGISTER_GRADIENT_MAKER(op_type, %s);"

def _library(header):
    folder, _, file = header.rpartition("/")
    return (folder, file[:-len(".h")])

def declared(
        shape,
        maker,
        header,
        flops,
        texts = None,
        gradient = None,
        gradient_maker = None,
        gradient_flops = None,
        precision = None,
        attr_inputs = {}):
    """The source that registers a schema made of parts that `header` declares.

    Args:
      shape: the class of the shape function, or a construction: "PoolOp(3)".
      maker: that of the maker; with `texts`, a class.
      header: from the root of the repository; the library of its name is added
        to the operator's dependencies.
      flops: what REGISTER_OP_FLOPS takes.
      texts: what the constructor of the maker takes.
      gradient: the schema of <name>_grad, or the list of the slots that a
        GradOpSchema reads; without it there is no such operator.
      gradient_maker: what REGISTER_GRADIENT_MAKER takes, if anything.
      gradient_flops: the third argument of REGISTER_OP_FLOPS, if it has one.
      precision: what REGISTER_PRECISION takes, if anything.
      attr_inputs: the slot of each attribute that REGISTER_ATTR_INPUT lets come
        from an input.
    """
    if texts:
        maker += "(%s)" % quoted(texts)
    if type(gradient) == "list":
        gradient = "framework::GradOpSchema({%s})" % quoted(gradient)
    if gradient:
        registration = _WITH_GRADIENT % (shape, maker, gradient)
    else:
        registration = _WITHOUT_GRADIENT % (shape, maker)
    if gradient_maker:
        registration += _MAKER % gradient_maker
    headers = [header]
    if precision:
        registration += "\nREGISTER_PRECISION(op_type, %s);" % precision
        headers.append("framework/registry/precision.h")
    for attribute, slot in attr_inputs.items():
        registration += _ATTR_INPUT % (attribute, slot)
    if attr_inputs:
        headers.append("framework/registry/attr_inputs.h")
    return struct(
        deps = [str(Label("//%s:%s" % _library(h))) for h in headers],
        words = {
            "#include \"paddle/header_of_parts\"": includes(headers),
            "FlopsFormula": ", ".join([flops] + ([gradient_flops] if gradient_flops else [])),
            "REGISTRATION": registration,
        },
    )

def flops_of_each(slot, operations = 1):
    """For REGISTER_OP_FLOPS: so many operations for each element of a slot."""
    return "framework::FlopsOfEach(\"%s\", %d)" % (slot, operations)
