#include <limits>

#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/tensor/slice_range.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;
using framework::InferShapeContext;
using Numbers = std::vector<int64_t>;

class SliceOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("Input", "Tensor of any shape.");
    AddOutput("Out", "The part of it, of the same rank.");
    AddAttr<Numbers>("axes",
                     "The axes that are cut; negative ones count from the end. "
                     "Of the others all is taken.");
    AddAttr<Numbers>("starts", "Where the part begins, for each of axes.");
    AddAttr<Numbers>("ends", "The index behind its last, for each of axes.");
    AddComment(
        "Out = Input[..., start:end, ...], as in NumPy: negative numbers count "
        "from the end, and what lies outside is cut off. With axes 0, starts "
        "1 and ends 3 of the rows a, b, c, d: b, c.");
  }
};

class SliceOp : public framework::OpSchema {
 public:
  void InferShape(InferShapeContext* context) const override {
    const auto& axes = context->Attr<Numbers>("axes");
    const auto& starts = context->Attr<Numbers>("starts");
    const auto& ends = context->Attr<Numbers>("ends");
    PADDLE_ENFORCE(axes.size() == starts.size() && axes.size() == ends.size(),
                   InvalidArgument, "slice has ", axes.size(), " axes, ",
                   starts.size(), " starts and ", ends.size(), " ends");
    Dims dims = context->InputDims("Input");
    std::vector<bool> cut(dims.rank(), false);
    for (size_t i = 0; i < axes.size(); ++i) {
      const int axis = framework::NormalizeAxis(axes[i], dims.rank());
      PADDLE_ENFORCE(!cut[axis], InvalidArgument, "axis ", axis,
                     " of slice stands twice in axes");
      cut[axis] = true;
      dims[axis] = SizeOf(context, starts[i], ends[i], dims[axis]);
    }
    context->SetOutput("Out", dims, context->InputType("Input"));
    if (cut.empty() || !cut[0]) context->ShareLoD("Input", "Out");
  }

 private:
  static int64_t SizeOf(InferShapeContext* context, int64_t start, int64_t end,
                        int64_t size) {
    if (size < 0) {  // how much of it lies within is known when running
      const bool all = start == 0 && end == std::numeric_limits<int64_t>::max();
      return all ? size : context->sizes().Fresh();
    }
    const SliceRange range = RangeOf(start, end, size);
    return range.end - range.begin;
  }
};

class SliceGradOp : public framework::GradOpSchema {
 public:
  SliceGradOp() : GradOpSchema({}) {}
};

}  // namespace

REGISTER_OP(slice, SliceOp, SliceOpMaker, slice_grad, SliceGradOp);

}  // namespace paddle::operators
