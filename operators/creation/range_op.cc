#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/operators/common/unknown_size.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;
using framework::InferShapeContext;

class RangeOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("Start", "The first number, one element.").NoGradient();
    AddInput("End", "What is not reached, one element of the same data type.")
        .NoGradient();
    AddInput("Step", "The distance, one element of the same data type; not 0.")
        .NoGradient();
    AddOutput("Out", "The numbers, [n], of the same data type.");
    HasValueDependentShape();
    AddComment(
        "Start, Start + Step, ... as long as End is not reached. For numbers "
        "that are known when the program is written: fill_range. Errors: "
        "InvalidArgument for inputs that are not one number of one data type, "
        "and, when run, for a Step of 0, and more elements than a tensor has.");
  }
};

class RangeOp : public framework::OpSchema {
 public:
  void InferShape(InferShapeContext* context) const override {
    for (const char* slot : {"Start", "End", "Step"}) {
      const Dims dims = context->InputDims(slot);
      bool one = true;
      // Any rank will do, as long as there is one element: scalars and [1].
      for (const int64_t size : dims) one &= framework::MayBeEqual(size, 1);
      PADDLE_ENFORCE(one, InvalidArgument, slot,
                     " of range is one number, not ", dims.ToString());
      PADDLE_ENFORCE_EQ(context->InputType(slot), context->InputType("Start"),
                        slot, " of range has another data type than Start");
    }
    context->SetOutput("Out", Dims({UnknownSize(context, "range")}),
                       context->InputType("Start"));
  }
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(range, RangeOp, RangeOpMaker);
REGISTER_OP_FLOPS(range, framework::NoFlops());

}  // namespace paddle::operators
