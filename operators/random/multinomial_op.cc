#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/random/seed.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;

void DescribeMultinomial(framework::OpMaker* op) {
  op->AddInput("X",
               "Weights of classes, 0 or more, [classes] or [rows, classes]: "
               "probabilities that need not add up to 1.")
      .NoGradient();
  op->AddOutput("Out",
                "The classes that were drawn, int64, [num_samples] or [rows, "
                "num_samples].");
  op->AddAttr<int64_t>("num_samples", "How many are drawn of each row.")
      .SetDefault(1)
      .AtLeast(1);
  op->AddAttr<bool>("replacement",
                    "Whether a class may be drawn again; else the draws are of "
                    "what is left.")
      .SetDefault(false);
  AddSeed(op);
  op->AddComment(
      "Draws classes with probabilities proportional to their weights, one row "
      "independent of the other, on the host, for a GPU too. Without "
      "replacement by exponential waiting times. Source: Efraimidis and "
      "Spirakis, Weighted random sampling with a reservoir (2006). Errors: "
      "InvalidArgument for an X of another rank, and, when run, for a weight "
      "that is negative or no finite number, a row whose weights add up to no "
      "finite number, and one with fewer classes of positive weight than are "
      "to be drawn, naming row and class.");
}

void InferMultinomial(framework::InferShapeContext* context) {
  Dims out = context->InputDims("X");
  PADDLE_ENFORCE(out.rank() == 1 || out.rank() == 2, InvalidArgument,
                 "X of multinomial is [classes] or [rows, classes], not ",
                 out.ToString());
  const bool rows = out.rank() == 2;
  out[out.rank() - 1] = context->Attr<int64_t>("num_samples");
  context->SetOutput("Out", out, framework::DataType::kInt64);
  if (rows) context->ShareLoD("X", "Out");
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(multinomial,
                             framework::ShapeFunction(InferMultinomial),
                             framework::MakerFunction(DescribeMultinomial));
REGISTER_OP_FLOPS(multinomial, framework::NoFlops());

}  // namespace paddle::operators
