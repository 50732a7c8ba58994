#include <string>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/loss/schema_base.h"

namespace paddle::operators {
namespace {

void InferKlDiv(framework::InferShapeContext* context) {
  CheckAlike(*context, "Target", "X");
  if (context->Attr<std::string>("reduction") == "none") {
    context->ShareShape("X", "Loss");
  } else {
    context->SetOutput("Loss", {}, context->InputType("X"));
  }
}

class KlDivOpMaker : public ElementLossOpMaker {
 public:
  void Make() override {
    AddInput("X", "Logarithms of the predicted probabilities, of any shape.");
    AddInput("Target", "The true probabilities; like X.");
    AddOutput("Loss", "Of the shape of X without reduction; else a scalar.");
    AddAttr<std::string>("reduction",
                         "none; or the mean of all elements, their sum, or "
                         "batchmean: the sum divided by the number of rows.")
        .OneOf({"none", "mean", "sum", "batchmean"})
        .SetDefault("mean");
    AddFormula(
        "Target * (log(Target) - X), 0 where Target is not positive: how far "
        "the distribution X is from Target. Source: Kullback and Leibler, \"On "
        "Information and Sufficiency\" (1951).");
  }
};

}  // namespace

REGISTER_OP(kl_div, framework::ShapeFunction(InferKlDiv), KlDivOpMaker,
            kl_div_grad, framework::GradOpSchema({"X", "Target"}));
REGISTER_OP_FLOPS(kl_div, framework::FlopsOfLargest(4));

}  // namespace paddle::operators
