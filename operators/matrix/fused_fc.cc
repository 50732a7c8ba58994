#include "paddle/operators/matrix/fused_fc.h"

#include <cstdint>
#include <type_traits>

#include "paddle/operators/math/blas/packed_gemm.h"
#include "paddle/operators/math/loops/fill.h"
#include "paddle/operators/matrix/finish_rows.h"
#include "paddle/operators/matrix/matmul.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/target_device.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

template <typename T>
const T* DataOf(const Tensor* tensor) {
  return tensor == nullptr ? nullptr : tensor->data<T>();
}

// True for types that can be packed.
template <class Device, class T>
constexpr bool kPacks =
    !platform::kIsCUDA<Device> &&
    (std::is_same_v<T, float> || std::is_same_v<T, platform::bfloat16>);

// Returns x * w, for an output of so many elements, as a product of matrices.
MatmulShape ShapeOf(const Tensor& w, bool transpose_w, int64_t out_size) {
  MatmulShape shape;
  shape.trans_y = transpose_w;
  shape.k = w.dims()[transpose_w ? 1 : 0];
  shape.n = w.dims()[transpose_w ? 0 : 1];
  shape.m = out_size / shape.n;
  return shape;
}

// True if the sums of a row are where they belong.
template <typename T>
bool IsInPlace(const PackedTile<T>& tile, int64_t row, const T* out) {
  if constexpr (std::is_same_v<T, float>) {
    return tile.sums + row * tile.stride == out;
  }
  return tile.sums == nullptr;
}

// Returns false if the library does not compute it.
template <class T>
bool PackedFc(const MatmulShape& s, FusedActivation f, const FusedFcInputs& in,
              Tensor* out) {
  if (in.packed == nullptr) return false;
  const T* residual = DataOf<T>(in.residual);
  T* to = out->mutable_data<T>();
  // Relu of a rounded number is the rounded relu.
  const bool wide = residual != nullptr || (f != FusedActivation::kNone &&
                                            f != FusedActivation::kRelu);
  const auto finish = [&](const PackedTile<T>& tile) {
    for (int64_t i = 0; i < tile.rows; ++i) {
      const int64_t at = (tile.row + i) * s.n + tile.column;
      const T* more = residual == nullptr ? nullptr : residual + at;
      if (IsInPlace(tile, i, to + at)) {
        FinishRun<T>(f, tile.columns, more, to + at);
      } else {
        FinishRun<T>(f, tile.columns, tile.sums + i * tile.stride, more,
                     to + at);
      }
    }
  };
  return PackedGemm<T>(
      {s.m, s.n, s.k, in.x.data<T>(), in.packed, DataOf<T>(in.bias), to, wide},
      finish);
}

}  // namespace

template <class Device, class T>
void FusedFc(const Device& device, bool transpose_w, FusedActivation f,
             const FusedFcInputs& in, Workspace workspace, Tensor* out) {
  if (out->numel() == 0) return;
  const MatmulShape shape = ShapeOf(in.w, transpose_w, out->numel());
  if constexpr (kPacks<Device, T>) {
    if (shape.k > 0 && PackedFc<T>(shape, f, in, out)) return;
  }
  Matmul<Device, T>(device, shape, in.x, in.w, workspace, out);
  FinishRows<Device, T>(device, shape.m, shape.n, f, DataOf<T>(in.bias),
                        DataOf<T>(in.residual), out->mutable_data<T>());
}

template <class Device, class T>
void PackWeight(const Device& device, bool transpose_w, const Tensor& w,
                Tensor* packed) {
  if constexpr (platform::kIsCUDA<Device>) {
    Fill(device, framework::Number(0.0), packed);
  } else {
    PackMatrix<T>(transpose_w, w.dims()[transpose_w ? 1 : 0],
                  w.dims()[transpose_w ? 0 : 1], w.data<T>(), packed);
  }
}

PADDLE_INSTANTIATE(FusedFc, PADDLE_TARGET_DEVICE, PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(PackWeight, PADDLE_TARGET_DEVICE, float, platform::bfloat16);

}  // namespace paddle::operators::kernels
