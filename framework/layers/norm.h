// Layers that normalize. Their scales and biases, few in number, are float32
// parameters even for inputs of float16 and bfloat16.
//
// batch_norm is in nn.h. Call layers that are one operator without parameters
// through Op (op.h): log_softmax, cos_sim, maxout.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>

#include "paddle/framework/layers/argument.h"
#include "paddle/framework/layers/param_attr.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

struct LayerNormOptions {
  // Normalizes the elements of the axes from this one on (negative: from the
  // end) together; their sizes must be known.
  int64_t begin_norm_axis = 1;
  double epsilon = 1e-5;
  OptionalParamAttr scale = ParamAttr();  // default: ones
  OptionalParamAttr bias = ParamAttr();   // by default zeros
  std::string act;
  std::string name;

  using Self = LayerNormOptions;
  static constexpr auto kArguments = std::make_tuple(
      Argument("begin_norm_axis", &Self::begin_norm_axis),
      Argument("epsilon", &Self::epsilon), Argument("param_attr", &Self::scale),
      Argument("bias_attr", &Self::bias), Argument("act", &Self::act),
      Argument("name", &Self::name));
};
// Computes (x - mean) / sqrt(variance + epsilon) * scale + bias row by row;
// scale and bias are vectors of the size of a row.
Variable layer_norm(const Variable& input,
                    const LayerNormOptions& options = {});

struct RmsNormOptions {
  int64_t begin_norm_axis = -1;  // as in LayerNormOptions
  double epsilon = 1e-6;
  OptionalParamAttr scale = ParamAttr();  // default: ones
  std::string act;
  std::string name;

  using Self = RmsNormOptions;
  static constexpr auto kArguments = std::make_tuple(
      Argument("begin_norm_axis", &Self::begin_norm_axis),
      Argument("epsilon", &Self::epsilon), Argument("param_attr", &Self::scale),
      Argument("act", &Self::act), Argument("name", &Self::name));
};
// Computes x / sqrt(mean(x * x) + epsilon) * scale row by row.
Variable rms_norm(const Variable& input, const RmsNormOptions& options = {});

struct ImageNormOptions {
  double epsilon = 1e-5;
  OptionalParamAttr scale = ParamAttr();  // default: ones
  OptionalParamAttr bias = ParamAttr();   // by default zeros
  std::string act;
  std::string name;

  using Self = ImageNormOptions;
  static constexpr auto kArguments = std::make_tuple(
      Argument("epsilon", &Self::epsilon), Argument("param_attr", &Self::scale),
      Argument("bias_attr", &Self::bias), Argument("act", &Self::act),
      Argument("name", &Self::name));
};
// Normalizes each group of C / groups neighbouring channels of each image of
// input [N, C, ...]; scale and bias are [C]. Throws InvalidArgument unless
// groups divides C.
Variable group_norm(const Variable& input, int64_t groups,
                    const ImageNormOptions& options = {});
// Normalizes each channel of each image.
Variable instance_norm(const Variable& input,
                       const ImageNormOptions& options = {});

// Computes x / sqrt(sum(x * x) + epsilon), summing along the axis (negative:
// from the end).
Variable l2_normalize(const Variable& x, int64_t axis, double epsilon = 1e-12);

// Computes x / (k + alpha * sum(x * x))^beta for input [N, C, ...], summing
// over the n channels around each.
Variable lrn(const Variable& input, int64_t n = 5, double k = 1,
             double alpha = 1e-4, double beta = 0.75);

}  // namespace paddle::layer
