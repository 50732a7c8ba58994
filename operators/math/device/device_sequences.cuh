// The sequences that the rows of a tensor form, as code for GPUs sees them.
#pragma once

#include <cstdint>

#include "paddle/operators/math/device/device_copy.h"
#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/operators/math/rows/sequence_search.cuh"
#include "paddle/platform/device_context.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// A small value that kernels capture.
struct DeviceSequences {
  PADDLE_HOST_DEVICE int64_t begin(int64_t i) const { return offsets[i]; }
  PADDLE_HOST_DEVICE int64_t end(int64_t i) const { return offsets[i + 1]; }
  PADDLE_HOST_DEVICE int64_t size(int64_t i) const { return end(i) - begin(i); }
  // The sequence with this row, which one has.
  PADDLE_HOST_DEVICE int64_t Of(int64_t row) const {
    return SequenceOfRow(offsets, count, row);
  }

  const int64_t* offsets;  // in memory of the GPU
  int64_t count;
};

// The offsets on a GPU, for as long as this object lives.
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
