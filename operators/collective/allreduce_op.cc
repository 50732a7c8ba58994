#include <string>
#include <vector>

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/collective/collective_maker.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::NameList;
using framework::proto::OpDesc;

void DescribeAllreduce(framework::OpMaker* op) {
  AddExchanged(op, "Numbers of any shape; shapes are equal for all members.",
               "The reduction of all members' X, element by element.");
  AddGroup(op);
  op->AddAttr<std::string>("reduce", "What becomes of the members' numbers.")
      .SetDefault("sum")
      .OneOf({"sum", "mean", "max", "min"});
  AddOrder(op);
  op->AddComment(
      "Out[i] = the sum (mean, maximum, minimum) of X[i] over all members. "
      "Numbers are added along one tree over the shards of the job, so that "
      "the bits depend neither on timing nor on how the members are connected, "
      "unless the order is fast. "
      "Errors: InvalidArgument for the mean of numbers that are not of "
      "floating point, and for truth values; Unavailable if a member is lost.");
}

void InferAllreduce(framework::InferShapeContext* context) {
  InferExchanged(context);
  if (context->Attr<std::string>("reduce") != "mean") return;
  for (int i = 0; i < context->InputCount("X"); ++i) {
    CheckFloating(*context, "X", i);
  }
}

// All members have the same Out, so that each member's X adds to the losses of
// all: its gradient is the reduction of all members' gradients.
std::vector<OpDesc> AllreduceGradient(const OpDesc& forward,
                                      framework::GradContext* context) {
  const auto reduce = framework::GetAttr<std::string>(forward, "reduce");
  PADDLE_ENFORCE(reduce == "sum" || reduce == "mean", Unimplemented,
                 "the gradient of allreduce with reduce = ", reduce);
  const NameList grads = context->OutputGradsOrZeros("Out");
  const NameList wanted = context->InputGrads("X");
  NameList from, to;
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i].empty()) continue;
    from.push_back(grads[i]);
    to.push_back(wanted[i]);
  }
  OpDesc grad = framework::MakeOp(
      "allreduce",
      {{"X", from}, {"Group", framework::Inputs(forward, "Group")}},
      {{"Out", to}});
  framework::SetAttribute(&grad, "reduce", reduce);
  framework::SetAttribute(&grad, "order",
                          framework::GetAttr<std::string>(forward, "order"));
  return {framework::AsGradientOf(forward, grad)};
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(allreduce,
                             framework::ShapeFunction(InferAllreduce),
                             framework::MakerFunction(DescribeAllreduce));
REGISTER_GRADIENT_MAKER(allreduce, AllreduceGradient);
REGISTER_OP_FLOPS(allreduce, framework::NoFlops());

}  // namespace paddle::operators
