// Draws random integers and truths. Element i is a function of the key and i
// alone, so the result depends on neither threads nor device.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/host_device.h"
#include "paddle/platform/random.h"

namespace paddle::operators::kernels {

// Returns the upper 64 bits of the product: for random `bits` a number in
// [0, range), each with a probability that is off by 2^-64 at most.
PADDLE_HOST_DEVICE inline uint64_t ScaledBits(uint64_t bits, uint64_t range) {
  const uint64_t low = (bits & 0xFFFFFFFF) * (range & 0xFFFFFFFF);
  const uint64_t left = (bits >> 32) * (range & 0xFFFFFFFF) + (low >> 32);
  const uint64_t right =
      (bits & 0xFFFFFFFF) * (range >> 32) + (left & 0xFFFFFFFF);
  return (bits >> 32) * (range >> 32) + (left >> 32) + (right >> 32);
}

// Returns the 64 random bits of an element, of which a block has two.
PADDLE_HOST_DEVICE inline uint64_t BitsOfHalf(
    const platform::PhiloxBlock& block, uint64_t i) {
  return i % 2 == 0 ? uint64_t{block[0]} << 32 | block[1]
                    : uint64_t{block[2]} << 32 | block[3];
}

// The steps of uniform numbers of T.
template <typename T>
constexpr T kUniformStep = sizeof(T) == 4 ? T(0x1p-24) : T(0x1p-53);

// Returns whether an event of this probability happens at element i, of which
// `drawn` is the uniform number of `stream`. What that has steps of decides
// unless the probability lies within one: then a further number does, so that
// events less likely than a step happen no more often than they should.
template <typename T, class Stream>
PADDLE_HOST_DEVICE inline bool Happens(const Stream& stream, int64_t i, T drawn,
                                       T probability) {
  if (!(drawn < probability)) return false;
  constexpr double kStep = kUniformStep<T>;
  const double rest =
      (static_cast<double>(probability) - static_cast<double>(drawn)) / kStep;
  if (rest >= 1) return true;
  // No tensor has as many elements that ~i were another's block.
  const uint64_t bits = BitsOfHalf(stream.Block(~static_cast<uint64_t>(i)), 0);
  return static_cast<double>(bits >> 11) * 0x1p-53 < rest;
}

// Fills `out` with integers in [low, high), all equally likely; low < high, and
// T, int32_t or int64_t, holds both bounds. Device: CPU or CUDA.
template <class Device, class T>
void FillIntegers(const Device& device, const platform::RandomKey& key,
                  int64_t low, int64_t high, framework::Tensor* out);

// Computes out[i] = 1 with the probability x[i], else 0; a probability of 0 or
// less never gives 1, one of 1 or more always does, and NaN never. T: float,
// double. Device: CPU or CUDA. x and out must not share memory.
template <class Device, class T>
void DrawBernoulli(const Device& device, const platform::RandomKey& key,
                   const framework::Tensor& x, framework::Tensor* out);

}  // namespace paddle::operators::kernels
