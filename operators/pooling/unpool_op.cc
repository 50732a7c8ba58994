#include <string>
#include <vector>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/operators/common/window_shape.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;
using Numbers = std::vector<int64_t>;

// The smallest image that pooling makes an axis of x of.
int64_t SizeBefore(framework::InferShapeContext* ctx, const Dims& x, int axis) {
  auto& sizes = ctx->sizes();
  const int64_t ksize = AxesAttr(*ctx, "ksize", 2)[axis];
  const int64_t stride = AxesAttr(*ctx, "strides", 2)[axis];
  const int64_t padding = AxesAttr(*ctx, "paddings", 2)[axis];
  PADDLE_ENFORCE(x[2 + axis] != 0, InvalidArgument,
                 "unpool cannot enlarge the empty images of X ", x.ToString());
  const int64_t full =
      sizes.Add(sizes.Mul(sizes.Sub(x[2 + axis], 1), stride), ksize);
  const int64_t cut = sizes.Mul(2, padding);
  PADDLE_ENFORCE(full < 0 || full > cut, InvalidArgument, "paddings of ",
                 padding, " leave nothing of the ", full, " elements of axis ",
                 2 + axis, " of unpool");
  return sizes.Sub(full, cut);
}

void InferUnpool(framework::InferShapeContext* ctx) {
  const Dims x = ImageDims(*ctx, "X", 2);
  const Dims indices = ctx->InputDims("Indices");
  PADDLE_ENFORCE(framework::MayBeEqual(x, indices), InvalidArgument, "Indices ",
                 indices.ToString(), " of unpool have the shape of X ",
                 x.ToString());
  PADDLE_ENFORCE(ctx->InputType("Indices") == framework::DataType::kInt64,
                 InvalidArgument, "Indices of unpool are int64, not ",
                 framework::DataTypeName(ctx->InputType("Indices")));
  Dims out{x[0], x[1]};
  const bool given = !ctx->Attr<Numbers>("output_size").empty();
  for (int i = 0; i < 2; ++i) {
    out.Append(given ? AxesAttr(*ctx, "output_size", 2)[i]
                     : SizeBefore(ctx, x, i));
  }
  ctx->SetOutput("Out", out, ctx->InputType("X"));
  ctx->ShareLoD("X", "Out");
}

void DescribeUnpool(framework::OpMaker* op) {
  op->AddInput("X", "Pooled images, [N, C, H, W].");
  op->AddInput("Indices",
               "Where in its image of Out, counted in row-major order, each "
               "element of X goes; int64, in the shape of X: the Mask of "
               "max_pool2d_with_index.")
      .NoGradient();
  op->AddOutput("Out", "[N, C, OH, OW]; 0 where no element of X goes.");
  op->AddAttr<Numbers>("ksize", "The windows of the pooling: height, width.")
      .SetDefault({1, 1})
      .Length(2)
      .AtLeast(1);
  op->AddAttr<Numbers>("strides", "Its strides: height, width.")
      .SetDefault({1, 1})
      .Length(2)
      .AtLeast(1);
  op->AddAttr<Numbers>("paddings", "Its paddings: height, width.")
      .SetDefault({0, 0})
      .Length(2)
      .AtLeast(0);
  op->AddAttr<std::string>("unpooling_type", "max is all there is.")
      .SetDefault("max")
      .OneOf({"max"});
  op->AddAttr<Numbers>("output_size",
                       "OH and OW; empty: (size - 1) * stride - 2 * padding + "
                       "ksize of the sizes of X.")
      .SetDefault({})
      .Length(2)
      .OrNone()
      .AtLeast(1);
  op->AddComment(
      "The inverse of max pooling: each element goes back to where it was. Of "
      "several elements for one place the last counts, though each gets the "
      "gradient of the place. Source: Zeiler and Fergus 2013, arXiv:1311.2901. "
      "Errors: OutOfRange, when run, for an index outside of its image, naming "
      "its position; InvalidArgument for Indices of another shape than X, or "
      "not int64.");
}

}  // namespace

REGISTER_OP(unpool, framework::ShapeFunction(InferUnpool),
            framework::MakerFunction(DescribeUnpool), unpool_grad,
            framework::GradOpSchema({"Indices"}));
REGISTER_OP_FLOPS(unpool, framework::NoFlops());

}  // namespace paddle::operators
