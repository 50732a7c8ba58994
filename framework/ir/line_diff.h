// Compares two texts line by line.
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace paddle::framework {

// A line of one text or of both.
struct DiffLine {
  char mark = ' ';  // '-': of the first alone, '+': of the second alone
  absl::string_view text;
};

// Returns the lines of both texts in order, with as few as possible that are of
// one alone; of several ways, that which takes lines of the first away as early
// as it can. They refer to the texts. Time grows with the number of lines times
// that of changes (Myers, "An O(ND) difference algorithm and its variations",
// Algorithmica 1986); texts with more than 4000 changes have nothing in common.
std::vector<DiffLine> DiffLines(absl::string_view before,
                                absl::string_view after);

// Returns what differs as text: marked lines with at most `context` equal ones
// around them, and "..." where others are left out; "" for equal texts.
std::string DiffText(absl::string_view before, absl::string_view after,
                     int context);

}  // namespace paddle::framework
