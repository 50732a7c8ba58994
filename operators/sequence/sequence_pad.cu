#include <cstring>

#include "paddle/framework/types/data_type.h"
#include "paddle/operators/math/device/device_sequences.cuh"
#include "paddle/operators/math/device/device_units.cuh"
#include "paddle/operators/math/rows/move_rows.cuh"
#include "paddle/operators/sequence/sequence_pad.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

using framework::Tensor;

template <class Device, class T>
void SequencePad(const Device& device, const Tensor& x, Offsets offsets,
                 const Tensor* value, Tensor* out) {
  if (out->numel() == 0) return;
  const SequencesOnDevice on_device(device, offsets);
  const DeviceSequences sequences = on_device.get();
  const int64_t longest = out->dims()[1];
  const int64_t width = RowWidth(*out) / longest;
  const T* pad = value == nullptr ? nullptr : value->data<T>();
  const int64_t pad_step = value == nullptr || value->numel() == 1 ? 0 : 1;
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  platform::ForEach(device, out->numel(), [=] PADDLE_DEVICE(int64_t at) {
    const int64_t row = at / width;
    const int64_t column = at - row * width;
    const int64_t i = row / longest;
    const int64_t r = row - i * longest;
    if (r < sequences.size(i)) {
      to[at] = from[(sequences.begin(i) + r) * width + column];
    } else {
      to[at] = pad == nullptr ? T(0) : pad[column * pad_step];
    }
  });
}

namespace {

// Maps a row of a sequence to its row among entries of one length.
struct EntryRow {
  PADDLE_HOST_DEVICE int64_t operator()(int64_t row) const {
    const int64_t i = sequences.Of(row);
    return i * longest + row - sequences.begin(i);
  }
  DeviceSequences sequences;
  int64_t longest;
};

// Writes the mask in units as wide as an element: `one` points to the bits of 1
// in its type, and 0 is all zero bits in any. Hence one kernel per width
// instead of one per data type.
template <typename T, typename Unit>
void Mark(const platform::CUDADeviceContext& device, const Tensor& lengths,
          const void* one, Tensor* out) {
  Unit mark;
  std::memcpy(&mark, one, sizeof(mark));
  const int64_t width = out->dims().at(-1);
  const T* length = lengths.data<T>();
  Unit* to = static_cast<Unit*>(out->raw_mutable_data());
  platform::ForEach(device, out->numel(), [=] PADDLE_DEVICE(int64_t at) {
    const int64_t row = at / width;
    to[at] = at - row * width < length[row] ? mark : Unit(0);
  });
}

}  // namespace

template <class Device>
void SequenceUnpad(const Device& device, const Tensor& x, Offsets offsets,
                   Tensor* out) {
  if (out->numel() == 0) return;
  const SequencesOnDevice sequences(device, offsets);
  MoveRowsOnCUDA(device, MoveRows::kTake, offsets.back(), RowBytes(*out),
                 EntryRow{sequences.get(), x.dims()[1]}, x.raw_data(),
                 out->raw_mutable_data());
}

template <class Device, class T>
void SequenceMask(const Device& device, const Tensor& lengths, Tensor* out) {
  if (out->numel() == 0) return;
  framework::VisitDataType(out->dtype(), [&](auto tag) {
    using Element = typename decltype(tag)::type;
    const Element one(1);
    WithElementUnit(sizeof(one), [&](auto of_size) {
      Mark<T, decltype(of_size)>(device, lengths, &one, out);
    });
  });
}

PADDLE_INSTANTIATE(SequencePad, platform::CUDADeviceContext, float, double,
                   int32_t, int64_t);
PADDLE_INSTANTIATE(SequenceMask, platform::CUDADeviceContext, int32_t, int64_t);
PADDLE_INSTANTIATE_ONE(SequenceUnpad<platform::CUDADeviceContext>);

}  // namespace paddle::operators::kernels
