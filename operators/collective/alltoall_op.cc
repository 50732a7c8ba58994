#include <vector>

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/collective/collective_maker.h"
#include "paddle/operators/common/unknown_size.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::DataType;
using framework::proto::OpDesc;

void DescribeAlltoall(framework::OpMaker* op) {
  op->AddInput("X",
               "Rows [rows, ...] of any type: those for member 0, then those "
               "for member 1, and so on.");
  op->AddInput("Lengths", "int64, [members]: the rows for each member.")
      .NoGradient();
  AddGroup(op);
  op->AddOutput("Out",
                "The rows from all members, in order of ranks, [rows, ...].");
  op->AddOutput("OutLengths", "int64, [members]: the rows from each member.");
  op->HasValueDependentShape();
  op->AddComment(
      "Sends each member its rows: Out = those of member 0 for this one, then "
      "those of member 1, and so on. Errors: InvalidArgument for a scalar, for "
      "lengths that are not one for each member, are negative or do not add up "
      "to the rows, and for members whose rows differ in size.");
}

void InferAlltoall(framework::InferShapeContext* context) {
  framework::Dims dims = context->InputDims("X");
  PADDLE_ENFORCE_GE(dims.rank(), 1, "X of alltoall is a scalar");
  const framework::Dims lengths = context->InputDims("Lengths");
  PADDLE_ENFORCE(
      context->InputType("Lengths") == DataType::kInt64 && lengths.rank() == 1,
      InvalidArgument, "Lengths of alltoall is an int64 [members], ", "not ",
      lengths.ToString());
  dims[0] = UnknownSize(context, "alltoall");
  context->SetOutput("Out", dims, context->InputType("X"));
  context->SetOutput("OutLengths", lengths, DataType::kInt64);
}

std::vector<OpDesc> AlltoallGradient(const OpDesc& forward,
                                     framework::GradContext* context) {
  const std::string wanted = context->InputGrad("X");
  return {framework::AsGradientOf(
      forward,
      framework::MakeOp(
          "alltoall",
          {{"X", {context->OutputGrad("Out")}},
           {"Lengths", framework::Outputs(forward, "OutLengths")},
           {"Group", framework::Inputs(forward, "Group")}},
          {{"Out", {wanted}}, {"OutLengths", {wanted + "@LENGTHS"}}}))};
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(alltoall, framework::ShapeFunction(InferAlltoall),
                             framework::MakerFunction(DescribeAlltoall));
REGISTER_GRADIENT_MAKER(alltoall, AlltoallGradient);
REGISTER_OP_FLOPS(alltoall, framework::NoFlops());

}  // namespace paddle::operators
