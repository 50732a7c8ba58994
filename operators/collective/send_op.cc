#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/collective/collective_maker.h"

namespace paddle::operators {
namespace {

void DescribeSend(framework::OpMaker* op) {
  op->AddInput("X", "A tensor of any type and shape, with its sequences.");
  AddGroup(op);
  AddMessage(op, "The rank of the member that receives it.",
             "Equal to that of its recv.");
  op->AddComment(
      "Sends a tensor to a member, whose recv with the same tag has Out = X. "
      "Errors: InvalidArgument for a peer that is no other member, and if the "
      "sizes differ; Unavailable if it is lost.");
}

void InferSend(framework::InferShapeContext*) {}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(send, framework::ShapeFunction(InferSend),
                             framework::MakerFunction(DescribeSend));
REGISTER_OP_FLOPS(send, framework::NoFlops());

}  // namespace paddle::operators
