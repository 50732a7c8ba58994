#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/collective/collective_maker.h"

namespace paddle::operators {
namespace {

void DescribeSendStart(framework::OpMaker* op) {
  op->AddInput("X", "A tensor of any type and shape, with its sequences.")
      .NoGradient();
  AddGroup(op);
  AddMessage(op, "The rank of the member that receives it.",
             "Equal to that of its recv.");
  op->AddOutput("Pending", "The message under way, without a shape.")
      .Kinds({framework::kRaw});
  op->AddComment(
      "Begins to send a tensor to a member, whose recv with the same tag has "
      "Out = X; X stays as it is until send_wait. Errors: InvalidArgument for "
      "a peer that is no other member.");
}

void InferSendStart(framework::InferShapeContext* context) {
  context->SetRaw("Pending");
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(send_start,
                             framework::ShapeFunction(InferSendStart),
                             framework::MakerFunction(DescribeSendStart));
REGISTER_OP_FLOPS(send_start, framework::NoFlops());

}  // namespace paddle::operators
