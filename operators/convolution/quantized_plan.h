// Plans of oneDNN for convolutions of 8-bit integers: what is prepared once for
// a shape and its scales, for one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "absl/types/span.h"

#include "paddle/operators/convolution/conv.h"
#include "paddle/operators/convolution/last_plan.h"
#include "paddle/operators/convolution/quantized_conv_last.h"

namespace paddle::operators::kernels {

// Says what a primitive does to the sums of products, in this order: it adds
// the bias, multiplies by the scale of the filter, adds the residual times
// `residual`, applies the activation, multiplies by `last` and rounds.
struct QuantizedFinish {
  QuantizedTypes types;
  bool bias = false;
  FusedActivation activation = FusedActivation::kNone;
  absl::Span<const float> scales;  // [M]
  float residual = 1;
  float six = 6;  // the bound of relu6
  float last = 1;
  uint32_t hash = 0;  // of the numbers above
};

// A plan whose elements are of these types, and the numbers that it was made
// for.
struct QuantizedPlan : LastPlan {
  std::vector<float> numbers;
};

// Sets the hash.
void SetHash(QuantizedFinish* finish);

// Returns this thread's plan for an image of a shape: null if the library has
// no fast code for it that is exact. All plans of a shape, types and activation
// take the filter in one order. Throws dnnl::error. Belongs to the calling
// thread, as long as it holds it.
std::shared_ptr<QuantizedPlan> QuantizedPlanFor(const ConvShape& shape,
                                                const QuantizedFinish& finish);

}  // namespace paddle::operators::kernels
