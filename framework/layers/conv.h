// Layers that slide windows over images, volumes and sequences; conv2d and
// pool2d are in nn.h.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/layers/param_attr.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

// One number for each axis of an image, or one for all.
class Sizes {
 public:
  Sizes(int64_t all) : sizes_({all}) {}                            // NOLINT
  Sizes(std::initializer_list<int64_t> sizes) : sizes_(sizes) {}   // NOLINT
  Sizes(std::vector<int64_t> sizes) : sizes_(std::move(sizes)) {}  // NOLINT

  bool empty() const { return sizes_.empty(); }
  // InvalidArgument, naming `what`, unless they are one or `axes`.
  std::vector<int64_t> Of(int axes, const std::string& what) const;

 private:
  std::vector<int64_t> sizes_;
};

struct ConvOptions {
  Sizes stride = 1;
  Sizes padding = 0;
  Sizes dilation = 1;
  int64_t groups = 1;
  ParamAttr weight;  // by default normal with variance 2 / fan-in
  OptionalParamAttr bias = ParamAttr();
  std::string act;
  std::string name;
};
// Input [N, C, D, H, W], filters [num_filters, C / groups, d, h, w], bias
// [num_filters]. InvalidArgument if groups does not divide both.
Variable conv3d(const Variable& input, int64_t num_filters, Sizes filter_size,
                const ConvOptions& options = {});
// Each channel of [N, C, H, W] by num_filters / C filters of its own,
// [num_filters, 1, h, w]; num_filters 0 stands for C. The groups are not read.
Variable depthwise_conv2d(const Variable& input, int64_t num_filters,
                          Sizes filter_size, const ConvOptions& options = {});

struct ConvTransposeOptions : ConvOptions {
  // At most one of them; see the operator conv2d_transpose.
  Sizes output_padding = {};
  Sizes output_size = {};
};
// Input [N, C, H, W] or [N, C, D, H, W], filters [C, num_filters / groups,
// ...], bias [num_filters]. Without a filter size it is what gives
// `output_size`. InvalidArgument if groups does not divide C and num_filters.
Variable conv2d_transpose(const Variable& input, int64_t num_filters,
                          Sizes filter_size,
                          const ConvTransposeOptions& options = {});
Variable conv3d_transpose(const Variable& input, int64_t num_filters,
                          Sizes filter_size,
                          const ConvTransposeOptions& options = {});

struct PoolOptions {
  std::string type = "max";  // or "avg"
  Sizes stride = 1;
  Sizes padding = 0;
  bool global = false;    // over the whole image; the size is not used
  bool adaptive = false;  // the size is that of the output
  bool ceil_mode = false;
  bool exclusive = true;  // padding does not count in a mean
  std::string name;
};
// Input [N, C, D, H, W].
Variable pool3d(const Variable& input, Sizes size,
                const PoolOptions& options = {});

struct PooledWithIndex {
  Variable out;
  Variable mask;  // int64: where in its image each element stands
};
// Input [N, C, H, W] or [N, C, D, H, W]; the type of `options` is not read.
PooledWithIndex max_pool_with_index(const Variable& input, Sizes size,
                                    const PoolOptions& options = {});
// The inverse for [N, C, H, W]: what was not the largest is 0.
Variable unpool(const Variable& x, const Variable& indices, Sizes size,
                Sizes stride, Sizes padding = 0, Sizes output_size = {});

// Images [N, C, H, W] of another height and width: means of neighbours, or the
// nearest elements. See the operator bilinear_interp for `align_corners`, and
// for sizes that are a multiple of the old ones.
Variable resize_bilinear(const Variable& input, Sizes out_shape,
                         bool align_corners = false);
Variable resize_nearest(const Variable& input, Sizes out_shape);

// Rows of patches of images [N, C, H, W], a sequence for each image. Padding is
// one number, or up, left, down and right.
Variable im2sequence(const Variable& input, Sizes filter_size, Sizes stride = 1,
                     Sizes padding = 0);

// Adds to each row of sequences [rows, n] what the next future_context_size
// rows hold, weighed by a parameter [future_context_size + 1, n].
Variable row_conv(const Variable& input, int64_t future_context_size,
                  const ParamAttr& weight = {}, const std::string& act = "",
                  const std::string& name = "");

}  // namespace paddle::layer
