#include "paddle/framework/ir/nearest.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace paddle::framework {

namespace {

constexpr size_t kLongestName = 80;  // bounds the time a damaged file can take
constexpr size_t kMostNames = 3;

// Insertions, removals and replacements that lead from a to b. A change of
// case costs one at most, however many letters it touches.
size_t EditDistance(absl::string_view a, absl::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = std::exchange(row[0], i + 1);
    for (size_t j = 0; j < b.size(); ++j) {
      size_t replaced = diagonal + (a[i] != b[j] ? 1 : 0);
      diagonal = row[j + 1];
      row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, replaced});
    }
  }
  return absl::EqualsIgnoreCase(a, b) ? std::min<size_t>(row.back(), 1)
                                      : row.back();
}

}  // namespace

std::vector<std::string> NearestNames(
    absl::string_view name, const std::vector<std::string>& candidates) {
  if (name.empty() || name.size() > kLongestName) return {};
  const size_t limit = std::max<size_t>(1, name.size() / 3);
  std::vector<std::pair<size_t, std::string>> near;
  for (const std::string& candidate : candidates) {
    if (candidate.size() > name.size() + limit) continue;
    size_t distance = EditDistance(name, candidate);
    if (distance <= limit && distance < name.size()) {
      near.emplace_back(distance, candidate);
    }
  }
  std::sort(near.begin(), near.end());
  near.erase(std::unique(near.begin(), near.end()), near.end());
  if (near.size() > kMostNames) near.resize(kMostNames);
  std::vector<std::string> names;
  for (auto& [distance, candidate] : near) names.push_back(candidate);
  return names;
}

std::string DidYouMean(absl::string_view name,
                       const std::vector<std::string>& candidates) {
  std::vector<std::string> names = NearestNames(name, candidates);
  if (names.empty()) return "";
  return absl::StrCat("; did you mean ", absl::StrJoin(names, " or "), "?");
}

}  // namespace paddle::framework
