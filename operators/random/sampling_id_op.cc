#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/random/seed.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;

void DescribeSamplingId(framework::OpMaker* op) {
  op->AddInput(
        "X",
        "The probabilities of classes, 0 or more, [rows, classes], such as "
        "softmax gives; a row need not add up to 1.")
      .NoGradient();
  op->AddOutput("Out", "The class that was drawn for each row, int64, [rows].");
  AddSeed(op);
  op->AddComment(
      "Out[i] = a class c, drawn with the probability X[i, c] / sum(X[i]): "
      "multinomial with one sample. Errors: InvalidArgument for an X that is "
      "no matrix, and, when run, for a probability that is negative or no "
      "finite number, a row whose sum is none, and a row without a positive "
      "one, naming row and class.");
}

void InferSamplingId(framework::InferShapeContext* context) {
  const Dims x = context->InputDims("X");
  PADDLE_ENFORCE(x.rank() == 2, InvalidArgument,
                 "X of sampling_id is [rows, classes], not ", x.ToString());
  context->SetOutput("Out", Dims({x[0]}), framework::DataType::kInt64);
  context->ShareLoD("X", "Out");
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(sampling_id,
                             framework::ShapeFunction(InferSamplingId),
                             framework::MakerFunction(DescribeSamplingId));
REGISTER_OP_FLOPS(sampling_id, framework::NoFlops());

}  // namespace paddle::operators
