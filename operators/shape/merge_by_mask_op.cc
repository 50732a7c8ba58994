#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/operators/shape/mask_shape.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;

void DescribeMergeByMask(framework::OpMaker* op) {
  op->AddInput("InTrue",
               "The items where Mask is true: the rows of [rows, ...], or "
               "their sequences of the outermost level if there are any.");
  op->AddInput(
      "InFalse",
      "The other items, [rows, ...], of the same kind, data type and width.");
  op->AddInput("Mask", "bool, an element for each item, [items] or [items, 1].")
      .NoGradient();
  op->AddOutput("Out",
                "All items in the order of Mask, [rows, ...]; with all levels "
                "of sequences.");
  op->HasValueDependentShape();
  op->AddComment(
      "Of the rows a, c and b and the mask true, false, true: a, b, c. The "
      "reverse of split_by_mask. Errors: InvalidArgument for a Mask that is "
      "not bool or, when run, does not count as many items, and for parts of "
      "different rows, types or levels.");
}

void CheckParts(const framework::InferShapeContext& context) {
  const Dims on_true = context.InputDims("InTrue");
  Dims on_false = context.InputDims("InFalse");
  const bool rows = on_true.rank() >= 1 && on_false.rank() >= 1;
  if (rows) on_false[0] = on_true[0];
  PADDLE_ENFORCE(rows && framework::MayBeEqual(on_true, on_false),
                 InvalidArgument,
                 "merge_by_mask takes rows of one shape, not those of InTrue ",
                 on_true.ToString(), " and InFalse ",
                 context.InputDims("InFalse").ToString());
  PADDLE_ENFORCE_EQ(context.InputType("InTrue"), context.InputType("InFalse"),
                    "InTrue and InFalse must be of one data type");
  // A part that got no items in a run may have no levels, which is legal: the
  // kernel compares those that there are.
  PADDLE_ENFORCE(context.is_running() || context.LoDLevels("InTrue") ==
                                             context.LoDLevels("InFalse"),
                 InvalidArgument,
                 "merge_by_mask takes sequences of one depth, not InTrue of ",
                 context.LoDLevels("InTrue"), " and InFalse of ",
                 context.LoDLevels("InFalse"), " levels");
}

void InferMergeByMask(framework::InferShapeContext* context) {
  CheckParts(*context);
  Dims dims = context->InputDims("InTrue");
  const int levels = context->LoDLevels("InTrue");
  const int64_t items = MaskItems(*context);
  // Rows without sequences are as many as the mask has items, which is known
  // to later operators; the sum of the parts would be a symbol of its own.
  dims[0] =
      !context->is_running() && levels == 0
          ? items
          : context->sizes().Add(dims[0], context->InputDims("InFalse")[0]);
  context->SetOutput("Out", dims, context->InputType("InTrue"));
  if (!context->is_running()) context->SetLoDLevels("Out", levels);
}

}  // namespace

REGISTER_OP(merge_by_mask, framework::ShapeFunction(InferMergeByMask),
            framework::MakerFunction(DescribeMergeByMask), merge_by_mask_grad,
            framework::GradOpSchema({"Mask"}));
REGISTER_OP_FLOPS(merge_by_mask, framework::NoFlops());

}  // namespace paddle::operators
