#include "paddle/framework/ir/line_diff.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace paddle::framework {
namespace {

// Returns the lines behind their marks.
std::string Marked(absl::string_view before, absl::string_view after) {
  std::string text;
  for (const DiffLine& line : DiffLines(before, after)) {
    absl::StrAppend(&text, std::string(1, line.mark), line.text, "|");
  }
  return text;
}

TEST(LineDiffTest, MarksWhatIsInOneAlone) {
  EXPECT_EQ(Marked("a\nb\nc\n", "a\nc\nd\n"), " a|-b| c|+d|");
  EXPECT_EQ(Marked("a\n", "b\n"), "-a|+b|");
  EXPECT_EQ(Marked("", "a\nb"), "+a|+b|");
  EXPECT_EQ(Marked("a\nb\n", ""), "-a|-b|");
  EXPECT_EQ(Marked("a\n\n", "a\n\n"), " a| |");
  EXPECT_EQ(Marked("", ""), "");
}

// The number of equal lines of the best way, by the textbook's table.
size_t MostInCommon(const std::string& a, const std::string& b) {
  std::vector<std::vector<size_t>> most(a.size() + 1,
                                        std::vector<size_t>(b.size() + 1));
  for (size_t i = 1; i <= a.size(); ++i) {
    for (size_t j = 1; j <= b.size(); ++j) {
      most[i][j] = a[i - 1] == b[j - 1]
                       ? most[i - 1][j - 1] + 1
                       : std::max(most[i - 1][j], most[i][j - 1]);
    }
  }
  return most[a.size()][b.size()];
}

TEST(LineDiffTest, GivesBothTextsWithTheFewestChanges) {
  std::mt19937 random(1);
  const auto letters = [&] {
    std::string text;
    for (int i = random() % 12; i > 0; --i) text += "abc"[random() % 3];
    return text;
  };
  const auto lines = [](const std::string& text) {
    std::string joined;
    for (char letter : text)
      absl::StrAppend(&joined, std::string(1, letter), "\n");
    return joined;
  };
  for (int trial = 0; trial < 2000; ++trial) {
    const std::string a = letters(), b = letters();
    const std::string before = lines(a), after = lines(b);
    std::string first, second;
    size_t equal = 0;
    for (const DiffLine& line : DiffLines(before, after)) {
      if (line.mark != '+') absl::StrAppend(&first, line.text);
      if (line.mark != '-') absl::StrAppend(&second, line.text);
      equal += line.mark == ' ';
    }
    ASSERT_EQ(first, a);
    ASSERT_EQ(second, b);
    ASSERT_EQ(equal, MostInCommon(a, b)) << a << " " << b;
  }
}

TEST(LineDiffTest, TextsWithMostlyOtherLinesHaveNothingInCommon) {
  std::string before = "same\n", after = "same\n";
  for (int i = 0; i < 3000; ++i) {
    absl::StrAppend(&before, "a", i, "\n");
    absl::StrAppend(&after, "b", i, "\n");
  }
  const std::vector<DiffLine> lines = DiffLines(before, after);
  EXPECT_EQ(lines.size(), 6002);
  EXPECT_EQ(lines[0].mark, '-');
  EXPECT_EQ(lines[3001].mark, '+');
}

TEST(LineDiffTest, LeavesOutWhatIsFarFromChanges) {
  EXPECT_EQ(DiffText("1\n2\n3\n4\n5\n6\n7\n8\n", "1\n2\n3\nx\n5\n6\n7\n8\n", 1),
            "...\n  3\n- 4\n+ x\n  5\n...\n");
  EXPECT_EQ(DiffText("1\n2\n3\n4\n5\n", "2\n3\n4\n", 1),
            "- 1\n  2\n...\n  4\n- 5\n");
  EXPECT_EQ(DiffText("1\n", "1\n", 3), "");
}

}  // namespace
}  // namespace paddle::framework
