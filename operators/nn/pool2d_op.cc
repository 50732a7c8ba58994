#include <array>
#include <string>
#include <vector>

#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/nn/window_shape.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;

// [OH, OW] of a window that slides over x.
std::array<int64_t, 2> SlidingDims(framework::InferShapeContext* ctx,
                                   const Dims& x) {
  const auto ksize = PairAttr(*ctx, "ksize");
  const auto strides = PairAttr(*ctx, "strides");
  const auto paddings = PairAttr(*ctx, "paddings");
  std::array<int64_t, 2> out;
  for (int i = 0; i < 2; ++i) {
    PADDLE_ENFORCE(paddings[i] < ksize[i], InvalidArgument, "a padding of ",
                   paddings[i], " leaves pool2d windows of ", ksize[i],
                   " without any element of the image");
    out[i] = WindowCount(ctx, {x[2 + i], ksize[i], strides[i], paddings[i]},
                         ctx->Attr<bool>("ceil_mode"));
  }
  return out;
}

class Pool2dOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* ctx) const override {
    const Dims x = ctx->InputDims("X");
    PADDLE_ENFORCE_EQ(x.rank(), 4, "X of pool2d is [N, C, H, W], not ",
                      x.ToString());
    std::array<int64_t, 2> out = {1, 1};
    if (!ctx->Attr<bool>("global_pooling")) {
      out = SlidingDims(ctx, x);
    } else {
      PADDLE_ENFORCE(x[2] != 0 && x[3] != 0, InvalidArgument,
                     "pool2d cannot pool the empty images of X ", x.ToString());
    }
    ctx->SetOutput("Out", {x[0], x[1], out[0], out[1]}, ctx->InputType("X"));
    ctx->ShareLoD("X", "Out");
  }
};

class Pool2dOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X", "Images, [N, C, H, W].");
    AddOutput("Out", "[N, C, OH, OW].");
    AddAttr<std::string>("pooling_type",
                         "max: the largest element of each window; its "
                         "gradient goes to the first of the largest. avg: the "
                         "mean.")
        .SetDefault("max")
        .OneOf({"max", "avg"});
    AddAttr<std::vector<int64_t>>("ksize",
                                  "The size of the windows: height, width. "
                                  "Not read with global_pooling.")
        .SetDefault({1, 1})
        .AtLeast(1);
    AddAttr<bool>("global_pooling", "One window, which is the whole image.")
        .SetDefault(false);
    AddAttr<std::vector<int64_t>>("strides",
                                  "The steps between windows: height, width.")
        .SetDefault({1, 1})
        .AtLeast(1);
    AddAttr<std::vector<int64_t>>(
        "paddings",
        "How far windows reach beyond the image: height, width. Less than "
        "ksize.")
        .SetDefault({0, 0})
        .AtLeast(0);
    AddAttr<bool>("ceil_mode",
                  "The last window may reach beyond the padded image.")
        .SetDefault(false);
    AddAttr<bool>("exclusive",
                  "A mean is one of the elements inside the image; otherwise "
                  "the padding counts, as zeros.")
        .SetDefault(true);
    AddComment("Two-dimensional pooling.");
  }
};

class Pool2dGradOp : public framework::GradOpSchema {
 public:
  Pool2dGradOp() : GradOpSchema({"X"}) {}
};

}  // namespace

REGISTER_OP(pool2d, Pool2dOp, Pool2dOpMaker, pool2d_grad, Pool2dGradOp);

}  // namespace paddle::operators
