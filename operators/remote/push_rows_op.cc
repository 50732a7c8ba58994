#include <cstdint>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/remote/remote_maker.h"

namespace paddle::operators {
namespace {

void DescribePushRows(framework::OpMaker* op) {
  AddPush(op, "accumulate_shard_rows");
  AddTable(op);
  op->AddAttr<bool>("idle",
                    "The trainer has no shard with rows in this step: it sends "
                    "none, with the weight 0.")
      .SetDefault(false);
  op->AddAttr<int64_t>("server",
                       "The number of the server that takes all rows, in the "
                       "order in which they come; -1: each takes those that "
                       "it has.")
      .SetDefault(-1)
      .AtLeast(-1);
  op->HasLastingEffect();
  op->AddComment(
      "Begins to send the servers of a table the rows of its gradient that a "
      "trainer's shards have given, each those that it has, or all to the "
      "server of a whole parameter, and does not wait: pull_parameter throws "
      "what goes wrong. A server divides the rows of all "
      "trainers by the sum of the weights, and runs its optimizer. Errors: "
      "FailedPrecondition if Servers or Group holds none; InvalidArgument if "
      "no shard gave anything. Source: Li et al., \"Scaling distributed "
      "machine "
      "learning with the parameter server\", 2014.");
}

void InferPushRows(framework::InferShapeContext*) {}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(push_rows, framework::ShapeFunction(InferPushRows),
                             framework::MakerFunction(DescribePushRows));
REGISTER_OP_FLOPS(push_rows, framework::NoFlops());

}  // namespace paddle::operators
