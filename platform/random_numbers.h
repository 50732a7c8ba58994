// Random numbers for kernels: the generator of random.h as inline functions
// that host and GPU compilers take. Every device draws the same bits.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "paddle/platform/host_device.h"
#include "paddle/platform/random.h"

namespace paddle::platform {

namespace internal {

// Hashes x: each of its bits affects about half of the bits of the result. This
// is the finalizer of SplitMix64.
PADDLE_HOST_DEVICE inline uint64_t MixBits(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

}  // namespace internal

// Returns the 64-bit key of Philox, the same for all steps; its low half is the
// first word. The seed is mixed before the operator's id is added, so that
// neighbouring seeds and ids do not share a stream.
PADDLE_HOST_DEVICE inline uint64_t PhiloxKey(const RandomKey& key) {
  return internal::MixBits(internal::MixBits(key.seed + 0x9E3779B97F4A7C15) +
                           key.op);
}

// The numbers that one block of 128 random bits gives: four floats or two
// doubles.
template <typename T>
struct RandomNumbers {
  static constexpr int kCount = sizeof(PhiloxBlock) / sizeof(T);
  T values[kCount];
};

// Converts random bits to numbers uniform in [0, 1). T is float or double.
// Takes the upper 24 of 32 bits, or 53 of 64, which these types represent
// exactly, so that no number is rounded up to 1.
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

// Converts random bits to numbers of the standard normal distribution by the
// Box-Muller transform: two uniform numbers give two independent normal ones.
// The logarithm is taken of 1 - u, which is never 0.
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

// The stream of random numbers of one key, as RandomStream draws it, for GPU
// kernels, which capture it by value. Numbers come in blocks: element i of the
// stream is number i % kCount of block i / kCount. No method changes the
// stream, so any number of threads may draw from it.
class DeviceRandomStream {
 public:
  PADDLE_HOST_DEVICE explicit DeviceRandomStream(const RandomKey& key)
      : key_(PhiloxKey(key)), step_(key.step) {}
  // Reads the step from `step`, an address in GPU memory, when the numbers are
  // drawn: a kernel that a graph replays then draws new ones each time.
  DeviceRandomStream(const RandomKey& key, const uint64_t* step)
      : key_(PhiloxKey(key)), step_(key.step), step_at_(step) {}

  // Returns the 128 random bits of block `index`, those of RandomStream::Block.
  PADDLE_HOST_DEVICE PhiloxBlock Block(uint64_t index) const {
    const uint64_t step = step_at_ == nullptr ? step_ : *step_at_;
    // The counter is (element block, step): each step has a range of its own,
    // and no two steps share a block.
    uint32_t counter[] = {
        static_cast<uint32_t>(index), static_cast<uint32_t>(index >> 32),
        static_cast<uint32_t>(step), static_cast<uint32_t>(step >> 32)};
    uint32_t key[] = {static_cast<uint32_t>(key_),
                      static_cast<uint32_t>(key_ >> 32)};
    for (int round = 0; round < 10; ++round) {  // Philox4x32-10
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
  // Returns the numbers of block `index`, of mean 0 and standard deviation 1.
  template <typename T>
  PADDLE_HOST_DEVICE RandomNumbers<T> Normal(uint64_t index) const {
    return NormalNumbers<T>(Block(index));
  }

 private:
  uint64_t key_;
  // Ignored if step_at_ is not null.
  uint64_t step_;
  const uint64_t* step_at_ = nullptr;
};

}  // namespace paddle::platform
