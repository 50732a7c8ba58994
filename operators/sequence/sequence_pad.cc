#include "paddle/operators/sequence/sequence_pad.h"

#include <algorithm>
#include <cstring>

#include "paddle/framework/types/data_type.h"
#include "paddle/operators/math/loops/convert.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

using framework::Tensor;

namespace {

// Writes `rows` rows of padding; `value` has `size` elements, 1 or a row.
template <typename T>
void FillRows(int64_t rows, int64_t width, const T* value, int64_t size,
              T* out) {
  if (size == 1) {
    std::fill_n(out, rows * width, value[0]);
    return;
  }
  for (int64_t r = 0; r < rows; ++r) {
    std::copy_n(value, width, out + r * width);
  }
}

}  // namespace

template <class Device, class T>
void SequencePad(const Device&, const Tensor& x, Offsets offsets,
                 const Tensor* value, Tensor* out) {
  if (out->numel() == 0) return;
  const int64_t longest = out->dims()[1];
  const int64_t width = RowWidth(*out) / longest;
  const T zero(0);
  const T* pad = value == nullptr ? &zero : value->data<T>();
  const int64_t pad_size = value == nullptr ? 1 : value->numel();
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  ForEachSequence(offsets, width, [=](int64_t i, int64_t begin, int64_t end) {
    T* entry = to + i * longest * width;
    T* rest = std::copy(from + begin * width, from + end * width, entry);
    FillRows(longest - (end - begin), width, pad, pad_size, rest);
  });
}

template <class Device>
void SequenceUnpad(const Device&, const Tensor& x, Offsets offsets,
                   Tensor* out) {
  if (out->numel() == 0) return;
  const int64_t row = RowBytes(*out);
  const int64_t entry = RowBytes(x);
  // Rows are copied as bytes: one instantiation serves every data type.
  const char* from = static_cast<const char*>(x.raw_data());
  char* to = static_cast<char*>(out->raw_mutable_data());
  ForEachSequence(
      offsets, RowWidth(*out), [=](int64_t i, int64_t begin, int64_t end) {
        std::memcpy(to + begin * row, from + i * entry, (end - begin) * row);
      });
}

template <class Device, class T>
void SequenceMask(const Device&, const Tensor& lengths, Tensor* out) {
  constexpr int64_t kGrain = 16384;
  if (out->numel() == 0) return;
  const int64_t width = out->dims().at(-1);
  const T* length = lengths.data<T>();
  framework::VisitDataType(out->dtype(), [&](auto tag) {
    using Element = typename decltype(tag)::type;
    Element* data = out->mutable_data<Element>();
    platform::ParallelFor(
        lengths.numel(), kGrain / width + 1, [=](int64_t begin, int64_t end) {
          for (int64_t i = begin; i < end; ++i) {
            const int64_t ones = std::clamp<int64_t>(length[i], 0, width);
            Element* row = data + i * width;
            std::fill_n(row, ones, Convert<Element>(1.0));
            std::fill_n(row + ones, width - ones, Convert<Element>(0.0));
          }
        });
  });
}

PADDLE_INSTANTIATE(SequencePad, platform::CPUDeviceContext, float, double,
                   int32_t, int64_t);
PADDLE_INSTANTIATE(SequenceMask, platform::CPUDeviceContext, int32_t, int64_t);
PADDLE_INSTANTIATE_ONE(SequenceUnpad<platform::CPUDeviceContext>);

}  // namespace paddle::operators::kernels
