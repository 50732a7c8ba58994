#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/random/seed.h"

namespace paddle::operators {
namespace {

void DescribeBernoulli(framework::OpMaker* op) {
  op->AddInput("X", "Probabilities, of any shape.").NoGradient();
  op->AddOutput("Out", "0 or 1, of the shape and the data type of X.");
  AddSeed(op);
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
