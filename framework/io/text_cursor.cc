#include "paddle/framework/io/text_cursor.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include "paddle/platform/enforce.h"

namespace paddle::framework {

TextCursor::TextCursor(absl::string_view text, std::string source,
                       uint64_t begin)
    : text_(text), source_(std::move(source)), begin_(begin) {}

char TextCursor::Next() {
  if (done()) Fail("the header ends too soon");
  return text_[position_++];
}

void TextCursor::SkipSpaces() {
  while (!done() && absl::StrContains(" \t\r\n", Peek())) ++position_;
}

bool TextCursor::Take(absl::string_view word) {
  SkipSpaces();
  if (!absl::StartsWith(text_.substr(position_), word)) return false;
  position_ += word.size();
  return true;
}

void TextCursor::Expect(absl::string_view word) {
  if (!Take(word)) Fail(absl::StrCat("expected ", word));
}

int64_t TextCursor::Integer() {
  SkipSpaces();
  if (!absl::ascii_isdigit(Peek())) Fail("expected an integer of at least 0");
  const bool is_zero = Peek() == '0';
  int64_t value = 0;
  while (absl::ascii_isdigit(Peek())) {
    if (__builtin_mul_overflow(value, 10, &value) ||
        __builtin_add_overflow(value, Peek() - '0', &value)) {
      Fail("an integer above the largest one");
    }
    ++position_;
    if (is_zero && absl::ascii_isdigit(Peek())) Fail("a leading zero");
  }
  return value;
}

void TextCursor::End() {
  SkipSpaces();
  if (!done()) Fail("expected the end of the header");
}

void TextCursor::Fail(absl::string_view problem) const {
  PADDLE_THROW(InvalidArgument, source_, ", byte ", begin_ + position_, ": ",
               problem);
}

}  // namespace paddle::framework
