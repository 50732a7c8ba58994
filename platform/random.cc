#include "paddle/platform/random.h"

#include <algorithm>
#include <cmath>

namespace paddle::platform {
namespace {

// One block of random bits as numbers of type T.
template <typename T>
struct Numbers;

template <>
struct Numbers<float> {
  static constexpr int kCount = 4;
  static std::array<float, 4> Uniform(const PhiloxBlock& bits) {
    std::array<float, 4> u;
    for (int i = 0; i < 4; ++i) {
      u[i] = static_cast<float>(bits[i] >> 8) * 0x1p-24f;
    }
    return u;
  }
};

template <>
struct Numbers<double> {
  static constexpr int kCount = 2;
  static std::array<double, 2> Uniform(const PhiloxBlock& bits) {
    std::array<double, 2> u;
    for (int i = 0; i < 2; ++i) {
      const uint64_t wide = uint64_t{bits[2 * i]} << 32 | bits[2 * i + 1];
      u[i] = static_cast<double>(wide >> 11) * 0x1p-53;
    }
    return u;
  }
};

template <typename T>
using Block = std::array<T, Numbers<T>::kCount>;

template <typename T>
Block<T> UniformBlock(const RandomStream& stream, uint64_t index) {
  return Numbers<T>::Uniform(stream.Block(index));
}

// Box-Muller: two uniform numbers give two independent normal ones.
template <typename T>
Block<T> NormalBlock(const RandomStream& stream, uint64_t index) {
  Block<T> values = UniformBlock<T>(stream, index);
  for (size_t i = 0; i < values.size(); i += 2) {
    const T radius = std::sqrt(T(-2) * std::log(T(1) - values[i]));
    const T angle = T(6.283185307179586) * values[i + 1];
    values[i] = radius * std::cos(angle);
    values[i + 1] = radius * std::sin(angle);
  }
  return values;
}

// Elements [begin, begin + count) of the concatenated blocks.
template <typename T, typename MakeBlock>
void Fill(uint64_t begin, uint64_t count, T* out, MakeBlock make_block) {
  constexpr uint64_t kCount = Numbers<T>::kCount;
  const uint64_t end = begin + count;
  for (uint64_t i = begin; i < end;) {
    const Block<T> block = make_block(i / kCount);
    const uint64_t stop = std::min(end, (i / kCount + 1) * kCount);
    for (; i < stop; ++i) *out++ = block[i % kCount];
  }
}

// Spreads every bit of x over the result (the finaliser of SplitMix64).
uint64_t Mixed(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

}  // namespace

RandomStream::RandomStream(const RandomKey& key)
    : step_{static_cast<uint32_t>(key.step),
            static_cast<uint32_t>(key.step >> 32)} {
  const uint64_t both = Mixed(Mixed(key.seed + 0x9E3779B97F4A7C15) + key.op);
  key_ = {static_cast<uint32_t>(both), static_cast<uint32_t>(both >> 32)};
}

template <typename T>
T RandomStream::Uniform(uint64_t i) const {
  constexpr int kCount = Numbers<T>::kCount;
  return UniformBlock<T>(*this, i / kCount)[i % kCount];
}

template <typename T>
T RandomStream::Normal(uint64_t i) const {
  constexpr int kCount = Numbers<T>::kCount;
  return NormalBlock<T>(*this, i / kCount)[i % kCount];
}

template <typename T>
void RandomStream::FillUniform(uint64_t begin, uint64_t count, T* out) const {
  Fill(begin, count, out,
       [this](uint64_t index) { return UniformBlock<T>(*this, index); });
}

template <typename T>
void RandomStream::FillNormal(uint64_t begin, uint64_t count, T* out) const {
  Fill(begin, count, out,
       [this](uint64_t index) { return NormalBlock<T>(*this, index); });
}

template float RandomStream::Uniform(uint64_t) const;
template double RandomStream::Uniform(uint64_t) const;
template float RandomStream::Normal(uint64_t) const;
template double RandomStream::Normal(uint64_t) const;
template void RandomStream::FillUniform(uint64_t, uint64_t, float*) const;
template void RandomStream::FillUniform(uint64_t, uint64_t, double*) const;
template void RandomStream::FillNormal(uint64_t, uint64_t, float*) const;
template void RandomStream::FillNormal(uint64_t, uint64_t, double*) const;

}  // namespace paddle::platform
