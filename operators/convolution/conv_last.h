// Convolution of images whose channels are last, by the library that the build
// chose: one of two sources defines it, conv_last_onednn or conv_last_stub.
#pragma once

#include <cstdint>

#include "absl/functional/function_ref.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/convolution/conv.h"
#include "paddle/operators/math/loops/fused_activation.h"

namespace paddle::operators::kernels {

// The operands of a flat convolution of images [N, H, W, C].
template <typename T>
struct ConvLastOperands {
  const T* input;
  // Returns the filter, [M, C / groups, KH, KW]. Called where `packed` does not
  // serve.
  absl::FunctionRef<const T*()> filter;
  const T* bias;                    // [M]; null: none
  const framework::Tensor* packed;  // of PackConvFilter; null: none
  // The library may apply it, to what is then finished.
  FusedActivation activation = FusedActivation::kNone;
  // Added before the activation, as large as the output; null: none, which
  // ConvLast requires.
  const T* residual = nullptr;
};

// Called as finish(first, count, from): writes elements [first, first + count)
// of the output from what the library computed of them, which may be in their
// place already.
template <typename T>
using ConvFinish =
    absl::FunctionRef<void(int64_t first, int64_t count, const T* from)>;

// Computes output, [N, OH, OW, M], part by part (conv_bands.h), and calls
// `finish` for consecutive elements of each part while they are in the cache,
// on the thread that computed them: but for those to which the library has
// applied the activation. NaN stays NaN, and of a zero
// the activation may lose the sign. No size is 0. The bits depend neither on
// the number of threads nor on the batch. `packed` is used if it is in the
// order that the library wants for these sizes; else the filter is reordered
// first. bfloat16 is added up in float, and rounded before it is finished.
// Returns false, having done nothing, for shapes for which the library has no
// fast code, for bfloat16 if the processor has no instructions of its own for
// it, or if there is no library. Throws Internal if the library fails. T:
// float, bfloat16.
template <typename T>
bool ConvLast(const ConvShape& shape, const ConvLastOperands<T>& operands,
              ConvFinish<T> finish, T* output);

// Writes the filter into `packed`, in the order that ConvLast wants for
// images of this shape, with a note of the order before it. Where there is no
// such order, or it does not fit, the note is zeros, which no order is.
template <typename T>
void PackConvFilter(const ConvShape& shape, const T* filter,
                    framework::Tensor* packed);

}  // namespace paddle::operators::kernels
