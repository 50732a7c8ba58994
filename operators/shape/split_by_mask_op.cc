#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/operators/common/unknown_size.h"
#include "paddle/operators/shape/mask_shape.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

void DescribeSplitByMask(framework::OpMaker* op) {
  op->AddInput("X",
               "Items: the rows of [rows, ...], or their sequences of the "
               "outermost level if there are any.");
  op->AddInput("Mask", "bool, an element for each item, [items] or [items, 1].")
      .NoGradient();
  op->AddOutput("OutTrue",
                "The items where Mask is true, in order, [rows, ...]; with all "
                "levels of sequences.");
  op->AddOutput("OutFalse", "The others, [rows, ...].");
  op->HasValueDependentShape();
  op->AddComment(
      "Of the rows a, b, c and the mask true, false, true: a, c and b. "
      "merge_by_mask is the reverse. Errors: InvalidArgument for a scalar, and "
      "a Mask that is not bool or not one for each item.");
}

void InferSplitByMask(framework::InferShapeContext* context) {
  framework::Dims dims = context->InputDims("X");
  PADDLE_ENFORCE_GE(dims.rank(), 1, "X of split_by_mask is a scalar");
  const int64_t items = MaskItems(*context);
  PADDLE_ENFORCE(
      context->LoDLevels("X") > 0 || framework::MayBeEqual(items, dims[0]),
      InvalidArgument, "Mask of split_by_mask, ",
      context->InputDims("Mask").ToString(), ", does not fit the rows of X ",
      dims.ToString());
  for (const char* part : {"OutTrue", "OutFalse"}) {
    // Each part gets a symbol of its own: they have nothing in common.
    dims[0] = UnknownSize(context, "split_by_mask");
    context->SetOutput(part, dims, context->InputType("X"));
    if (context->is_running()) continue;
    context->SetLoDLevels(part, context->LoDLevels("X"));
  }
}

}  // namespace

REGISTER_OP(split_by_mask, framework::ShapeFunction(InferSplitByMask),
            framework::MakerFunction(DescribeSplitByMask), split_by_mask_grad,
            framework::GradOpSchema({"Mask"}));
REGISTER_OP_FLOPS(split_by_mask, framework::NoFlops());

}  // namespace paddle::operators
