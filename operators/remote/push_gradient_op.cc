#include <cstdint>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/remote/remote_maker.h"

namespace paddle::operators {
namespace {

void DescribePushGradient(framework::OpMaker* op) {
  AddPush(op, "accumulate_shard");
  op->AddAttr<int64_t>("server", "The number of the server that takes it.")
      .SetDefault(0)
      .AtLeast(0);
  op->HasLastingEffect();
  op->AddComment(
      "Begins to send a server the sums of a trainer's shards, and does not "
      "wait: pull_parameter throws what goes wrong. The server adds up those "
      "of all trainers, divides them by the sum of the weights, and runs its "
      "optimizer. Errors: FailedPrecondition if Servers or Group holds none; "
      "InvalidArgument if no shard gave anything, and for a server that the "
      "job does not have. Source: Li et al., \"Scaling distributed machine "
      "learning with the parameter server\", 2014.");
}

void InferPushGradient(framework::InferShapeContext*) {}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(push_gradient,
                             framework::ShapeFunction(InferPushGradient),
                             framework::MakerFunction(DescribePushGradient));
REGISTER_OP_FLOPS(push_gradient, framework::NoFlops());

}  // namespace paddle::operators
