#include "paddle/framework/serving/equal_bits.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "absl/strings/str_cat.h"

#include "paddle/framework/serving/joined_batch.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::serving {
namespace {

using framework::Dims;
using framework::LoD;
using framework::LoDTensor;

// About so many requests of a batch also run alone.
constexpr size_t kRunAlone = 8;
// Operators may compute long sequences in another way.
constexpr int64_t kLongSequence = 64;

// Numbers in [-1, 1), from a linear congruence.
class SmallNumbers {
 public:
  double Next() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double>(state_ >> 40) / (1 << 23) - 1;
  }

 private:
  uint64_t state_ = 1;
};

LoDTensor MakeInput(const TensorInfo& info, int64_t rows,
                    SmallNumbers* numbers) {
  Dims dims{absl::MakeConstSpan(info.dims)};
  dims[0] = rows;
  LoDTensor value(dims, info.dtype);
  framework::VisitDataType(info.dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    T* elements = value.mutable_data<T>();
    const bool real = framework::IsFloating(info.dtype);
    for (int64_t i = 0; i < value.numel(); ++i) {
      elements[i] =
          static_cast<T>(real ? static_cast<float>(numbers->Next()) : 0.0f);
    }
  });
  if (info.lod_level == 0) return value;
  // Sequences of several lengths, the first one of a single row; or a long one.
  std::vector<int64_t> lengths;
  if (rows == kLongSequence) {
    value.set_lod(LoD::FromLengths({{rows}}));
    return value;
  }
  for (int64_t left = rows, next = 1; left > 0;
       left -= lengths.back(), ++next) {
    lengths.push_back(std::min(left, next));
  }
  value.set_lod(LoD::FromLengths({lengths}));
  return value;
}

// Sizes of requests: many small ones, ones of all small sizes, and a large one
// beside small ones.
std::vector<std::vector<int64_t>> Batches(int64_t max_rows) {
  std::vector<std::vector<int64_t>> batches = {
      {1, 1}, {1, 2, 3, 4, 5, 7}, {1, 5, kLongSequence}};
  for (int64_t rows : {int64_t{16}, max_rows}) {
    batches.emplace_back(std::max<int64_t>(rows, 2), 1);
  }
  return batches;
}

bool SameBits(const LoDTensor& a, const LoDTensor& b) {
  return a.dims() == b.dims() && framework::SameLoD(a.lod(), b.lod()) &&
         (a.bytes() == 0 ||
          std::memcmp(a.raw_data(), b.raw_data(), a.bytes()) == 0);
}

std::string TryBatch(const ServedModel& model, const RowIndependence& rows,
                     const std::vector<int64_t>& sizes) {
  SmallNumbers numbers;
  std::vector<Tensors> requests(sizes.size());
  std::vector<const Tensors*> parts;
  for (size_t r = 0; r < sizes.size(); ++r) {
    for (const TensorInfo& input : model.inputs()) {
      requests[r].push_back(MakeInput(input, sizes[r], &numbers));
    }
    parts.push_back(&requests[r]);
  }
  const auto joined = CutOutputs(model.Run(JoinRequests(parts)), rows, parts);
  const size_t step = 1 + sizes.size() / kRunAlone;
  for (size_t r = 0; r < sizes.size(); r += step) {
    const Tensors alone = model.Run(requests[r]);
    for (size_t i = 0; i < alone.size(); ++i) {
      if (SameBits(alone[i], joined[r][i])) continue;
      return absl::StrCat("output ", model.outputs()[i].name,
                          " has other bits in a batch of ", sizes.size(),
                          " requests than alone");
    }
  }
  return "";
}

}  // namespace

std::string FindOtherBits(const ServedModel& model, const RowIndependence& rows,
                          int64_t max_rows) {
  for (const TensorInfo& input : model.inputs()) {
    if (std::any_of(input.dims.begin() + 1, input.dims.end(),
                    [](int64_t size) { return size < 0; })) {
      return absl::StrCat("input ", input.name,
                          " has several axes of any size, so that equal bits "
                          "cannot be tried out");
    }
  }
  try {
    for (const auto& sizes : Batches(std::min(max_rows, kMostTried))) {
      std::string other = TryBatch(model, rows, sizes);
      if (!other.empty()) return other;
    }
  } catch (const platform::Error& error) {
    return absl::StrCat("a made-up request fails: ", error.message());
  }
  return "";
}

}  // namespace paddle::serving
