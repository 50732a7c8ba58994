#include <vector>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/collective/collective_maker.h"
#include "paddle/operators/common/unknown_size.h"

namespace paddle::operators {
namespace {

void DescribeRecv(framework::OpMaker* op) {
  AddGroup(op);
  op->AddOutput("Out", "The tensor that was sent, of the attribute's shape.");
  AddMessage(op, "The rank of the member that sends it.",
             "Equal to that of its send.");
  op->AddDataTypeAttr("dtype", "The data type of what is sent.");
  op->AddAttr<std::vector<int64_t>>("shape",
                                    "Its shape; -1: a size that varies.")
      .LengthOfAxes()
      .AtLeast(-1);
  op->AddAttr<int64_t>("lod_level",
                       "The levels of its sequences; 0: those that come are "
                       "left out.")
      .SetDefault(0)
      .AtLeast(0);
  op->HasValueDependentShape();
  op->AddComment(
      "Receives what a member sends: Out = X of its send with the same tag. "
      "Errors: InvalidArgument for a peer that is no other member, and for a "
      "tensor of another type or shape, or with other levels of sequences; "
      "Unavailable if it is lost.");
}

void InferRecv(framework::InferShapeContext* context) {
  framework::Dims dims;
  for (int64_t size : context->Attr<std::vector<int64_t>>("shape")) {
    dims.Append(size < 0 ? UnknownSize(context, "recv") : size);
  }
  context->SetOutput("Out", dims, context->DataTypeAttr("dtype"));
  const auto levels = static_cast<int>(context->Attr<int64_t>("lod_level"));
  // In a run the kernel sets them, together with the rows.
  if (!context->is_running()) context->SetLoDLevels("Out", levels);
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(recv, framework::ShapeFunction(InferRecv),
                             framework::MakerFunction(DescribeRecv));
REGISTER_OP_FLOPS(recv, framework::NoFlops());

}  // namespace paddle::operators
