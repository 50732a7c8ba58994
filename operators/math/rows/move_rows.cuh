// Moves of whole rows on GPUs, each by a rule.
#pragma once

#include <cstddef>
#include <cstdint>

#include "paddle/operators/math/device/device_sequences.cuh"
#include "paddle/operators/math/device/device_units.cuh"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

// A rule: row r of sequence i is row at[i] + r - begin(i) of the other tensor.
struct PlacedRow {
  PADDLE_HOST_DEVICE int64_t operator()(int64_t row) const {
    const int64_t i = sequences.Of(row);
    return at[i] + row - sequences.begin(i);
  }
  DeviceSequences sequences;
  const int64_t* at;
};

// The direction: rows are taken from, or put to, where the rule says.
enum class MoveRows { kTake, kPut };

namespace internal {

// Moves rows of `width` units, one unit per thread.
template <typename Unit, typename Other>
void MoveUnits(const platform::CUDADeviceContext& device, MoveRows way,
               int64_t rows, int64_t width, const Other& other,
               const void* from, void* to) {
  // `row` is the side whose rows are counted, `there` the other one.
  const Unit* source = static_cast<const Unit*>(from);
  Unit* target = static_cast<Unit*>(to);
  const bool takes = way == MoveRows::kTake;
  platform::ForEach(device, rows * width, [=] PADDLE_DEVICE(int64_t i) {
    const int64_t row = i / width;
    const int64_t there = other(row) * width + (i - row * width);
    target[takes ? i : there] = source[takes ? there : i];
  });
}

}  // namespace internal

// Computes to[r] = from[other(r)] (kTake) or to[other(r)] = from[r] (kPut) for
// r in [0, rows), in rows of this many bytes. `other` is marked for GPUs; for
// kPut it maps no two rows to one. Rows move in the widest units, up to 16
// bytes, that their size and the addresses allow.
template <typename Other>
void MoveRowsOnCUDA(const platform::CUDADeviceContext& device, MoveRows way,
                    int64_t rows, int64_t row_bytes, const Other& other,
                    const void* from, void* to) {
  if (rows == 0 || row_bytes == 0) return;
  // Rows all begin at multiples of the unit if the first one does and a row is
  // a multiple of it.
  size_t unit = 1;
  while (unit < sizeof(Unit16) && row_bytes % (2 * unit) == 0 &&
         IsAligned(from, 2 * unit) && IsAligned(to, 2 * unit)) {
    unit *= 2;
  }
  WithUnit(unit, [&](auto of_size) {
    internal::MoveUnits<decltype(of_size)>(device, way, rows, row_bytes / unit,
                                           other, from, to);
  });
}

}  // namespace paddle::operators::kernels
