#include <array>
#include <vector>

#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/operators/nn/window_shape.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;

void CheckChannels(framework::InferShapeContext* ctx, const Dims& input,
                   const Dims& filter, int64_t groups) {
  PADDLE_ENFORCE(
      framework::MayBeEqual(input[1], ctx->sizes().Mul(filter[1], groups)),
      InvalidArgument, "Filter ", filter.ToString(), " of conv2d with ", groups,
      " group(s) does not fit the channels of Input ", input.ToString());
  PADDLE_ENFORCE(filter[0] < 0 || filter[0] % groups == 0, InvalidArgument,
                 "conv2d cannot split the ", filter[0], " filters of Filter ",
                 filter.ToString(), " into ", groups, " groups");
}

class Conv2dOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* ctx) const override {
    const Dims input = ctx->InputDims("Input");
    const Dims filter = ctx->InputDims("Filter");
    PADDLE_ENFORCE_EQ(input.rank(), 4, "Input of conv2d is [N, C, H, W], not ",
                      input.ToString());
    PADDLE_ENFORCE_EQ(filter.rank(), 4,
                      "Filter of conv2d is [M, C / groups, KH, KW], not ",
                      filter.ToString());
    PADDLE_ENFORCE_EQ(ctx->InputType("Input"), ctx->InputType("Filter"),
                      "Input and Filter of conv2d must be of one data type");
    CheckChannels(ctx, input, filter, ctx->Attr<int64_t>("groups"));
    const auto strides = PairAttr(*ctx, "strides");
    const auto paddings = PairAttr(*ctx, "paddings");
    const auto dilations = PairAttr(*ctx, "dilations");
    Dims out{input[0], filter[0]};
    for (int i = 0; i < 2; ++i) {
      PADDLE_ENFORCE(filter[2 + i] >= 1, InvalidArgument,
                     "the kernel of Filter ", filter.ToString(),
                     " needs a size");
      const int64_t reach = (filter[2 + i] - 1) * dilations[i] + 1;
      out.Append(WindowCount(
          ctx, {input[2 + i], reach, strides[i], paddings[i]}, false));
    }
    ctx->SetOutput("Output", out, ctx->InputType("Input"));
    ctx->ShareLoD("Input", "Output");
  }
};

class Conv2dOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("Input", "Images, [N, C, H, W].");
    AddInput("Filter", "M filters, [M, C / groups, KH, KW].");
    AddOutput("Output", "[N, M, OH, OW].");
    AddAttr<std::vector<int64_t>>("strides",
                                  "The steps between windows: height, width.")
        .SetDefault({1, 1})
        .AtLeast(1);
    AddAttr<std::vector<int64_t>>(
        "paddings", "Zeros before and after the image: height, width.")
        .SetDefault({0, 0})
        .AtLeast(0);
    AddAttr<std::vector<int64_t>>(
        "dilations", "The steps between elements of a window: height, width.")
        .SetDefault({1, 1})
        .AtLeast(1);
    AddAttr<int64_t>("groups",
                     "Channels and filters are split into so many groups, and "
                     "a filter sees the channels of its own group.")
        .SetDefault(1)
        .AtLeast(1);
    AddComment(
        "Two-dimensional convolution: Output[n, m, y, x] = sum over c, i, j "
        "of Filter[m, c, i, j] * Input[n, c, y * stride + i * dilation - "
        "padding, x * stride + j * dilation - padding].");
  }
};

class Conv2dGradOp : public framework::GradOpSchema {
 public:
  Conv2dGradOp() : GradOpSchema({"Input", "Filter"}) {}
};

}  // namespace

REGISTER_OP(conv2d, Conv2dOp, Conv2dOpMaker, conv2d_grad, Conv2dGradOp);

}  // namespace paddle::operators
