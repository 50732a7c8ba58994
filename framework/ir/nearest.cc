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

// Returns the number of insertions, removals, replacements and swaps of
// neighbours that turn a into b. A change of case costs one, however many
// letters it affects, since it is a single slip.
size_t EditDistance(absl::string_view a, absl::string_view b) {
  if (absl::EqualsIgnoreCase(a, b)) return a == b ? 0 : 1;
  // Rows of the table over prefixes: the last but one, the last, the current.
  std::vector<size_t> before(b.size() + 1), last(b.size() + 1),
      row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    before.swap(last);
    last.swap(row);
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = last[j - 1] + (a[i - 1] != b[j - 1] ? 1 : 0);
      row[j] = std::min({row[j - 1] + 1, last[j] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
  }
  return row.back();
}

}  // namespace

std::vector<std::string> NearestNames(
    absl::string_view name, const std::vector<std::string>& candidates) {
  if (name.empty() || name.size() > kLongestName) return {};
  // A third of the letters may be wrong: more, and suggestions become noise.
  const size_t limit = std::max<size_t>(1, name.size() / 3);
  std::vector<std::pair<size_t, std::string>> near;
  for (const std::string& candidate : candidates) {
    // Cannot be near, so the quadratic comparison is skipped.
    if (candidate.size() > name.size() + limit) continue;
    size_t distance = EditDistance(name, candidate);
    // A distance as large as the name means nothing of it is left.
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
