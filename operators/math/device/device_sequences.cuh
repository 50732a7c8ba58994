// Sequences of rows in code on GPUs.
//
//   const SequencesOnDevice copy(device, offsets);
//   const DeviceSequences sequences = copy.get();  // a kernel captures this
#pragma once

#include <cstdint>

#include "paddle/operators/math/device/device_copy.h"
#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/operators/math/rows/sequence_search.cuh"
#include "paddle/platform/device_context.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// The sequences that the rows of a tensor form: a small value that kernels
// capture. Sequence i has the rows [begin(i), end(i)), and may be empty.
struct DeviceSequences {
  // The rows of sequence i, which lies in [0, count).
  PADDLE_HOST_DEVICE int64_t begin(int64_t i) const { return offsets[i]; }
  PADDLE_HOST_DEVICE int64_t end(int64_t i) const { return offsets[i + 1]; }
  PADDLE_HOST_DEVICE int64_t size(int64_t i) const { return end(i) - begin(i); }
  // Returns the sequence that has this row, in O(log count).
  PADDLE_HOST_DEVICE int64_t Of(int64_t row) const {
    return SequenceOfRow(offsets, count, row);
  }

  const int64_t* offsets;  // in memory of the GPU
  int64_t count;
};

// Owns a copy of the offsets in memory of the GPU. Kernels that are submitted
// while it lives may use get(), also after.
class SequencesOnDevice {
 public:
  SequencesOnDevice(const platform::DeviceContext& device, Offsets offsets)
      : copy_(device, offsets),
        count_(static_cast<int64_t>(offsets.size()) - 1) {}
  DeviceSequences get() const { return {copy_.data(), count_}; }

 private:
  const DeviceCopy copy_;
  const int64_t count_;
};

}  // namespace paddle::operators::kernels
