// The arithmetic of random.h in a form that GPUs run, too.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "paddle/platform/host_device.h"
#include "paddle/platform/random.h"

namespace paddle::platform {

namespace internal {

// Spreads every bit of x over the result (the finalizer of SplitMix64).
PADDLE_HOST_DEVICE inline uint64_t Mixed(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

}  // namespace internal

// Mixing the seed before adding the operator's id keeps the streams of
// neighbouring ids and seeds apart.
// Returns the key of Philox, low half first, which all steps share.
PADDLE_HOST_DEVICE inline uint64_t PhiloxKey(const RandomKey& key) {
  return internal::Mixed(internal::Mixed(key.seed + 0x9E3779B97F4A7C15) +
                         key.op);
}

// The numbers obtained from one block of random bits.
template <typename T>
struct RandomNumbers {
  static constexpr int kCount = sizeof(PhiloxBlock) / sizeof(T);
  T values[kCount];
};

// Uses the upper bits: 24 of 32 for float and 53 of 64 for double, which these
// types represent exactly, so that 1 is never reached.
// Converts random bits to numbers uniform in [0, 1). T is float or double.
template <typename T>
PADDLE_HOST_DEVICE inline RandomNumbers<T> UniformNumbers(
    const PhiloxBlock& bits) {
  RandomNumbers<T> u;
  for (int i = 0; i < u.kCount; ++i) {
    if constexpr (sizeof(T) == sizeof(float)) {
      u.values[i] = static_cast<float>(bits[i] >> 8) * 0x1p-24f;
    } else {
      const uint64_t wide = uint64_t{bits[2 * i]} << 32 | bits[2 * i + 1];
      u.values[i] = static_cast<double>(wide >> 11) * 0x1p-53;
    }
  }
  return u;
}

// 1 - u lies in (0, 1], so the logarithm is finite.
// Converts random bits to normal numbers by Box-Muller: two uniform numbers
// give two independent normal ones.
template <typename T>
PADDLE_HOST_DEVICE inline RandomNumbers<T> NormalNumbers(
    const PhiloxBlock& bits) {
  RandomNumbers<T> u = UniformNumbers<T>(bits);
  for (int i = 0; i < u.kCount; i += 2) {
    const T radius = std::sqrt(T(-2) * std::log(T(1) - u.values[i]));
    const T angle = T(6.283185307179586) * u.values[i + 1];
    u.values[i] = radius * std::cos(angle);
    u.values[i + 1] = radius * std::sin(angle);
  }
  return u;
}

// A RandomStream for GPU kernels, which capture it by value; it yields the same
// numbers, block by block. Element i is number i % kCount of block i / kCount.
class DeviceRandomStream {
 public:
  PADDLE_HOST_DEVICE explicit DeviceRandomStream(const RandomKey& key)
      : key_(PhiloxKey(key)), step_(key.step) {}
  // Takes the step that `step`, an address in GPU memory, holds when the
  // numbers are drawn.
  DeviceRandomStream(const RandomKey& key, const uint64_t* step)
      : key_(PhiloxKey(key)), step_(key.step), step_at_(step) {}

  // Returns what RandomStream::Block returns.
  PADDLE_HOST_DEVICE PhiloxBlock Block(uint64_t index) const {
    const uint64_t step = step_at_ == nullptr ? step_ : *step_at_;
    // The counter is (element block, step): each step has a range of its own,
    // and no two steps share a block.
    uint32_t counter[] = {
        static_cast<uint32_t>(index), static_cast<uint32_t>(index >> 32),
        static_cast<uint32_t>(step), static_cast<uint32_t>(step >> 32)};
    uint32_t key[] = {static_cast<uint32_t>(key_),
                      static_cast<uint32_t>(key_ >> 32)};
    for (int round = 0; round < 10; ++round) {  // as Philox has it
      const uint64_t left = uint64_t{0xD2511F53} * counter[0];
      const uint64_t right = uint64_t{0xCD9E8D57} * counter[2];
      counter[0] = static_cast<uint32_t>(right >> 32) ^ counter[1] ^ key[0];
      counter[1] = static_cast<uint32_t>(right);
      counter[2] = static_cast<uint32_t>(left >> 32) ^ counter[3] ^ key[1];
      counter[3] = static_cast<uint32_t>(left);
      key[0] += 0x9E3779B9;
      key[1] += 0xBB67AE85;
    }
    return {counter[0], counter[1], counter[2], counter[3]};
  }
  // Returns the numbers of block `index`, uniform in [0, 1).
  template <typename T>
  PADDLE_HOST_DEVICE RandomNumbers<T> Uniform(uint64_t index) const {
    return UniformNumbers<T>(Block(index));
  }
  // Returns the numbers of block `index`, normally distributed.
  template <typename T>
  PADDLE_HOST_DEVICE RandomNumbers<T> Normal(uint64_t index) const {
    return NormalNumbers<T>(Block(index));
  }

 private:
  // The key, and the step that applies unless an address was given.
  uint64_t key_;
  uint64_t step_;
  const uint64_t* step_at_ = nullptr;
};

}  // namespace paddle::platform
