#include "paddle/operators/math/loops/concat.h"

#include <cstring>

#include "paddle/operators/math/loops/strided_copy.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/target_device.h"

namespace paddle::operators::kernels {
namespace {

using framework::Dims;
using framework::Tensor;

// A tensor as a matrix of bytes: a row for each index of the axes before
// `axis`, which holds the axes from it on. Concatenation then pastes columns,
// whatever the data type.
struct ByteMatrix {
  ByteMatrix(const Dims& dims, int axis, framework::DataType dtype) {
    for (int i = 0; i < axis; ++i) rows *= dims[i];
    for (int i = axis + 1; i < dims.rank(); ++i) unit *= dims[i];
    unit *= framework::SizeOf(dtype);
    width = dims[axis] * unit;
  }
  int64_t rows = 1;
  int64_t unit = 1;   // bytes of one step along `axis`
  int64_t width = 0;  // bytes of a row
};

// Copies `rows` rows of `width` bytes. On a GPU CopyStrided finds the widest
// unit that rows and addresses allow.
template <class Device>
void CopyMatrix(const Device& device, int64_t rows, int64_t width,
                const char* from, int64_t from_stride, char* to,
                int64_t to_stride) {
  if (width == 0) return;
  if constexpr (platform::kIsCUDA<Device>) {
    CopyStridedElements(device, /*element_size=*/1, Dims({rows, width}), from,
                        Walk{0, {from_stride, 1}}, to, Walk{0, {to_stride, 1}});
  } else {
    constexpr int64_t kGrainBytes = 131072;
    platform::ParallelFor(
        rows, kGrainBytes / width + 1, [=](int64_t begin, int64_t end) {
          for (int64_t row = begin; row < end; ++row) {
            std::memcpy(to + row * to_stride, from + row * from_stride, width);
          }
        });
  }
}

}  // namespace

template <class Device>
void Concat(const Device& device, absl::Span<const Tensor* const> inputs,
            int axis, Tensor* out) {
  const ByteMatrix whole(out->dims(), axis, out->dtype());
  char* to = static_cast<char*>(out->raw_mutable_data());
  for (const Tensor* input : inputs) {
    const int64_t width = input->dims()[axis] * whole.unit;
    CopyMatrix(device, whole.rows, width,
               static_cast<const char*>(input->raw_data()), width, to,
               whole.width);
    to += width;
  }
}

template <class Device>
void Split(const Device& device, const Tensor& x, int axis,
           absl::Span<const int64_t> sizes, absl::Span<Tensor* const> outputs) {
  const ByteMatrix whole(x.dims(), axis, x.dtype());
  const char* from = static_cast<const char*>(x.raw_data());
  for (size_t i = 0; i < sizes.size(); ++i) {
    const int64_t width = sizes[i] * whole.unit;
    if (outputs[i] != nullptr) {
      CopyMatrix(device, whole.rows, width, from, whole.width,
                 static_cast<char*>(outputs[i]->raw_mutable_data()), width);
    }
    from += width;
  }
}

PADDLE_INSTANTIATE_ONE(Concat<PADDLE_TARGET_DEVICE>);
PADDLE_INSTANTIATE_ONE(Split<PADDLE_TARGET_DEVICE>);

}  // namespace paddle::operators::kernels
