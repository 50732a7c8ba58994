#include "paddle/operators/creation/cast.h"

#include <algorithm>
#include <cstdint>

#include "paddle/framework/types/data_type.h"
#include "paddle/operators/math/loops/convert.h"
#include "paddle/operators/math/loops/convert_any.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/transform.h"

namespace paddle::operators::kernels {
namespace {

using framework::DataType;
using framework::Tensor;
using platform::SmallRounding;

constexpr int64_t kGrain = 32768;

// The elements that are converted at a time, and the patterns of a byte.
constexpr int64_t kBlock = 256;

// Writes the first `count` numbers of `wide` as elements of `type`.
template <class Wide>
void Narrow(const Wide* wide, int64_t count, SmallRounding rounding,
            DataType type, void* out) {
  framework::VisitAnyDataType(type, [&](auto tag) {
    using To = typename decltype(tag)::type;
    for (int64_t i = 0; i < count; ++i) {
      static_cast<To*>(out)[i] = FromWide<To>(wide[i], rounding);
    }
  });
}

// Converts at most kBlock elements. A loop for each type that is read, and for
// each one that is written: not for all their pairs.
void CastBlock(DataType from, const void* x, int64_t count,
               SmallRounding rounding, DataType to, void* out) {
  framework::VisitAnyDataType(from, [&](auto tag) {
    using From = typename decltype(tag)::type;
    decltype(WideElement(From())) wide[kBlock];
    for (int64_t i = 0; i < count; ++i) {
      wide[i] = WideElement(static_cast<const From*>(x)[i]);
    }
    Narrow(wide, count, rounding, to, out);
  });
}

// Writes element x[i] of a table, of as many bytes as Word.
template <class Word>
void LookUp(const platform::CPUDeviceContext& device, const Tensor& x,
            const void* table, Tensor* out) {
  const auto* words = static_cast<const Word*>(table);
  platform::Transform(device, x.numel(),
                      static_cast<const uint8_t*>(x.raw_data()),
                      static_cast<Word*>(out->raw_mutable_data()),
                      [words](uint8_t byte) { return words[byte]; });
}

// Elements of a byte have few values, each of which is converted once.
void CastByTable(const platform::CPUDeviceContext& device, const Tensor& x,
                 SmallRounding rounding, Tensor* out) {
  uint8_t patterns[kBlock];
  for (int i = 0; i < kBlock; ++i) patterns[i] = static_cast<uint8_t>(i);
  uint64_t table[kBlock];
  CastBlock(x.dtype(), patterns, kBlock, rounding, out->dtype(), table);
  switch (framework::SizeOf(out->dtype())) {
    case 1:
      return LookUp<uint8_t>(device, x, table, out);
    case 2:
      return LookUp<uint16_t>(device, x, table, out);
    case 4:
      return LookUp<uint32_t>(device, x, table, out);
    default:
      return LookUp<uint64_t>(device, x, table, out);
  }
}

void CastByBlocks(const Tensor& x, SmallRounding rounding, Tensor* out) {
  const auto* from = static_cast<const char*>(x.raw_data());
  auto* to = static_cast<char*>(out->raw_mutable_data());
  const auto from_size = static_cast<int64_t>(framework::SizeOf(x.dtype()));
  const auto to_size = static_cast<int64_t>(framework::SizeOf(out->dtype()));
  platform::ParallelFor(x.numel(), kGrain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; i += kBlock) {
      CastBlock(x.dtype(), from + i * from_size, std::min(kBlock, end - i),
                rounding, out->dtype(), to + i * to_size);
    }
  });
}

}  // namespace

template <class Device>
void Cast(const Device& device, const Tensor& x, Tensor* out) {
  // A loop for each pair of types: the conversion is inlined and vectorized.
  framework::VisitDataType(x.dtype(), [&](auto from) {
    framework::VisitDataType(out->dtype(), [&](auto to) {
      using From = typename decltype(from)::type;
      using To = typename decltype(to)::type;
      platform::Transform(device, x.numel(), x.data<From>(),
                          out->mutable_data<To>(),
                          [](From value) { return Convert<To>(value); });
    });
  });
}

template <class Device>
void CastRounded(const Device& device, const Tensor& x, SmallRounding rounding,
                 Tensor* out) {
  const bool stored = framework::IsStoredOnly(x.dtype());
  if (!stored && !framework::IsStoredOnly(out->dtype())) {
    Cast(device, x, out);
  } else if (stored && framework::SizeOf(x.dtype()) == 1) {
    CastByTable(device, x, rounding, out);
  } else {
    CastByBlocks(x, rounding, out);
  }
}

PADDLE_INSTANTIATE_ONE(Cast<platform::CPUDeviceContext>);
PADDLE_INSTANTIATE_ONE(CastRounded<platform::CPUDeviceContext>);

}  // namespace paddle::operators::kernels
