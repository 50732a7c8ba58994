// Convolution of 8-bit integers whose channels are last, by the library that
// the build chose: one of two sources defines it, quantized_conv_onednn or
// quantized_conv_stub.
#pragma once

#include <cstdint>

#include "absl/types/optional.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/operators/convolution/conv.h"
#include "paddle/operators/math/loops/fused_activation.h"

namespace paddle::operators::kernels {

// The data types of a convolution; the filter is int8.
struct QuantizedTypes {
  framework::DataType input;                     // int8 or uint8
  framework::DataType output;                    // int8, uint8 or float32
  absl::optional<framework::DataType> residual;  // int8, uint8 or float32
};

// The operands of a flat convolution of images [N, H, W, C]. Numbers are
// integers times their scale, which is 1 for float.
struct QuantizedConvOperands {
  QuantizedTypes types;
  const void* input;
  float input_scale;
  const int8_t* filter;       // [M, C / groups, KH, KW]
  const float* filter_scale;  // [M]
  const float* bias;          // [M]; null: none
  const void* residual;       // [N, OH, OW, M]; null: none
  float residual_scale;
  float output_scale;
  const framework::Tensor* packed;  // of PackQuantizedConvFilter; null: none
  FusedActivation activation;
};

// Computes output, [N, OH, OW, M], part by part (conv_bands.h), as
// QuantizedConv says (quantized_conv.h). No size is 0. Products and sums are
// exact, and each result is rounded by the same steps wherever it stands.
// `packed` is used if it is in the order that the library wants; else the
// filter is reordered first. Returns false, having done nothing, where the
// library or the processor has no fast and exact code, for scales whose
// products are no normal numbers, and for an integer output with a float
// residual. Throws Internal if the library fails.
bool QuantizedConvLast(const ConvShape& shape,
                       const QuantizedConvOperands& operands, void* output);

// Writes the filter into `packed`, int8, in the order that QuantizedConvLast
// wants for images of this shape, with a note of the order before it. Where
// there is no such order, or it does not fit, the note is zeros.
void PackQuantizedConvFilter(const ConvShape& shape,
                             const QuantizedTypes& types,
                             FusedActivation activation, const int8_t* filter,
                             framework::Tensor* packed);

}  // namespace paddle::operators::kernels
