#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/optimizer/optimizer_inputs.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

void InferCheckFiniteAndUnscale(framework::InferShapeContext* ctx) {
  const int count = ctx->InputCount("X");
  PADDLE_ENFORCE_EQ(count, ctx->OutputCount("Out"),
                    "check_finite_and_unscale has an Out for each X");
  CheckOneNumber(ctx, "Scale");
  for (int i = 0; i < count; ++i) {
    const framework::DataType type = ctx->InputType("X", i);
    PADDLE_ENFORCE(type == ctx->InputType("Scale"), InvalidArgument, "X ", i,
                   " of check_finite_and_unscale is ",
                   framework::DataTypeName(type), ", but Scale is ",
                   framework::DataTypeName(ctx->InputType("Scale")));
    if (ctx->InputIsSelectedRows("X", i)) {
      ctx->SetSelectedRows("Out", ctx->InputDims("X", i), type, i);
    } else {
      ctx->SetOutput("Out", ctx->InputDims("X", i), type, i);
      ctx->ShareLoD("X", "Out", i, i);
    }
  }
  ctx->SetOutput("FoundInfinite", {1}, framework::DataType::kBool);
}

void DescribeCheckFiniteAndUnscale(framework::OpMaker* op) {
  op->AddInput("X",
               "Gradients of a loss that was multiplied by Scale: tensors of "
               "any shape, or SelectedRows.")
      .AsList()
      .Kinds(framework::kTensorOrRows);
  op->AddInput("Scale", "One number, [] or [1], of the type of X.");
  op->AddOutput("Out", "Each X divided by Scale, with its rows and shape.")
      .AsList()
      .Kinds(framework::kTensorOrRows);
  op->AddOutput("FoundInfinite",
                "bool [1]: an element of some Out is infinite or NaN, or Scale "
                "is not a positive finite number. Out is not to be used then.");
  op->KernelTypeFrom("Scale");
  op->AddComment(
      "Out[i] = X[i] / Scale, for all gradients of a step, and whether the "
      "step is to be skipped. Source: Micikevicius et al., \"Mixed Precision "
      "Training\" (ICLR 2018), section 3.2. Errors: InvalidArgument for a "
      "Scale that is not one number, an X of another data type, and another "
      "number of Out than of X.");
}

REGISTER_OP_WITHOUT_GRADIENT(
    check_finite_and_unscale,
    framework::ShapeFunction(InferCheckFiniteAndUnscale),
    framework::MakerFunction(DescribeCheckFiniteAndUnscale));
REGISTER_OP_FLOPS(check_finite_and_unscale, framework::FlopsOfEach("X", 2));

}  // namespace paddle::operators
