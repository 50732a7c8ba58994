#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {
namespace {

void DescribeBernoulli(framework::OpMaker* op) {
  op->AddInput("X", "Probabilities, of any shape.").NoGradient();
  op->AddOutput("Out", "0 or 1, of the shape and the data type of X.");
  op->AddAttr<int64_t>(
        "seed",
        "Replaces the program's seed unless it is 0. The numbers "
        "are a function of seed, operator and step: the same "
        "for any number of threads.")
      .SetDefault(0);
  op->IsRandom();
  op->AddComment(
      "Out = 1 with the probability X, else 0, element by element. A number "
      "below 0 counts as 0, one above 1 as 1, and NaN as 0. There is no "
      "gradient. Errors: none beside those of every operator.");
}

void InferBernoulli(framework::InferShapeContext* context) {
  context->ShareShape("X", "Out");
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(bernoulli,
                             framework::ShapeFunction(InferBernoulli),
                             framework::MakerFunction(DescribeBernoulli));
REGISTER_OP_FLOPS(bernoulli, framework::NoFlops());

}  // namespace paddle::operators
