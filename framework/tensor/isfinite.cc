#include "paddle/framework/tensor/isfinite.h"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::framework {
namespace {

// A block fits vector registers; a grain is worth a thread.
constexpr int64_t kBlock = 64;
constexpr int64_t kGrain = 65536;

// NaN and infinity are the values whose exponent is all ones. Comparing bits
// needs no floating point, and blocks of fixed length are vectorized.
template <typename Bits>
bool BlockHasNonFinite(const Bits* bits, Bits exponent) {
  Bits found = 0;
  for (int64_t i = 0; i < kBlock; ++i) {
    found |= static_cast<Bits>((bits[i] & exponent) == exponent);
  }
  return found != 0;
}

template <typename Bits>
bool RangeHasNonFinite(const char* data, int64_t count, Bits exponent) {
  while (count > 0) {
    // Copying the last, partial block into zeros spares a second loop; zeros
    // are finite.
    Bits block[kBlock] = {};
    const int64_t step = std::min(count, kBlock);
    std::memcpy(block, data, step * sizeof(Bits));
    if (BlockHasNonFinite(block, exponent)) return true;
    data += step * sizeof(Bits);
    count -= step;
  }
  return false;
}

template <typename Bits>
bool Scan(const Tensor& tensor, Bits exponent) {
  const char* data = static_cast<const char*>(tensor.raw_data());
  // An atomic, as several threads may find one. The first hit does not end the
  // others: values are almost always finite.
  std::atomic<bool> found{false};
  platform::ParallelFor(
      tensor.numel(), kGrain, [&](int64_t begin, int64_t end) {
        if (RangeHasNonFinite<Bits>(data + begin * sizeof(Bits), end - begin,
                                    exponent)) {
          found = true;
        }
      });
  return found;
}

}  // namespace

bool HasNonFinite(const Tensor& tensor) {
  PADDLE_ENFORCE(tensor.initialized(), FailedPrecondition,
                 "the tensor has no memory yet");
  switch (tensor.dtype()) {
    case DataType::kFloat16:
      // These are the exponent bits of each type.
      return Scan<uint16_t>(OnCPU(tensor), 0x7c00);
    case DataType::kBFloat16:
      return Scan<uint16_t>(OnCPU(tensor), 0x7f80);
    case DataType::kFloat32:
      return Scan<uint32_t>(OnCPU(tensor), 0x7f800000);
    case DataType::kFloat64:
      return Scan<uint64_t>(OnCPU(tensor), 0x7ff0000000000000);
    default:
      return false;
  }
}

}  // namespace paddle::framework
