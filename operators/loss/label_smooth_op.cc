#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/operators/common/same_op_gradient.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;

void CheckPrior(const framework::InferShapeContext& context, int64_t classes) {
  const Dims prior = context.InputDims("PriorDist");
  PADDLE_ENFORCE((framework::MayBeEqual(prior, {classes}) ||
                  framework::MayBeEqual(prior, {1, classes})) &&
                     context.InputType("PriorDist") == context.InputType("X"),
                 InvalidArgument, "PriorDist ", prior.ToString(),
                 " of label_smooth must hold one number, of the type of X, for "
                 "each class of X ",
                 context.InputDims("X").ToString());
}

void InferLabelSmooth(framework::InferShapeContext* context) {
  const Dims x = context->InputDims("X");
  PADDLE_ENFORCE(x.rank() > 0, InvalidArgument,
                 "X of label_smooth needs an axis of classes, but is ",
                 x.ToString());
  if (context->HasInput("PriorDist")) CheckPrior(*context, x.at(-1));
  context->ShareShape("X", "Out");
}

void DescribeLabelSmooth(framework::OpMaker* op) {
  op->AddInput("X",
               "Probabilities of classes, [..., classes], such as one-hot.");
  op->AddInput("PriorDist",
               "What they are mixed with, [classes] or [1, classes]; 1 / "
               "classes if left out.")
      .AsOptional()
      .NoGradient();
  op->AddOutput("Out", "The mixed probabilities; like X.");
  op->AddAttr<double>("epsilon", "The part of PriorDist in the mixture.")
      .SetDefault(0)
      .AtLeast(0)
      .AtMost(1);
  op->MayReuse("Out", "X");
  op->AddComment(
      "Out = (1 - epsilon) * X + epsilon * PriorDist. Source: Szegedy et al., "
      "\"Rethinking the Inception Architecture for Computer Vision\" (CVPR "
      "2016). Errors: InvalidArgument for a scalar X, and a PriorDist that is "
      "not one number for each class, of the type of X.");
}

// dX = (1 - epsilon) * dOut
framework::AttributeMap RestOfEpsilon(const framework::proto::OpDesc& forward) {
  return {{"scale", 1 - framework::GetAttr<double>(forward, "epsilon")}};
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(label_smooth,
                             framework::ShapeFunction(InferLabelSmooth),
                             framework::MakerFunction(DescribeLabelSmooth));
REGISTER_GRADIENT_MAKER(label_smooth, OneOpGradient("scale", RestOfEpsilon));
REGISTER_OP_FLOPS(label_smooth, framework::FlopsOfLargest(4));

}  // namespace paddle::operators
