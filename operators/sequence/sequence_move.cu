#include <vector>

#include "paddle/operators/math/device/device_sequences.cuh"
#include "paddle/operators/math/loops/fill.h"
#include "paddle/operators/math/rows/move_rows.cuh"
#include "paddle/operators/sequence/sequence_move.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// Maps a row to its mirror image within its sequence.
struct ReversedRow {
  PADDLE_HOST_DEVICE int64_t operator()(int64_t row) const {
    const int64_t i = sequences.Of(row);
    return sequences.begin(i) + sequences.end(i) - 1 - row;
  }
  DeviceSequences sequences;
};

// Moves the rows of the sequences delimited by `offsets`; in the other tensor
// they begin at the rows `at`.
void MovePlaced(const platform::CUDADeviceContext& device, MoveRows way,
                Offsets offsets, absl::Span<const int64_t> at,
                const Tensor& from, Tensor* to) {
  const SequencesOnDevice sequences(device, offsets);
  const DeviceCopy places(device, at);
  MoveRowsOnCUDA(device, way, offsets.back(), RowBytes(from),
                 PlacedRow{sequences.get(), places.data()}, from.raw_data(),
                 to->raw_mutable_data());
}

// Returns the rows of the joined tensor where the sequences of input j begin:
// after sequence i of the inputs before j, and i - 1 of those after it.
std::vector<int64_t> PlacesOf(absl::Span<const Offsets> offsets, size_t j) {
  std::vector<int64_t> places(offsets[j].size() - 1);
  for (size_t i = 0; i < places.size(); ++i) {
    for (size_t k = 0; k < offsets.size(); ++k) {
      places[i] += offsets[k][k < j ? i + 1 : i];
    }
  }
  return places;
}

}  // namespace

template <class Device>
void SequenceReverse(const Device& device, const Tensor& x, Offsets offsets,
                     Tensor* out) {
  const SequencesOnDevice sequences(device, offsets);
  MoveRowsOnCUDA(device, MoveRows::kTake, offsets.back(), RowBytes(x),
                 ReversedRow{sequences.get()}, x.raw_data(),
                 out->raw_mutable_data());
}

template <class Device>
void SequenceConcat(const Device& device,
                    absl::Span<const Tensor* const> inputs,
                    absl::Span<const Offsets> offsets, Tensor* out) {
  if (out->numel() == 0) return;
  for (size_t j = 0; j < inputs.size(); ++j) {
    MovePlaced(device, MoveRows::kPut, offsets[j], PlacesOf(offsets, j),
               *inputs[j], out);
  }
}

template <class Device>
void SequenceSplit(const Device& device, const Tensor& x,
                   absl::Span<const Offsets> offsets,
                   absl::Span<Tensor* const> outputs) {
  if (x.numel() == 0) return;
  for (size_t j = 0; j < outputs.size(); ++j) {
    if (outputs[j] == nullptr) continue;
    MovePlaced(device, MoveRows::kTake, offsets[j], PlacesOf(offsets, j), x,
               outputs[j]);
  }
}

template <class Device>
void SequenceSlice(const Device& device, const Tensor& x,
                   absl::Span<const int64_t> first, Offsets offsets,
                   Tensor* out) {
  if (out->numel() == 0) return;
  MovePlaced(device, MoveRows::kTake, offsets, first, x, out);
}

template <class Device>
void SequenceSliceGrad(const Device& device, const Tensor& d_out,
                       absl::Span<const int64_t> first, Offsets offsets,
                       Tensor* d_x) {
  if (d_x->numel() == 0) return;
  Fill(device, 0, d_x);
  MovePlaced(device, MoveRows::kPut, offsets, first, d_out, d_x);
}

PADDLE_INSTANTIATE_ONE(SequenceConcat<platform::CUDADeviceContext>);
PADDLE_INSTANTIATE_ONE(SequenceSplit<platform::CUDADeviceContext>);
PADDLE_INSTANTIATE_ONE(SequenceReverse<platform::CUDADeviceContext>);
PADDLE_INSTANTIATE_ONE(SequenceSlice<platform::CUDADeviceContext>);
PADDLE_INSTANTIATE_ONE(SequenceSliceGrad<platform::CUDADeviceContext>);

}  // namespace paddle::operators::kernels
