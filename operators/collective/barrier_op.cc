#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/collective/collective_maker.h"

namespace paddle::operators {
namespace {

void DescribeBarrier(framework::OpMaker* op) {
  AddGroup(op);
  op->AddComment(
      "Waits until all members have come to it. Errors: Unavailable if a "
      "member is lost.");
}

void InferBarrier(framework::InferShapeContext*) {}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(barrier, framework::ShapeFunction(InferBarrier),
                             framework::MakerFunction(DescribeBarrier));
REGISTER_OP_FLOPS(barrier, framework::NoFlops());

}  // namespace paddle::operators
