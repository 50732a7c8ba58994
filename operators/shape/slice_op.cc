#include <vector>

#include "paddle/framework/registry/attr_inputs.h"
#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/registry/precision.h"
#include "paddle/operators/shape/slice_range.h"

namespace paddle::operators {
namespace {

using framework::Dims;
using Numbers = std::vector<int64_t>;

void DescribeSlice(framework::OpMaker* op) {
  op->AddInput("Input", "Tensor of any shape.");
  op->AddOutput(
      "Out", "The part of it, of its rank but for the axes of decrease_axis.");
  op->AddAttr<Numbers>("axes",
                       "The axes that are cut; negative ones count from the "
                       "end. Of the others all is taken.")
      .LengthOfAxes();
  op->AddAttr<Numbers>("starts", "Where the part begins, for each of axes.")
      .LengthOf("axes");
  op->AddAttr<Numbers>("ends", "The index behind its last, for each of axes.")
      .LengthOf("axes");
  op->AddAttr<Numbers>("strides",
                       "The steps from element to element, not 0; negative "
                       "ones go backwards. Left out: all 1.")
      .SetDefault({})
      .LengthOf("axes")
      .OrNone();
  op->AddAttr<Numbers>("decrease_axis",
                       "Those of axes that Out does not have: the one element "
                       "at start is taken, which must exist.")
      .SetDefault({})
      .LengthOfAxes();
  op->AddComment(
      "Out = Input[..., start:end:stride, ...], as in NumPy: negative numbers "
      "count from the end, and what lies outside is cut off. With axes 0, "
      "starts 1 and ends 3 of the rows a, b, c, d: b, c. Errors: "
      "InvalidArgument for lists of different lengths, a stride of 0 and an "
      "axis that is named twice; OutOfRange for an axis that is not there, and "
      "for an element of decrease_axis that is not.");
}

// True if all rows are taken, in their order. A symbol for all of them is the
// symbol of the axis.
bool KeepsRows(const Dims& dims, const TensorSlice& slice) {
  const SliceRange& rows = slice.ranges[0];
  return dims.rank() > 0 && !slice.dropped[0] && rows.step > 0 &&
         rows.size == dims[0];
}

void InferSlice(framework::InferShapeContext* context) {
  const Dims dims = context->InputDims("Input");
  const TensorSlice slice = SliceOf(
      dims,
      {context->Attr<Numbers>("axes"), context->Attr<Numbers>("starts"),
       context->Attr<Numbers>("ends"), context->Attr<Numbers>("strides"),
       context->Attr<Numbers>("decrease_axis")},
      &context->sizes());
  Dims out;
  for (int axis = 0; axis < dims.rank(); ++axis) {
    if (!slice.dropped[axis]) out.Append(slice.ranges[axis].size);
  }
  context->SetOutput("Out", out, context->InputType("Input"));
  if (KeepsRows(dims, slice)) context->ShareLoD("Input", "Out");
}

}  // namespace

REGISTER_OP(slice, framework::ShapeFunction(InferSlice),
            framework::MakerFunction(DescribeSlice), slice_grad,
            framework::GradOpSchema({}));
REGISTER_ATTR_INPUT(slice, axes, AxesTensor);
REGISTER_ATTR_INPUT(slice, starts, StartsTensor);
REGISTER_ATTR_INPUT(slice, ends, EndsTensor);
REGISTER_ATTR_INPUT(slice, strides, StridesTensor);
REGISTER_PRECISION(slice, kFollows);
REGISTER_OP_FLOPS(slice, framework::NoFlops());

}  // namespace paddle::operators
