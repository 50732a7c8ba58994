#include "paddle/operators/math/device/device_sequences.cuh"
#include "paddle/operators/sequence/sequence_conv.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

template <typename T>
void SpreadOnCUDA(const platform::CUDADeviceContext& device, Offsets group,
                  SequenceWindow window, int64_t n, const T* x, T* columns) {
  // One thread per window element: neighbours write neighbours, and reads are
  // contiguous within a row.
  const SequencesOnDevice on_device(device, group);
  const DeviceSequences sequences = on_device.get();
  const int64_t first = group.front(), rows = group.back() - first;
  const int64_t width = window.length * n, start = window.start;
  platform::ForEach(device, rows * width, [=] PADDLE_DEVICE(int64_t at) {
    const int64_t row = first + at / width;
    const int64_t column = at % width;
    const int64_t i = sequences.Of(row);
    const int64_t seen = row + start + column / n;
    const bool within = sequences.begin(i) <= seen && seen < sequences.end(i);
    columns[at] = within ? x[seen * n + column % n] : T(0);
  });
}

template <typename T>
void AddSpreadOnCUDA(const platform::CUDADeviceContext& device, Offsets group,
                     SequenceWindow window, int64_t n, const T* columns,
                     T* d_x) {
  const SequencesOnDevice on_device(device, group);
  const DeviceSequences sequences = on_device.get();
  const int64_t first = group.front(), rows = group.back() - first;
  const int64_t start = window.start, length = window.length;
  platform::ForEach(device, rows * n, [=] PADDLE_DEVICE(int64_t at) {
    const int64_t seen = first + at / n;
    const int64_t i = sequences.Of(seen);
    // Gathers instead of scattering: no atomics, and a fixed order of the sum.
    T sum = T(0);
    for (int64_t tap = length - 1; tap >= 0; --tap) {  // rows ascend
      const int64_t row = seen - start - tap;
      if (row < sequences.begin(i) || row >= sequences.end(i)) continue;
      sum += columns[((row - first) * length + tap) * n + at % n];
    }
    d_x[first * n + at] = sum;
  });
}

PADDLE_INSTANTIATE_ONE(SpreadOnCUDA<float>);
PADDLE_INSTANTIATE_ONE(SpreadOnCUDA<double>);
PADDLE_INSTANTIATE_ONE(AddSpreadOnCUDA<float>);
PADDLE_INSTANTIATE_ONE(AddSpreadOnCUDA<double>);

}  // namespace paddle::operators::kernels
