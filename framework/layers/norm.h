// Layers that normalise. What there are few numbers of (scales, biases) are
// parameters, float32 for inputs of float16 and bfloat16.
//
// batch_norm stands in nn.h. Those that are one operator without parameters
// are called through Op (op.h): log_softmax, cos_sim, maxout.
#pragma once

#include <cstdint>
#include <string>

#include "paddle/framework/layers/param_attr.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

struct LayerNormOptions {
  // The elements of the axes from this one on (negative: from the end) are
  // normalised together; their sizes must be known.
  int64_t begin_norm_axis = 1;
  double epsilon = 1e-5;
  OptionalParamAttr scale = ParamAttr();  // by default ones
  OptionalParamAttr bias = ParamAttr();   // by default zeros
  std::string act;
  std::string name;
};
// (x - mean) / sqrt(variance + epsilon) * scale + bias, row by row; scale and
// bias are vectors of the size of a row.
Variable layer_norm(const Variable& input,
                    const LayerNormOptions& options = {});

struct RmsNormOptions {
  int64_t begin_norm_axis = -1;  // as in LayerNormOptions
  double epsilon = 1e-6;
  OptionalParamAttr scale = ParamAttr();  // by default ones
  std::string act;
  std::string name;
};
// x / sqrt(mean(x * x) + epsilon) * scale, row by row.
Variable rms_norm(const Variable& input, const RmsNormOptions& options = {});

struct ImageNormOptions {
  double epsilon = 1e-5;
  OptionalParamAttr scale = ParamAttr();  // by default ones
  OptionalParamAttr bias = ParamAttr();   // by default zeros
  std::string act;
  std::string name;
};
// Input [N, C, ...]; each group of C / groups neighbouring channels of each of
// N is normalised; scale and bias are [C]. InvalidArgument unless groups
// divides C.
Variable group_norm(const Variable& input, int64_t groups,
                    const ImageNormOptions& options = {});
// Each channel of each of N is normalised.
Variable instance_norm(const Variable& input,
                       const ImageNormOptions& options = {});

// x / sqrt(sum(x * x) + epsilon), the sum along the axis (negative: from the
// end).
Variable l2_normalize(const Variable& x, int64_t axis, double epsilon = 1e-12);

// Input [N, C, ...]: x / (k + alpha * sum(x * x))^beta, the sum over n channels
// around each.
Variable lrn(const Variable& input, int64_t n = 5, double k = 1,
             double alpha = 1e-4, double beta = 0.75);

}  // namespace paddle::layer
