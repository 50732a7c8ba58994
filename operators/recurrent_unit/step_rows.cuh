// Runs sequences step by step (sequence_batch.h) on GPUs; shared by recurrent
// kernels.
#pragma once

#include <cstdint>
#include <vector>

#include "paddle/operators/math/device/device_copy.h"
#include "paddle/operators/math/rows/sequence_batch.h"
#include "paddle/operators/math/rows/sequence_search.cuh"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/host_device.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

// Locates the rows of a SequenceBatch: a small value that kernels capture. A
// state is [sequences, width], or null for zeros. The pointers refer to the
// DeviceSequenceBatch that made it.
struct StepRows {
  // Returns the row of step `step` of the sequence with rank `rank`. Requires
  // that the sequence has the step.
  PADDLE_HOST_DEVICE int64_t Row(int64_t step, int64_t rank) const {
    return first[rank] + step * direction;
  }
  // Returns element j of the row of x one step earlier, or of the state. At
  // step 0 the state counts, of the sequence with this rank.
  template <typename T>
  PADDLE_HOST_DEVICE T Before(const T* x, const T* state, int64_t width,
                              int64_t step, int64_t rank, int64_t j) const {
    if (step > 0) return x[Row(step - 1, rank) * width + j];
    return state == nullptr ? T(0) : state[sequence[rank] * width + j];
  }

  const int64_t* sequence;  // of each rank
  const int64_t* first;     // the row of each rank's first step
  const int64_t* offsets;
  int64_t sequences;
  int64_t direction;
};

// A SequenceBatch, and a copy of its numbers on the GPU: one transfer for all
// three arrays.
class DeviceSequenceBatch {
 public:
  // Submits a copy of the numbers to the device.
  DeviceSequenceBatch(const platform::DeviceContext& device, Offsets offsets,
                      bool reverse)
      : batch_(offsets, reverse), copy_(device, Numbers(batch_, offsets)) {}

  // The batch on the host, which tells how many sequences run at a step.
  const SequenceBatch& batch() const { return batch_; }
  StepRows rows() const {
    const int64_t count = batch_.sequences();
    const int64_t* data = copy_.data();
    return {data, data + count, data + 2 * count, count, batch_.direction()};
  }

 private:
  // Returns the order of the sequences, their first rows and the offsets, one
  // after the other.
  static std::vector<int64_t> Numbers(const SequenceBatch& batch,
                                      Offsets offsets) {
    std::vector<int64_t> numbers(batch.order().begin(), batch.order().end());
    for (int64_t rank = 0; rank < batch.sequences(); ++rank) {
      numbers.push_back(batch.row(0, rank));
    }
    numbers.insert(numbers.end(), offsets.begin(), offsets.end());
    return numbers;
  }

  const SequenceBatch batch_;
  const DeviceCopy copy_;
};

// Copies the state of each sequence to ranked[its rank].
template <typename T>
void LoadStates(const platform::CUDADeviceContext& device, const StepRows& rows,
                const T* state, int64_t width, T* ranked) {
  const StepRows r = rows;
  platform::ForEach(device, r.sequences * width, [=] PADDLE_DEVICE(int64_t i) {
    const int64_t rank = i / width;
    ranked[i] = r.Before<T>(nullptr, state, width, 0, rank, i - rank * width);
  });
}

// The inverse of LoadStates. Does nothing if `state` is null.
template <typename T>
void StoreStates(const platform::CUDADeviceContext& device,
                 const StepRows& rows, const T* ranked, int64_t width,
                 T* state) {
  if (state == nullptr) return;
  const StepRows r = rows;
  platform::ForEach(device, r.sequences * width, [=] PADDLE_DEVICE(int64_t i) {
    const int64_t rank = i / width;
    state[r.sequence[rank] * width + i - rank * width] = ranked[i];
  });
}

// Computes previous[row] = the row of x one step earlier, or the state of the
// sequence at its first step, for `size` rows of `width` elements.
template <typename T>
void PreviousRows(const platform::CUDADeviceContext& device,
                  const StepRows& rows, int64_t size, const T* x,
                  const T* state, int64_t width, T* previous) {
  const StepRows r = rows;
  platform::ForEach(device, size * width, [=] PADDLE_DEVICE(int64_t i) {
    const int64_t row = i / width, j = i - row * width;
    const int64_t sequence = SequenceOfRow(r.offsets, r.sequences, row);
    const int64_t first =
        r.direction > 0 ? r.offsets[sequence] : r.offsets[sequence + 1] - 1;
    // Rows of a sequence are adjacent, so the step before is one row away.
    if (row != first) {
      previous[i] = x[i - r.direction * width];
    } else {
      previous[i] = state == nullptr ? T(0) : state[sequence * width + j];
    }
  });
}

}  // namespace paddle::operators::kernels
