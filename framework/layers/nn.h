// Layers with parameters.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "paddle/framework/layers/param_attr.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

struct FcOptions {
  // Axes [0, num_flatten_dims) of the input stay, the others are flattened.
  int num_flatten_dims = 1;
  ParamAttr weight;  // of each input
  OptionalParamAttr bias = ParamAttr();
  std::string act;  // an operator type such as "relu"; "" for none
  std::string name;
};
// act(sum over inputs of x W + b); W is [flattened width of x, size], b is
// [size]. A size of 0 is the width of the (first) input.
Variable fc(const std::vector<Variable>& inputs, int64_t size = 0,
            const FcOptions& options = {});
Variable fc(const Variable& input, int64_t size = 0,
            const FcOptions& options = {});
// x W, without bias; W is [width of x, size], or [1], which counts as [1, 1].
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
  Size2 padding = 0;
  Size2 dilation = 1;
  int64_t groups = 1;
  ParamAttr weight;  // by default normal with variance 2 / fan-in
  OptionalParamAttr bias = ParamAttr();
  std::string act;
  std::string name;
};
// Input [N, C, H, W], filters [num_filters, C / groups, h, w], bias
// [num_filters]. InvalidArgument if groups does not divide both.
Variable conv2d(const Variable& input, int64_t num_filters, Size2 filter_size,
                const Conv2dOptions& options = {});

struct Pool2dOptions {
  std::string type = "max";  // or "avg"
  Size2 stride = 1;
  Size2 padding = 0;
  bool global = false;  // over the whole image; the size is not used
  bool ceil_mode = false;
  std::string name;
};
// Input [N, C, H, W].
Variable pool2d(const Variable& input, Size2 size,
                const Pool2dOptions& options = {});

struct BatchNormOptions {
  std::string act;
  bool is_test = false;
  double momentum = 0.9;
  double epsilon = 1e-5;
  ParamAttr scale;  // by default ones
  ParamAttr bias;   // by default zeros
  std::string name;
  std::string mean_name;  // of the running statistics
  std::string variance_name;
};
// Input [N, C, ...] or [N, C]; statistics per channel. The running mean and
// variance are updated in place in training.
Variable batch_norm(const Variable& input,
                    const BatchNormOptions& options = {});

// In training, elements are zeroed with the given probability and the others
// scaled up; with is_test, x itself. A seed of 0 means the program's.
Variable dropout(const Variable& x, double probability, bool is_test = false,
                 int64_t seed = 0);

struct EmbeddingOptions {
  bool is_sparse = false;    // the gradient is SelectedRows
  int64_t padding_idx = -1;  // an id whose row counts as zeros; -1: none
  DataType dtype = DataType::kFloat32;
  ParamAttr weight;
  std::string name;
};
// Rows of a [rows, width] table, by int64 ids.
Variable embedding(const Variable& ids, int64_t rows, int64_t width,
                   const EmbeddingOptions& options = {});

}  // namespace paddle::layer
