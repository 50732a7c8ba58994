#include "paddle/framework/tensor/lod.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "paddle/platform/enforce.h"

namespace paddle::framework {
namespace {

std::vector<int64_t> OffsetsOf(const std::vector<int64_t>& lengths, int level) {
  std::vector<int64_t> offsets = {0};
  offsets.reserve(lengths.size() + 1);
  for (const int64_t length : lengths) {
    PADDLE_ENFORCE(length >= 0, InvalidArgument, "level ", level,
                   " of a LoD has the negative length ", length);
    // Offsets are sums, which a damaged or hostile file could make overflow.
    int64_t end;
    PADDLE_ENFORCE(!__builtin_add_overflow(offsets.back(), length, &end),
                   InvalidArgument, "the lengths of level ", level,
                   " of a LoD overflow");
    offsets.push_back(end);
  }
  return offsets;
}

void CheckLevel(const std::vector<int64_t>& offsets, int level) {
  PADDLE_ENFORCE(!offsets.empty() && offsets[0] == 0, InvalidArgument,
                 "the offsets of level ", level, " of a LoD begin at ",
                 offsets.empty() ? "no number" : absl::StrCat(offsets[0]),
                 ", not at 0");
  for (size_t i = 1; i < offsets.size(); ++i) {
    PADDLE_ENFORCE(offsets[i - 1] <= offsets[i], InvalidArgument,
                   "the offsets of level ", level, " of a LoD go back from ",
                   offsets[i - 1], " to ", offsets[i]);
  }
}

void CheckLevels(const LoD::Levels& offsets) {
  PADDLE_ENFORCE(!offsets.empty(), InvalidArgument, "a LoD has no level");
  for (size_t level = 0; level < offsets.size(); ++level) {
    CheckLevel(offsets[level], static_cast<int>(level));
  }
  // Each level counts the entries of the next one, the last the rows of the
  // tensor.
  for (size_t level = 1; level < offsets.size(); ++level) {
    const int64_t entries = static_cast<int64_t>(offsets[level].size()) - 1;
    PADDLE_ENFORCE(offsets[level - 1].back() == entries, InvalidArgument,
                   "level ", level - 1, " of a LoD covers ",
                   offsets[level - 1].back(), " sequences, level ", level,
                   " has ", entries);
  }
}

}  // namespace

std::shared_ptr<const LoD> LoD::FromLengths(const Levels& lengths) {
  Levels offsets;
  for (const std::vector<int64_t>& level : lengths) {
    offsets.push_back(OffsetsOf(level, static_cast<int>(offsets.size())));
  }
  return FromOffsets(std::move(offsets));
}

std::shared_ptr<const LoD> LoD::FromOffsets(Levels offsets) {
  CheckLevels(offsets);
  return std::shared_ptr<const LoD>(new LoD(std::move(offsets)));
}

absl::Span<const int64_t> LoD::offsets(int level) const {
  PADDLE_ENFORCE(0 <= level && level < levels(), OutOfRange, "level ", level,
                 " of a LoD of ", levels());
  return offsets_[level];
}

LoD::Levels LoD::lengths() const {
  Levels lengths;
  for (const std::vector<int64_t>& level : offsets_) {
    std::vector<int64_t>& target = lengths.emplace_back();
    for (size_t i = 1; i < level.size(); ++i) {
      target.push_back(level[i] - level[i - 1]);
    }
  }
  return lengths;
}

std::string LoD::ToString() const {
  const auto print = [](std::string* out, const std::vector<int64_t>& level) {
    absl::StrAppend(out, "{", absl::StrJoin(level, ", "), "}");
  };
  return absl::StrCat("{", absl::StrJoin(lengths(), ", ", print), "}");
}

bool SameLoD(const LoDPtr& a, const LoDPtr& b) {
  // Usually both are the same object, which saves the comparison of offsets.
  if (a == b) return true;
  return a != nullptr && b != nullptr && *a == *b;
}

}  // namespace paddle::framework
