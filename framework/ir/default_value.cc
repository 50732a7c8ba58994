#include "paddle/framework/ir/default_value.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "paddle/framework/ir/var_dims.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

// The number of lengths of a level that are shown.
constexpr int kShown = 8;

void CheckDims(const proto::VarDesc& var, const Dims& dims) {
  bool fits = dims.rank() == var.dims_size();
  for (int i = 0; fits && i < dims.rank(); ++i) {
    // A symbol of the variable accepts any size of the value.
    fits = dims[i] >= 0 && (var.dims(i) < 0 || var.dims(i) == dims[i]);
  }
  PADDLE_ENFORCE(fits, InvalidArgument, "a default value of shape ",
                 dims.ToString(), " does not fit ", DimsOf(var).ToString());
}

void CheckBytes(const proto::VarDesc& var, const Dims& dims) {
  const DataType dtype = DataTypeFromNumber(var.dtype());
  const std::string& data = var.default_value().data();
  int64_t bytes;
  // The product of damaged dims may overflow.
  const bool fits =
      !__builtin_mul_overflow(dims.Numel(), static_cast<int64_t>(SizeOf(dtype)),
                              &bytes) &&
      bytes == static_cast<int64_t>(data.size());
  PADDLE_ENFORCE(fits, InvalidArgument, "a default value of ", data.size(),
                 " bytes is not ", dims.ToString(), " ", DataTypeName(dtype));
  const auto is_bool = [](char byte) { return byte == 0 || byte == 1; };
  // Other bytes in a bool are undefined behaviour wherever the value is read.
  PADDLE_ENFORCE(dtype != DataType::kBool ||
                     std::all_of(data.begin(), data.end(), is_bool),
                 InvalidArgument,
                 "a bool of the default value is neither 0 nor 1");
}

// Returns the sum of one level.
int64_t Covered(const proto::IntList& lengths, int level) {
  int64_t sum = 0;
  for (const int64_t length : lengths.values()) {
    PADDLE_ENFORCE(length >= 0 && !__builtin_add_overflow(sum, length, &sum),
                   InvalidArgument, "level ", level,
                   " of the default value's sequences has the length ", length);
  }
  return sum;
}

void CheckLengths(const proto::VarDesc& var, const Dims& dims) {
  const auto& levels = var.default_value().lengths();
  PADDLE_ENFORCE(
      levels.size() == var.lod_level() && (levels.empty() || dims.rank() > 0),
      InvalidArgument, "a default value with ", levels.size(),
      " levels of sequences over ", dims.ToString(), "; its lod_level is ",
      var.lod_level());
  for (int level = 0; level < levels.size(); ++level) {
    const bool last = level + 1 == levels.size();
    // The last level counts rows, the others the entries of the next level.
    const int64_t wanted = last ? dims[0] : levels[level + 1].values_size();
    const int64_t covered = Covered(levels[level], level);
    PADDLE_ENFORCE(covered == wanted, InvalidArgument, "level ", level,
                   " of the default value's sequences covers ", covered,
                   last ? " rows of " : " sequences of ", wanted);
  }
}

std::string LevelText(const proto::IntList& level) {
  const int shown = std::min(level.values_size(), kShown);
  const auto begin = level.values().begin();
  return absl::StrCat("{", absl::StrJoin(begin, begin + shown, ", "),
                      shown < level.values_size() ? ", ..." : "", "}");
}

}  // namespace

void CheckDefaultValue(const proto::VarDesc& var) {
  if (!var.has_default_value()) return;
  PADDLE_ENFORCE(var.is_feed() && var.kind() == proto::DENSE_TENSOR &&
                     var.dtype() != proto::UNKNOWN,
                 InvalidArgument,
                 "only dense data with a data type has a default value");
  const Dims dims = DimsOf(var.default_value());
  CheckDims(var, dims);
  CheckBytes(var, dims);
  CheckLengths(var, dims);
}

std::string DefaultValueText(const proto::VarDesc& var) {
  if (!var.has_default_value()) return "";
  const proto::DefaultValue& value = var.default_value();
  std::vector<std::string> levels;
  for (const proto::IntList& level : value.lengths()) {
    levels.push_back(LevelText(level));
  }
  return absl::StrCat("[", absl::StrJoin(value.dims(), ", "), "]",
                      levels.empty() ? "" : " in sequences of ",
                      absl::StrJoin(levels, ", "));
}

}  // namespace paddle::framework
