#include "paddle/framework/ir/line_diff.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace paddle::framework {

namespace {

using Lines = std::vector<absl::string_view>;

Lines LinesOf(absl::string_view text) {
  Lines lines = absl::StrSplit(text, '\n');
  // Nothing follows the last line break.
  if (lines.back().empty()) lines.pop_back();
  return lines;
}

// Finds a shortest way through the grid of lines: right takes a line of the
// first text away, down adds one of the second, diagonally both go on.
class Search {
 public:
  Search(const Lines& before, const Lines& after)
      : before_(before), after_(after) {}

  std::vector<DiffLine> Run() {
    while (!Step()) {
      if (Changes() == kMostChanges) return Apart();
    }
    return WayBack();
  }

 private:
  // Memory grows with the square.
  static constexpr int kMostChanges = 4000;

  int Changes() const { return static_cast<int>(reach_.size()) - 1; }
  // Returns the furthest line of the first text that so many changes reach on
  // diagonal `k`, the difference of the positions in both.
  int Reach(int changes, int k) const { return reach_[changes][k + changes]; }
  // True if the last of the changes that lead furthest adds a line.
  bool Adds(int changes, int k) const {
    return k == -changes || (k != changes && Reach(changes - 1, k - 1) <
                                                 Reach(changes - 1, k + 1));
  }
  // Returns where the way is after the last of the changes.
  int Start(int changes, int k) const {
    if (changes == 0) return 0;
    return Adds(changes, k) ? Reach(changes - 1, k + 1)
                            : Reach(changes - 1, k - 1) + 1;
  }

  // Goes as far as one change more leads; true if that is the end.
  bool Step() {
    const int changes = static_cast<int>(reach_.size());
    const int rows = static_cast<int>(before_.size());
    const int columns = static_cast<int>(after_.size());
    std::vector<int> furthest(2 * changes + 1);
    bool end = false;
    for (int k = -changes; k <= changes; k += 2) {
      int i = Start(changes, k);
      while (i < rows && i - k < columns && before_[i] == after_[i - k]) ++i;
      furthest[k + changes] = i;
      end = end || (i >= rows && i - k >= columns);
    }
    reach_.push_back(std::move(furthest));
    return end;
  }

  // Returns the lines of the way, which is followed from its end.
  std::vector<DiffLine> WayBack() const {
    std::vector<DiffLine> lines;
    size_t i = before_.size(), j = after_.size();
    for (int changes = Changes(); changes >= 0; --changes) {
      const int k = static_cast<int>(i) - static_cast<int>(j);
      const size_t start = Start(changes, k);
      for (; i > start; --j) lines.push_back({' ', before_[--i]});
      if (changes == 0) break;
      lines.push_back(Adds(changes, k) ? DiffLine{'+', after_[--j]}
                                       : DiffLine{'-', before_[--i]});
    }
    std::reverse(lines.begin(), lines.end());
    return lines;
  }

  // Returns the texts as if they had nothing in common.
  std::vector<DiffLine> Apart() const {
    std::vector<DiffLine> lines;
    for (absl::string_view line : before_) lines.push_back({'-', line});
    for (absl::string_view line : after_) lines.push_back({'+', line});
    return lines;
  }

  const Lines& before_;
  const Lines& after_;
  // Reach of 0, 1, 2, ... changes.
  std::vector<std::vector<int>> reach_;
};

// True for lines at most `context` away from one that is marked.
std::vector<bool> Near(const std::vector<DiffLine>& lines, int context) {
  const int count = static_cast<int>(lines.size());
  std::vector<bool> near(count);
  for (int i = 0; i < count; ++i) {
    if (lines[i].mark == ' ') continue;
    const int end = std::min(count, i + context + 1);
    for (int j = std::max(0, i - context); j < end; ++j) near[j] = true;
  }
  return near;
}

// Returns the line behind its mark, without spaces at the end.
std::string Printed(const DiffLine& line) {
  const absl::string_view mark(&line.mark, 1);
  if (line.text.empty())
    return absl::StrCat(line.mark == ' ' ? "" : mark, "\n");
  return absl::StrCat(mark, " ", line.text, "\n");
}

}  // namespace

std::vector<DiffLine> DiffLines(absl::string_view before,
                                absl::string_view after) {
  const Lines first = LinesOf(before), second = LinesOf(after);
  return Search(first, second).Run();
}

std::string DiffText(absl::string_view before, absl::string_view after,
                     int context) {
  const std::vector<DiffLine> lines = DiffLines(before, after);
  const std::vector<bool> near = Near(lines, context);
  std::string text;
  bool left_out = false;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (!near[i]) {
      left_out = true;
      continue;
    }
    if (left_out) text += "...\n";
    left_out = false;
    text += Printed(lines[i]);
  }
  if (left_out && !text.empty()) text += "...\n";
  return text;
}

}  // namespace paddle::framework
