#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/collective/collective_maker.h"

namespace paddle::operators {
namespace {

void DescribeSendWait(framework::OpMaker* op) {
  op->AddInput("X",
               "That of send_start, of any type and shape, whose memory stays "
               "until now.")
      .NoGradient();
  op->AddInput("Pending", "From send_start, without a shape.")
      .NoGradient()
      .Kinds({framework::kRaw});
  AddGroup(op);
  AddMessage(op, "The peer of send_start.", "The tag of send_start.");
  op->AddComment(
      "Waits until X, which send_start began to send, has left; the other "
      "member's recv has Out = X. Errors: Unavailable "
      "if a member is lost; InvalidArgument if the sizes differ.");
}

void InferSendWait(framework::InferShapeContext*) {}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(send_wait, framework::ShapeFunction(InferSendWait),
                             framework::MakerFunction(DescribeSendWait));
REGISTER_OP_FLOPS(send_wait, framework::NoFlops());

}  // namespace paddle::operators
