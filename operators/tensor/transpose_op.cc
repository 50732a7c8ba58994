#include <bitset>
#include <vector>

#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/tensor/same_op_gradient.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;

class TransposeOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X", "Tensor of any shape.");
    AddOutput("Out", "Tensor with the axes of X in another order.");
    AddAttr<std::vector<int64_t>>("axis",
                                  "Axis i of Out is axis axis[i] of X: each "
                                  "axis of X once.")
        .AtLeast(0);
    AddComment("With X [2, 3, 4] and axis [2, 0, 1], Out is [4, 2, 3].");
  }
};

class TransposeOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override {
    const Dims x = context->InputDims("X");
    const auto& axis = context->Attr<std::vector<int64_t>>("axis");
    PADDLE_ENFORCE_EQ(axis.size(), x.rank(), "transpose of X with shape ",
                      x.ToString(), ": axis must name each axis once");
    std::bitset<Dims::kMaxRank> named;
    Dims out;
    for (const int64_t from : axis) {
      PADDLE_ENFORCE(from < x.rank() && !named[from], InvalidArgument,
                     "transpose of X with shape ", x.ToString(),
                     ": axis must name each axis once, but ", from,
                     from < x.rank() ? " stands twice" : " is too large");
      named.set(from);
      out.Append(x[from]);
    }
    context->SetOutput("Out", out, context->InputType("X"));
    if (!axis.empty() && axis[0] == 0) context->ShareLoD("X", "Out");
  }
};

// Transposes back.
framework::AttributeMap InverseOf(const framework::proto::OpDesc& forward) {
  const auto axis = framework::GetAttr<std::vector<int64_t>>(forward, "axis");
  std::vector<int64_t> inverse(axis.size());
  for (size_t i = 0; i < axis.size(); ++i) inverse[axis[i]] = i;
  return {{"axis", inverse}};
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(transpose, TransposeOp, TransposeOpMaker);
REGISTER_GRADIENT_MAKER(transpose, SameOpGradient(InverseOf));

}  // namespace paddle::operators
