// Walks through the text of a header, character by character.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace paddle::framework {

// Reads what must stand there, and throws InvalidArgument, naming the source
// and the byte, if something else does. The text must outlive it. Not thread
// safe.
class TextCursor {
 public:
  // `begin` is the place of the text in its source, in bytes.
  TextCursor(absl::string_view text, std::string source, uint64_t begin);

  // Returns the next character; '\0' at the end.
  char Peek() const { return done() ? '\0' : text_[position_]; }
  bool done() const { return position_ == text_.size(); }
  // Returns the next character and goes on; throws at the end.
  char Next();
  void SkipSpaces();  // blanks, tabs and ends of lines

  // Skips spaces; if the word follows, goes behind it and returns true.
  bool Take(absl::string_view word);
  void Expect(absl::string_view word);
  // Skips spaces and reads an integer of at least 0, without leading zeros;
  // throws also if it is above the largest int64.
  int64_t Integer();
  // Throws unless nothing but spaces is left.
  void End();

  // Throws, with the byte of the next character.
  [[noreturn]] void Fail(absl::string_view problem) const;

 private:
  const absl::string_view text_;
  const std::string source_;
  const uint64_t begin_;
  size_t position_ = 0;
};

}  // namespace paddle::framework
