#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/collective/collective_maker.h"

namespace paddle::operators {
namespace {

void DescribeAllreduceWait(framework::OpMaker* op) {
  op->AddInput("Buffer", "[numbers + 1], from allreduce_start.").NoGradient();
  op->AddInput("Pending", "From allreduce_start, without a shape.")
      .NoGradient()
      .Kinds({framework::kRaw});
  AddExchanged(op, "The X of allreduce_start, with their shapes.",
               "Like X: the mean of all members' X, weighted by their rows; of "
               "sums over several runs, that times the number of runs.");
  op->HasLastingEffect();
  op->AddComment(
      "Waits for what allreduce_start began: Out = (sum of weight * X) / (sum "
      "of weight), over all members. "
      "Errors: Unavailable if a member is lost; FailedPrecondition if all "
      "weights are 0.");
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(allreduce_wait,
                             framework::ShapeFunction(InferExchanged),
                             framework::MakerFunction(DescribeAllreduceWait));
REGISTER_OP_FLOPS(allreduce_wait, framework::NoFlops());

}  // namespace paddle::operators
