#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/registry/precision.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

void InferMaxout(framework::InferShapeContext* ctx) {
  framework::Dims out = ctx->InputDims("X");
  const int axis =
      framework::NormalizeAxis(ctx->Attr<int64_t>("axis"), out.rank());
  const int64_t groups = ctx->Attr<int64_t>("groups");
  PADDLE_ENFORCE(out[axis] >= 0 && out[axis] % groups == 0, InvalidArgument,
                 "maxout takes ", groups, " neighbours along axis ", axis,
                 " of X ", out.ToString(),
                 ", whose size is no multiple of that");
  out[axis] /= groups;
  ctx->SetOutput("Out", out, ctx->InputType("X"));
  if (axis > 0) ctx->ShareLoD("X", "Out");
}

void DescribeMaxout(framework::OpMaker* op) {
  op->AddInput("X", "[N, C, ...]; in general of rank 1 or more.");
  op->AddOutput("Out", "[N, C / groups, ...].");
  op->AddAttr<int64_t>(
        "groups", "Of how many neighbouring channels the largest is taken.")
      .AtLeast(1);
  op->AddAttr<int64_t>("axis", "The axis of channels; negative: from the end.")
      .SetDefault(1);
  op->AddComment(
      "Out[:, c] = the largest of X[:, c * groups], ..., X[:, c * groups + "
      "groups - 1]; NaN where there is one. The gradient flows to the first of "
      "the largest. Source: Goodfellow et al., \"Maxout Networks\" (ICML "
      "2013). Errors: InvalidArgument for channels whose number is no multiple "
      "of groups; OutOfRange for an axis that X does not have.");
}

}  // namespace

REGISTER_OP(maxout, framework::ShapeFunction(InferMaxout),
            framework::MakerFunction(DescribeMaxout), maxout_grad,
            framework::GradOpSchema({"X", "Out"}));
REGISTER_PRECISION(maxout, kFollows);
REGISTER_OP_FLOPS(maxout, framework::FlopsOfEach("X", 1));

}  // namespace paddle::operators
