#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/operators/common/unknown_size.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;
using framework::InferShapeContext;

void DescribeRange(framework::OpMaker* op) {
  op->AddInput("Start", "The first number, one element.").NoGradient();
  op->AddInput("End", "What is not reached, one element of the same data type.")
      .NoGradient();
  op->AddInput("Step",
               "The distance, one element of the same data type; not 0.")
      .NoGradient();
  op->AddOutput("Out", "The numbers, [n], of the same data type.");
  op->HasValueDependentShape();
  op->AddComment(
      "Start, Start + Step, ... as long as End is not reached. For numbers "
      "that are known when the program is written: fill_range. Errors: "
      "InvalidArgument for inputs that are not one number of one data type, "
      "and, when run, for a Step of 0, and more elements than a tensor has.");
}

void InferRange(InferShapeContext* context) {
  for (const char* slot : {"Start", "End", "Step"}) {
    const Dims dims = context->InputDims(slot);
    bool one = true;
    // Any rank will do, as long as there is one element: scalars and [1].
    for (const int64_t size : dims) one &= framework::MayBeEqual(size, 1);
    PADDLE_ENFORCE(one, InvalidArgument, slot, " of range is one number, not ",
                   dims.ToString());
    PADDLE_ENFORCE_EQ(context->InputType(slot), context->InputType("Start"),
                      slot, " of range has another data type than Start");
  }
  context->SetOutput("Out", Dims({UnknownSize(context, "range")}),
                     context->InputType("Start"));
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(range, framework::ShapeFunction(InferRange),
                             framework::MakerFunction(DescribeRange));
REGISTER_OP_FLOPS(range, framework::NoFlops());

}  // namespace paddle::operators
