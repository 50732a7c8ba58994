#include "paddle/tools/fuzz/mutate_feed.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/types/span.h"

#include "paddle/framework/types/data_type.h"

namespace paddle::fuzz {
namespace {

using framework::DataType;
using framework::Dims;
using framework::LoD;
using framework::LoDTensor;
using Random = std::mt19937_64;

constexpr int64_t kBatch = 2;
constexpr int64_t kRows = 3;  // of sequences, of 2 rows and of 1

size_t Below(size_t bound, Random* random) { return (*random)() % bound; }

framework::LoDPtr SmallSequences(int levels) {
  LoD::Levels lengths(levels - 1, {1, 1});
  lengths.push_back({2, 1});
  return LoD::FromLengths(lengths);
}

double ExtremeNumber(Random* random) {
  using Limits = std::numeric_limits<double>;
  static const double kNumbers[] = {0,
                                    1,
                                    2,
                                    3,
                                    -1,
                                    -2,
                                    0.5,
                                    1e-300,
                                    1e300,
                                    65536,
                                    2147483648.0,
                                    -2147483649.0,
                                    9.2e18,
                                    -9.2e18,
                                    Limits::infinity(),
                                    -Limits::infinity(),
                                    Limits::quiet_NaN()};
  return kNumbers[Below(std::size(kNumbers), random)];
}

// Returns `number` as a T; a number that T cannot hold becomes an end of its
// range.
template <typename T>
T As(double number) {
  if constexpr (std::is_same_v<T, bool>) {
    return number > 0;
  } else if constexpr (std::is_integral_v<T>) {
    using Limits = std::numeric_limits<T>;
    if (!(number > static_cast<double>(Limits::min()))) return Limits::min();
    if (number >= static_cast<double>(Limits::max())) return Limits::max();
    return static_cast<T>(number);
  } else if constexpr (std::is_same_v<T, double>) {
    return number;
  } else {
    constexpr double kMost = std::numeric_limits<float>::max();
    const bool fits = number != number || (-kMost < number && number < kMost);
    const float nearest =
        fits ? static_cast<float>(number)
             : (number > 0 ? std::numeric_limits<float>::infinity()
                           : -std::numeric_limits<float>::infinity());
    return static_cast<T>(nearest);
  }
}

// Writes every `step`th number, starting with the first.
void PutNumbers(int64_t step, LoDTensor* value, Random* random) {
  if (!value->initialized()) return;
  framework::VisitDataType(value->dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    T* data = value->template mutable_data<T>();
    for (int64_t i = 0; i < value->numel(); i += step) {
      data[i] = As<T>(ExtremeNumber(random));
    }
  });
}

Dims MutatedDims(const Dims& dims, Random* random) {
  std::vector<int64_t> sizes = dims.ToVector();
  switch (Below(4, random)) {
    case 0:
      sizes.push_back(static_cast<int64_t>(Below(3, random)));
      break;
    case 1:
      if (!sizes.empty()) sizes.pop_back();
      break;
    default:
      if (!sizes.empty()) {
        sizes[Below(sizes.size(), random)] =
            static_cast<int64_t>(Below(6, random));
      }
  }
  return Dims(absl::MakeConstSpan(sizes));
}

framework::LoDPtr MutatedSequences(Random* random) {
  LoD::Levels levels(1);
  for (size_t i = Below(4, random); i > 0; --i) {
    levels[0].push_back(static_cast<int64_t>(Below(4, random)));
  }
  if (Below(3, random) == 0) {
    levels.insert(levels.begin(), {static_cast<int64_t>(levels[0].size()), 0});
  }
  return Below(3, random) == 0 ? nullptr : LoD::FromLengths(levels);
}

// Returns a new tensor with other dims, data type, numbers or sequences.
LoDTensor Changed(const LoDTensor& value, Random* random) {
  const bool other_dims = Below(2, random) == 0;
  const bool other_type = Below(6, random) == 0;
  LoDTensor changed(
      other_dims ? MutatedDims(value.dims(), random) : value.dims(),
      other_type ? static_cast<DataType>(1 + Below(10, random))
                 : value.dtype());
  PutNumbers(1, &changed, random);
  changed.set_lod(Below(2, random) == 0 ? MutatedSequences(random)
                                        : value.lod());
  return changed;
}

// Feeds share memory with the originals, so a value is copied before its
// numbers change.
LoDTensor Copied(const LoDTensor& value) {
  LoDTensor copy(value.dims(), value.dtype());
  std::copy_n(static_cast<const char*>(value.raw_data()), value.bytes(),
              static_cast<char*>(copy.raw_mutable_data()));
  copy.set_lod(value.lod());
  return copy;
}

}  // namespace

Dims SmallDims(const framework::proto::VarDesc& var) {
  Dims dims;
  for (int64_t size : var.dims()) {
    const bool rows = var.lod_level() > 0 && dims.rank() == 0;
    dims.Append(size >= 0 ? size : rows ? kRows : kBatch);
  }
  return dims;
}

LoDTensor SmallValue(const framework::proto::VarDesc& var) {
  const DataType dtype = framework::DataTypeFromNumber(var.dtype());
  LoDTensor tensor(SmallDims(var), dtype);
  if (var.lod_level() > 0) tensor.set_lod(SmallSequences(var.lod_level()));
  framework::VisitDataType(dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    T* data = tensor.mutable_data<T>();
    for (int64_t i = 0; i < tensor.numel(); ++i) {
      // Small positive numbers are legal everywhere: as labels, divisors and
      // logarithms.
      const int value = static_cast<int>(i % 3);
      data[i] =
          framework::IsFloating(dtype) ? T(0.25f * (value + 1)) : T(value);
    }
  });
  return tensor;
}

framework::Feeds MutateFeeds(framework::Feeds feeds, Random* random) {
  if (feeds.empty()) return feeds;
  auto& [name, value] = feeds[Below(feeds.size(), random)];
  switch (Below(9, random)) {
    case 0:
      name = "unknown";
      break;
    case 1:
      feeds.push_back(feeds[0]);
      break;
    case 2:
      feeds.pop_back();
      break;
    case 3:
      value = LoDTensor();
      break;
    case 4:
    case 5:
      for (auto& feed : feeds) feed.second = Changed(feed.second, random);
      break;
    default:
      value = Copied(value);
      PutNumbers(1 + static_cast<int64_t>(Below(3, random)), &value, random);
  }
  return feeds;
}

}  // namespace paddle::fuzz
