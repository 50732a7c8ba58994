#include "paddle/operators/elementwise/schema_base.h"

#include "absl/strings/str_cat.h"

#include "paddle/operators/common/broadcast_output.h"
#include "paddle/operators/elementwise/align.h"

namespace paddle::operators {

void ElementwiseOp::InferShape(framework::InferShapeContext* context) const {
  SetBroadcastOutput(
      context,
      AlignedDims(context->InputDims("X"), context->InputDims("Y"),
                  context->Attr<int64_t>("axis")),
      context->InputType("X"));
}

void ElementwiseOpMaker::Make() {
  AddInput("X", "The left operand, of any shape.");
  AddInput("Y",
           "The right operand. Its shape and that of X broadcast by NumPy's "
           "rule, unless axis says otherwise.");
  AddOutput("Out", "The result, of the shape to which X and Y broadcast.");
  AddAttr<int64_t>("axis",
                   "The axis of X where the first axis of Y stands; -1 aligns "
                   "the last axes. With X [N, C, H, W], Y [C] and axis 1, Y "
                   "holds one number for each channel.")
      .SetDefault(-1)
      .AtLeast(-1);
  MayReuse("Out", "X");
  AddComment(absl::StrCat("Out = ", formula_, ", element by element. ", note_,
                          " Errors: InvalidArgument for shapes that do not "
                          "broadcast, and X and Y of two data types",
                          errors_, "."));
}

}  // namespace paddle::operators
