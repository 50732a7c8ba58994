#include "paddle/platform/random.h"

#include <algorithm>
#include <array>

#include "paddle/platform/random_numbers.h"

namespace paddle::platform {
namespace {

// Writes elements [begin, begin + count) of the concatenated blocks.
template <typename T, typename MakeBlock>
void Fill(uint64_t begin, uint64_t count, T* out, MakeBlock make_block) {
  constexpr uint64_t kCount = RandomNumbers<T>::kCount;
  const uint64_t end = begin + count;
  for (uint64_t i = begin; i < end;) {
    const RandomNumbers<T> block = make_block(i / kCount);
    const uint64_t stop = std::min(end, (i / kCount + 1) * kCount);
    for (; i < stop; ++i) *out++ = block.values[i % kCount];
  }
}

std::array<uint32_t, 2> Halves(uint64_t x) {
  return {static_cast<uint32_t>(x), static_cast<uint32_t>(x >> 32)};
}

}  // namespace

RandomStream::RandomStream(const RandomKey& key)
    : key_(Halves(PhiloxKey(key))), step_(Halves(key.step)) {}

template <typename T>
T RandomStream::Uniform(uint64_t i) const {
  constexpr int kCount = RandomNumbers<T>::kCount;
  return UniformNumbers<T>(Block(i / kCount)).values[i % kCount];
}

template <typename T>
T RandomStream::Normal(uint64_t i) const {
  constexpr int kCount = RandomNumbers<T>::kCount;
  return NormalNumbers<T>(Block(i / kCount)).values[i % kCount];
}

template <typename T>
void RandomStream::FillUniform(uint64_t begin, uint64_t count, T* out) const {
  Fill(begin, count, out,
       [this](uint64_t index) { return UniformNumbers<T>(Block(index)); });
}

template <typename T>
void RandomStream::FillNormal(uint64_t begin, uint64_t count, T* out) const {
  Fill(begin, count, out,
       [this](uint64_t index) { return NormalNumbers<T>(Block(index)); });
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
