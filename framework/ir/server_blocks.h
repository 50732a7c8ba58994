// Names the blocks of a server of parameters, and pieces of variables, between
// those who write its program and those who run it.
#pragma once

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace paddle::framework {

// Computes learning rates, once a step, before the updates; not every server
// has one.
inline constexpr char kScheduleBlock[] = "schedule";
inline constexpr char kUpdatePrefix[] = "update:";

// Returns the name of the block that takes the gradients of an exchange, and
// changes what they are the gradients of.
inline std::string UpdateBlock(int exchange) {
  return absl::StrCat(kUpdatePrefix, exchange);
}

// Begins the names of blocks of a server's startup program, which nobody runs:
// the operators of "initialize:w" say what each row of the table w, and of what
// the optimizer keeps for it, begins with.
inline constexpr char kInitializePrefix[] = "initialize:";
// Begins what a server is asked for rows by: "rows:w" is no block of a program.
inline constexpr char kRowsPrefix[] = "rows:";

// Returns the name of a row piece of a variable: the gradient of a piece is the
// piece of a gradient.
inline std::string PieceName(absl::string_view whole, int piece) {
  return absl::StrCat(whole, "@PIECE_", piece);
}

inline std::string InitializeBlock(absl::string_view table) {
  return absl::StrCat(kInitializePrefix, table);
}
inline std::string RowsBlock(absl::string_view table) {
  return absl::StrCat(kRowsPrefix, table);
}

}  // namespace paddle::framework
