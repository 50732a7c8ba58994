#include "paddle/operators/convolution/quantized_mul.h"

#include "paddle/framework/types/dims.h"
#include "paddle/operators/convolution/packed_size.h"
#include "paddle/operators/convolution/quantized_conv.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/target_device.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// Rows [begin, begin + images * width) of matrices, as images of one row each.
struct RowRange {
  int64_t begin;
  int64_t images;
  int64_t width;
};

Tensor ImagesOf(const Tensor& matrix, const RowRange& range) {
  const int64_t end = range.begin + range.images * range.width;
  return matrix.Slice(range.begin, end)
      .Reshaped({range.images, 1, range.width, matrix.dims()[1]});
}

}  // namespace

template <class Device, class T>
void QuantizedMul(const Device& device, FusedActivation activation,
                  const QuantizedMulInputs& in, const Tensor* packed,
                  memory::Allocator* allocator, Workspace workspace,
                  Tensor* out) {
  if (out->numel() == 0) return;
  const int64_t filters = in.y.dims()[0];
  const int64_t rows = out->numel() / filters;
  const Tensor x = in.x.Reshaped({rows, in.y.dims()[1]});
  const Tensor result = out->Reshaped({rows, filters});
  const ConvAttributes window{{1, 1}, {0, 0}, {1, 1}, 1};
  const int64_t images = rows / kMulRows;
  const RowRange ranges[] = {{0, images, kMulRows},
                             {images * kMulRows, 1, rows - images * kMulRows}};
  for (const RowRange& range : ranges) {
    if (range.images * range.width == 0) continue;
    Tensor part = ImagesOf(result, range);
    QuantizedConv<Device, T>(device, window, activation,
                             {ImagesOf(x, range), in.x_scale, in.y, in.y_scale,
                              in.bias, nullptr, nullptr, in.out_scale},
                             packed, allocator, workspace, &part);
  }
}

PADDLE_INSTANTIATE(QuantizedMul, PADDLE_TARGET_DEVICE, int8_t, uint8_t);

}  // namespace paddle::operators::kernels
