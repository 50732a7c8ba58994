// Layers with parameters.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "paddle/framework/layers/argument.h"
#include "paddle/framework/layers/padding.h"
#include "paddle/framework/layers/param_attr.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

struct FcOptions {
  // Keeps axes [0, num_flatten_dims) of the input and flattens the others.
  int num_flatten_dims = 1;
  ParamAttr weight;  // of each input
  OptionalParamAttr bias = ParamAttr();
  std::string act;  // an operator type such as "relu"; "" for none
  std::string name;

  using Self = FcOptions;
  static constexpr auto kArguments = std::make_tuple(
      Argument("num_flatten_dims", &Self::num_flatten_dims),
      Argument("param_attr", &Self::weight), Argument("bias_attr", &Self::bias),
      Argument("act", &Self::act), Argument("name", &Self::name));
};
// Computes act(sum over inputs of x W + b); W is [flattened width of x, size],
// b is [size]. A size of 0 means the width of the (first) input.
Variable fc(const std::vector<Variable>& inputs, int64_t size = 0,
            const FcOptions& options = {});
Variable fc(const Variable& input, int64_t size = 0,
            const FcOptions& options = {});
// Computes x W without bias; W is [width of x, size], or [1], which counts as
// [1, 1].
Variable fc(const Variable& w, const Variable& x);

// Height and width, or one number for both.
struct Size2 {
  Size2(int64_t both) : h(both), w(both) {}  // NOLINT: implicit
  Size2(int64_t h, int64_t w) : h(h), w(w) {}
  std::vector<int64_t> ToVector() const { return {h, w}; }

  int64_t h;
  int64_t w;
};

struct Conv2dOptions {
  Size2 stride = 1;
  Padding padding = 0;
  Size2 dilation = 1;
  int64_t groups = 1;
  ParamAttr weight;  // default: normal with variance 2 / fan-in
  OptionalParamAttr bias = ParamAttr();
  std::string act;
  std::string name;
  std::string data_format = "NCHW";  // or "NHWC"

  using Self = Conv2dOptions;
  static constexpr auto kArguments = std::make_tuple(
      Argument("stride", &Self::stride), Argument("padding", &Self::padding),
      Argument("dilation", &Self::dilation), Argument("groups", &Self::groups),
      Argument("param_attr", &Self::weight), Argument("bias_attr", &Self::bias),
      Argument("act", &Self::act), Argument("name", &Self::name),
      Argument("data_format", &Self::data_format));
};
// Convolves input [N, C, H, W] with filters [num_filters, C / groups, h, w] and
// adds the bias [num_filters]. Throws InvalidArgument unless groups divides
// both. Filters are the same if input and output have their channels last.
Variable conv2d(const Variable& input, int64_t num_filters, Size2 filter_size,
                const Conv2dOptions& options = {});

struct Pool2dOptions {
  std::string type = "max";  // or "avg"
  Size2 stride = 1;
  Padding padding = 0;
  bool global = false;  // pools the whole image, whatever the size
  bool ceil_mode = false;
  std::string name;
  bool exclusive = true;             // leaves padding out of means
  std::string data_format = "NCHW";  // or "NHWC"

  using Self = Pool2dOptions;
  static constexpr auto kArguments = std::make_tuple(
      Argument("pool_type", &Self::type),
      Argument("pool_stride", &Self::stride),
      Argument("pool_padding", &Self::padding),
      Argument("global_pooling", &Self::global),
      Argument("ceil_mode", &Self::ceil_mode), Argument("name", &Self::name),
      Argument("exclusive", &Self::exclusive),
      Argument("data_format", &Self::data_format));
};
// Pools input [N, C, H, W], or, as the format says, [N, H, W, C].
Variable pool2d(const Variable& input, Size2 size,
                const Pool2dOptions& options = {});

struct BatchNormOptions {
  std::string act;
  bool is_test = false;
  double momentum = 0.9;
  double epsilon = 1e-5;
  ParamAttr scale;  // default: ones
  ParamAttr bias;   // by default zeros
  std::string name;
  std::string mean_name;  // of the running statistics
  std::string variance_name;
  std::string data_layout = "NCHW";  // or "NHWC": the channels are last
  // Normalizes by the running statistics while training, too, as if they were
  // numbers; they stay as they are.
  bool use_global_stats = false;

  using Self = BatchNormOptions;
  static constexpr auto kArguments = std::make_tuple(
      Argument("act", &Self::act), Argument("is_test", &Self::is_test),
      Argument("momentum", &Self::momentum),
      Argument("epsilon", &Self::epsilon), Argument("param_attr", &Self::scale),
      Argument("bias_attr", &Self::bias), Argument("name", &Self::name),
      Argument("moving_mean_name", &Self::mean_name),
      Argument("moving_variance_name", &Self::variance_name),
      Argument("data_layout", &Self::data_layout),
      Argument("use_global_stats", &Self::use_global_stats));
};
// Normalizes input [N, C, ...] or [N, C] by statistics per channel. Training
// updates the running mean and variance in place. Images [N, H, W, C] are
// turned (image_format.h); of other ranks the operator has the channels last.
Variable batch_norm(const Variable& input,
                    const BatchNormOptions& options = {});

// Zeroes elements with the given probability and scales up the others; with
// is_test, returns x itself. A seed of 0 means the program's.
Variable dropout(const Variable& x, double probability, bool is_test = false,
                 int64_t seed = 0);

struct EmbeddingOptions {
  bool is_sparse = false;    // the gradient is SelectedRows
  int64_t padding_idx = -1;  // an id whose row counts as zeros; -1: none
  DataType dtype = DataType::kFloat32;
  ParamAttr weight;
  std::string name;
  // Lets servers keep the table, and only rows in use, if the program is cut
  // for them (passes/parameter_server.h). Needs is_sparse.
  bool is_distributed = false;

  using Self = EmbeddingOptions;
  static constexpr auto kArguments = std::make_tuple(
      Argument("is_sparse", &Self::is_sparse),
      Argument("padding_idx", &Self::padding_idx),
      Argument("param_attr", &Self::weight), Argument("dtype", &Self::dtype),
      Argument("name", &Self::name),
      Argument("distributed", &Self::is_distributed));
};
// Looks up rows of a [rows, width] table by int64 ids.
Variable embedding(const Variable& ids, int64_t rows, int64_t width,
                   const EmbeddingOptions& options = {});

}  // namespace paddle::layer
