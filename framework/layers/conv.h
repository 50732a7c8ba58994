// Layers that slide windows over images, volumes and sequences; conv2d and
// pool2d are in nn.h.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "paddle/framework/layers/argument.h"
#include "paddle/framework/layers/padding.h"
#include "paddle/framework/layers/param_attr.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

// One number for each axis of an image, or one for all axes.
class Sizes {
 public:
  Sizes(int64_t all) : sizes_({all}) {}                            // NOLINT
  Sizes(std::initializer_list<int64_t> sizes) : sizes_(sizes) {}   // NOLINT
  Sizes(std::vector<int64_t> sizes) : sizes_(std::move(sizes)) {}  // NOLINT

  bool empty() const { return sizes_.empty(); }
  // Returns one number per axis; throws InvalidArgument, naming `what`, unless
  // there are one or `axes` of them.
  std::vector<int64_t> Of(int axes, const std::string& what) const;

 private:
  std::vector<int64_t> sizes_;
};

struct ConvOptions {
  Sizes stride = 1;
  Padding padding = 0;
  Sizes dilation = 1;
  int64_t groups = 1;
  ParamAttr weight;  // default: normal with variance 2 / fan-in
  OptionalParamAttr bias = ParamAttr();
  std::string act;
  std::string name;
  std::string data_format;  // of images and results (image_format.h)

  using Self = ConvOptions;
  static constexpr auto kWindow = std::make_tuple(
      Argument("stride", &Self::stride), Argument("padding", &Self::padding),
      Argument("dilation", &Self::dilation));
  static constexpr auto kParameters = std::make_tuple(
      Argument("param_attr", &Self::weight), Argument("bias_attr", &Self::bias),
      Argument("act", &Self::act), Argument("name", &Self::name));
  static constexpr auto kFormat =
      std::make_tuple(Argument("data_format", &Self::data_format));
  static constexpr auto kArguments = std::tuple_cat(
      kWindow, std::make_tuple(Argument("groups", &Self::groups)), kParameters,
      kFormat);
};
// Convolves input [N, C, D, H, W] with filters [num_filters, C / groups, d, h,
// w] and adds the bias [num_filters]. Throws InvalidArgument unless groups
// divides both.
Variable conv3d(const Variable& input, int64_t num_filters, Sizes filter_size,
                const ConvOptions& options = {});
// Convolves each channel of [N, C, H, W] with num_filters / C filters of its
// own, [num_filters, 1, h, w]; num_filters 0 means C. Ignores options.groups.
Variable depthwise_conv2d(const Variable& input, int64_t num_filters,
                          Sizes filter_size, const ConvOptions& options = {});

struct ConvTransposeOptions : ConvOptions {
  // At most one of the two may be set; see the operator conv2d_transpose.
  Sizes output_padding = {};
  Sizes output_size = {};

  using Self = ConvTransposeOptions;
  static constexpr auto kArguments = std::tuple_cat(
      std::make_tuple(Argument("output_size", &Self::output_size)), kWindow,
      std::make_tuple(Argument("groups", &ConvOptions::groups)), kParameters,
      std::make_tuple(Argument("output_padding", &Self::output_padding)),
      kFormat);
};
// Convolves input [N, C, H, W] or [N, C, D, H, W], transposed, with filters [C,
// num_filters / groups, ...] and adds the bias [num_filters]. Without a filter
// size, computes the one that yields `output_size`. Throws InvalidArgument
// unless groups divides C and num_filters.
Variable conv2d_transpose(const Variable& input, int64_t num_filters,
                          Sizes filter_size,
                          const ConvTransposeOptions& options = {});
Variable conv3d_transpose(const Variable& input, int64_t num_filters,
                          Sizes filter_size,
                          const ConvTransposeOptions& options = {});

struct PoolOptions {
  std::string type = "max";  // or "avg"
  Sizes stride = 1;
  Padding padding = 0;
  bool global = false;    // over the whole image; the size is not used
  bool adaptive = false;  // the size is that of the output
  bool ceil_mode = false;
  bool exclusive = true;  // leaves padding out of means
  std::string name;
  std::string data_format;  // of images and results (image_format.h)
};
// Pools input [N, C, D, H, W].
Variable pool3d(const Variable& input, Sizes size,
                const PoolOptions& options = {});

struct PooledWithIndex {
  Variable out;
  Variable mask;  // int64: the position in its image of each element
};
// Pools input [N, C, H, W] or [N, C, D, H, W] and returns where the largest
// elements are. Ignores options.type; the channels are axis 1.
PooledWithIndex max_pool_with_index(const Variable& input, Sizes size,
                                    const PoolOptions& options = {});
// Inverts max_pool_with_index for [N, C, H, W]; all other elements become 0.
Variable unpool(const Variable& x, const Variable& indices, Sizes size,
                Sizes stride, Sizes padding = 0, Sizes output_size = {});

// Resize images [N, C, H, W], interpolating linearly or taking the nearest
// elements. The operator bilinear_interp explains `align_corners`, and sizes
// that are a multiple of the old ones.
Variable resize_bilinear(const Variable& input, Sizes out_shape,
                         bool align_corners = false);
Variable resize_nearest(const Variable& input, Sizes out_shape);

// Turns images [N, C, H, W] into sequences of patches, one row per patch.
// Padding is one number, or up, left, down and right.
Variable im2sequence(const Variable& input, Sizes filter_size, Sizes stride = 1,
                     Sizes padding = 0);

// Adds to each row of sequences [rows, n] the next future_context_size rows,
// weighted by a parameter [future_context_size + 1, n].
Variable row_conv(const Variable& input, int64_t future_context_size,
                  const ParamAttr& weight = {}, const std::string& act = "",
                  const std::string& name = "");

}  // namespace paddle::layer
