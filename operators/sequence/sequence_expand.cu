#include <numeric>
#include <vector>

#include "paddle/operators/math/device/device_sequences.cuh"
#include "paddle/operators/math/rows/move_rows.cuh"
#include "paddle/operators/sequence/sequence_expand.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// The offsets of the items, and those of the groups of copies of each. Computed
// on the host, where offsets live, and copied to the device.
struct Expansion {
  Expansion(Offsets of_items, Offsets repeats)
      : items(of_items.begin(), of_items.end()), copies(repeats.size()) {
    if (items.empty()) {
      items.resize(repeats.size());
      std::iota(items.begin(), items.end(), 0);
    }
    for (size_t i = 1; i < copies.size(); ++i) {
      copies[i] = copies[i - 1] +
                  (items[i] - items[i - 1]) * (repeats[i] - repeats[i - 1]);
    }
  }
  std::vector<int64_t> items;
  std::vector<int64_t> copies;
};

// Maps a row of out to the row of x that it copies.
struct CopiedRow {
  PADDLE_HOST_DEVICE int64_t operator()(int64_t row) const {
    const int64_t i = copies.Of(row);
    return items.begin(i) + (row - copies.begin(i)) % items.size(i);
  }
  DeviceSequences copies;
  DeviceSequences items;
};

}  // namespace

template <class Device>
void SequenceExpand(const Device& device, const Tensor& x, Offsets items,
                    Offsets repeats, Workspace, Tensor* out) {
  if (out->numel() == 0) return;
  const Expansion all(items, repeats);
  const SequencesOnDevice of_items(device, all.items);
  const SequencesOnDevice of_copies(device, all.copies);
  MoveRowsOnCUDA(device, MoveRows::kTake, all.copies.back(), RowBytes(x),
                 CopiedRow{of_copies.get(), of_items.get()}, x.raw_data(),
                 out->raw_mutable_data());
}

template <class Device, class T>
void SequenceExpandGrad(const Device& device, const Tensor& d_out,
                        Offsets items, Offsets repeats, Workspace,
                        Tensor* d_x) {
  if (d_x->numel() == 0) return;
  const Expansion all(items, repeats);
  const SequencesOnDevice of_items(device, all.items);
  const SequencesOnDevice of_copies(device, all.copies);
  const DeviceSequences item = of_items.get(), copy = of_copies.get();
  const int64_t width = RowWidth(*d_x);
  const T* from = d_out.data<T>();
  T* to = d_x->mutable_data<T>();
  platform::ForEach(device, d_x->numel(), [=] PADDLE_DEVICE(int64_t at) {
    const int64_t row = at / width;
    const int64_t i = item.Of(row);
    T sum = T(0);
    // Copies of one row are item.size(i) rows apart. A thread adds up those of
    // one element in order, without atomics.
    for (int64_t r = copy.begin(i) + row - item.begin(i); r < copy.end(i);
         r += item.size(i)) {
      sum += from[r * width + (at - row * width)];
    }
    to[at] = sum;
  });
}

PADDLE_INSTANTIATE(SequenceExpandGrad, platform::CUDADeviceContext, float,
                   double);
PADDLE_INSTANTIATE_ONE(SequenceExpand<platform::CUDADeviceContext>);

}  // namespace paddle::operators::kernels
