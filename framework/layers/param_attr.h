// Describes how a layer's parameter is created and trained.
#pragma once

#include <string>

#include "absl/types/optional.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/layers/initializer.h"

namespace paddle::layer {

using framework::proto::GradientClip;
using framework::proto::Regularizer;

// Weight normalization: a parameter w is g v / |v|, recomputed in each run from
// the trained parameters v, of w's shape, and g; see weight_norm.h.
struct WeightNorm {
  // The axis along which g has elements; |v| is then over all other axes. If
  // absent, it is over all axes, and g is a scalar.
  absl::optional<int> dim;
};

struct ParamAttr {
  ParamAttr() = default;
  // A parameter of an existing name is reused if its shape agrees.
  ParamAttr(std::string name) : name(std::move(name)) {}  // NOLINT: implicit
  ParamAttr(const char* name) : name(name) {}             // NOLINT: implicit

  std::string name;          // "": "<layer>.w_0", "<layer>.b_0", ...
  Initializer initializer;   // empty: the layer's choice
  double learning_rate = 1;  // a factor
  bool trainable = true;
  // Override the optimizer's; backward/ explains what they do.
  absl::optional<Regularizer> regularizer;
  absl::optional<GradientClip> gradient_clip;
  absl::optional<WeightNorm> weight_norm;
};

// A parameter that a layer can do without; absent means "none".
using OptionalParamAttr = absl::optional<ParamAttr>;

// Throw InvalidArgument unless the coefficient is finite and >= 0.
Regularizer NoRegularizer();
Regularizer L1Decay(double coefficient);
Regularizer L2Decay(double coefficient);

// Throw InvalidArgument unless min <= max and norm > 0.
GradientClip NoClip();
GradientClip ClipByValue(double min, double max);
GradientClip ClipByNorm(double norm);
GradientClip ClipByGlobalNorm(double norm, std::string group = "default");

}  // namespace paddle::layer
