#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/collective/collective_maker.h"

namespace paddle::operators {
namespace {

void DescribeBarrier(framework::OpMaker* op) {
  AddGroup(op);
  op->AddComment(
      "Waits until all members have come to it. Errors: FailedPrecondition if "
      "Group holds no group; Unavailable if a member is lost. Source: Hensgen, "
      "Finkel and Manber, \"Two algorithms for barrier synchronization\", "
      "1988.");
}

void InferBarrier(framework::InferShapeContext*) {}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(barrier, framework::ShapeFunction(InferBarrier),
                             framework::MakerFunction(DescribeBarrier));
REGISTER_OP_FLOPS(barrier, framework::NoFlops());

}  // namespace paddle::operators
