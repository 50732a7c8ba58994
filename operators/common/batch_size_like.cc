#include "paddle/operators/common/batch_size_like.h"

#include <vector>

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

using framework::Dims;
using framework::InferShapeContext;

namespace {

int64_t BatchSize(InferShapeContext* context, int axis) {
  const int levels = context->LoDLevels("Input");
  if (axis != 0 || levels == 0 || context->Attr<bool>("count_rows")) {
    return context->InputDims("Input")[axis];
  }
  // Only a run knows the number of sequences.
  if (!context->is_running()) return context->sizes().Fresh();
  return static_cast<int64_t>(context->Offsets("Input", levels - 1).size()) - 1;
}

}  // namespace

Dims BatchSizeLikeDims(InferShapeContext* context) {
  const Dims input = context->InputDims("Input");
  Dims out(context->Attr<std::vector<int64_t>>("shape"));
  const int from = framework::NormalizeAxis(
      context->Attr<int64_t>("input_dim_idx"), input.rank());
  const int to = framework::NormalizeAxis(
      context->Attr<int64_t>("output_dim_idx"), out.rank());
  for (int axis = 0; axis < out.rank(); ++axis) {
    // -1 is legal only where the batch size goes.
    PADDLE_ENFORCE(axis == to || out[axis] >= 0, InvalidArgument, "shape of ",
                   context->op_type(), " has the size ", out[axis], " at axis ",
                   axis);
  }
  out[to] = BatchSize(context, from);
  return out;
}

void BatchSizeLikeOpMaker::AddCommon() {
  AddInput(
      "Input",
      "The tensor of rank 1 or more whose size is taken; only that is read.")
      .NoGradient()
      .ShapeOnly();
  AddOutput("Out", "Of the given shape and data type.");
  AddAttr<std::vector<int64_t>>(
      "shape", "The shape of Out; the size at output_dim_idx does not matter.")
      .LengthOfAxes()
      .AtLeast(-1);
  AddAttr<int64_t>("input_dim_idx",
                   "The axis of Input whose size is taken. Where Input has "
                   "sequences, axis 0 counts the sequences of the last level, "
                   "not their rows: one state for each.")
      .SetDefault(0);
  AddAttr<int64_t>("output_dim_idx", "The axis of Out that gets it.")
      .SetDefault(0);
  AddAttr<bool>("count_rows",
                "Axis 0 counts rows even where Input has sequences, as it did "
                "in version 1.")
      .SetDefault(false);
  SetVersion(2);
}

void CountRows(framework::proto::OpDesc* op) {
  framework::SetAttribute(op, "count_rows", true);
}

}  // namespace paddle::operators
