#include <limits>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/constant_value.h"
#include "paddle/operators/common/same_numbers.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Number;

void DescribeClip(framework::OpMaker* op) {
  op->AddInput("X", "Tensor of any shape.");
  op->AddOutput("Out", "Tensor of the shape of X.");
  op->AddAttr<double>("min", "The least value of Out.");
  op->AddAttr<double>("max", "The greatest value of Out, at least min.");
  op->AddAttr<int64_t>("int_min", ExactTwinOf("min")).SetDefault(0);
  op->AddAttr<int64_t>("int_max", ExactTwinOf("max")).SetDefault(0);
  op->SetVersion(2);
  op->MayReuse("Out", "X");
  op->AddComment(
      "Out = min where X < min, max where X > max, else X. The gradient passes "
      "where min <= X <= max. Errors: InvalidArgument for a min above max, and "
      "for integers X of whom none is at least min, or at most max.");
}

bool IsOrdered(const Number& min, const Number& max) {
  const auto low = min.integer(), high = max.integer();
  return low && high ? *low <= *high : min.value() <= max.value();
}

// Between bounds that lie on one side of all integers of a type there are none:
// Out would be another number than the bound.
void CheckWithin(framework::DataType dtype, const Number& min,
                 const Number& max) {
  if (!framework::IsInteger(dtype)) return;
  framework::VisitDataType(dtype, [&](auto tag) {
    using Limits = std::numeric_limits<typename decltype(tag)::type>;
    if constexpr (Limits::is_integer) {
      if (!IsOrdered(min, Limits::max())) CheckHolds(dtype, min);
      if (!IsOrdered(Limits::lowest(), max)) CheckHolds(dtype, max);
    }
  });
}

void InferClip(framework::InferShapeContext* context) {
  const Number min = NumberAttribute(*context, "min");
  const Number max = NumberAttribute(*context, "max");
  PADDLE_ENFORCE(IsOrdered(min, max), InvalidArgument,
                 "clip needs a min that is not above its max; they are ",
                 min.ToString(), " and ", max.ToString());
  CheckWithin(context->InputType("X"), min, max);
  context->ShareShape("X", "Out");
}

}  // namespace

REGISTER_OP(clip, framework::ShapeFunction(InferClip),
            framework::MakerFunction(DescribeClip), clip_grad,
            framework::GradOpSchema({"X"},
                                    /*reuses=*/{{"X@GRAD", "Out@GRAD"}}));
REGISTER_OP_UPGRADE(clip, 1, SameNumbers);
REGISTER_OP_UPGRADE(clip_grad, 1, SameNumbers);
REGISTER_OP_FLOPS(clip, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators
