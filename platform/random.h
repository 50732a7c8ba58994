// Random numbers from a counter, without state: Philox4x32-10.
//
// Source: Salmon, Moraes, Dror, Shaw, "Parallel Random Numbers: As Easy as 1,
// 2, 3" (SC 2011). Element i of a stream is a pure function of the key and i,
// so the bits do not depend on which thread computes which part.
#pragma once

#include <array>
#include <cstdint>

namespace paddle::platform {

// Identifies a stream of random numbers: the seed of the program, the id of the
// operator that draws, and the step (the run) in which it draws.
struct RandomKey {
  uint64_t seed = 0;
  uint64_t op = 0;
  uint64_t step = 0;
};

using PhiloxBlock = std::array<uint32_t, 4>;

// Computes the ten rounds of Philox: 128 random bits from a counter and a key.
inline PhiloxBlock Philox(PhiloxBlock counter, std::array<uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    const uint64_t left = uint64_t{0xD2511F53} * counter[0];
    const uint64_t right = uint64_t{0xCD9E8D57} * counter[2];
    counter = {static_cast<uint32_t>(right >> 32) ^ counter[1] ^ key[0],
               static_cast<uint32_t>(right),
               static_cast<uint32_t>(left >> 32) ^ counter[3] ^ key[1],
               static_cast<uint32_t>(left)};
    key[0] += 0x9E3779B9;
    key[1] += 0xBB67AE85;
  }
  return counter;
}

// The random numbers of one key. A small value; all methods are pure. T is
// float or double, which draw different numbers.
class RandomStream {
 public:
  explicit RandomStream(const RandomKey& key);

  // Returns 128 bits: those of elements [4 * index, 4 * index + 4).
  PhiloxBlock Block(uint64_t index) const {
    return Philox({static_cast<uint32_t>(index),
                   static_cast<uint32_t>(index >> 32), step_[0], step_[1]},
                  key_);
  }
  uint32_t Bits(uint64_t i) const { return Block(i / 4)[i % 4]; }

  // Returns element i, uniform in [0, 1): a multiple of 2^-24 (double: 2^-53).
  template <typename T>
  T Uniform(uint64_t i) const;
  // Returns element i of a normal distribution of mean 0 and standard deviation
  // 1 (Box-Muller).
  template <typename T>
  T Normal(uint64_t i) const;

  // Writes elements [begin, begin + count) to `out`, with the same bits as the
  // functions above and several times faster.
  template <typename T>
  void FillUniform(uint64_t begin, uint64_t count, T* out) const;
  template <typename T>
  void FillNormal(uint64_t begin, uint64_t count, T* out) const;

 private:
  std::array<uint32_t, 2> key_;
  std::array<uint32_t, 2> step_;
};

}  // namespace paddle::platform
