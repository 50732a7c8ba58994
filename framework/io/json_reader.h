// Reads JSON whose form is known, such as the header of a safetensors file.
#pragma once

#include <cstdint>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"

#include "paddle/framework/io/text_cursor.h"

namespace paddle::framework {

// Reads one value after the other, as the caller expects them (RFC 8259). It
// makes no tree and does not recurse by itself, so that no text can exhaust
// memory or stack. Whatever is not strictly JSON, or another kind of value than
// expected, is InvalidArgument with source and byte. Not thread safe.
class JsonReader {
 public:
  // As TextCursor, which says what the arguments are.
  JsonReader(absl::string_view text, const std::string& source, uint64_t begin)
      : cursor_(text, source, begin) {}

  // Calls member(name) for each member, which must read its value. A name that
  // stands twice is refused.
  void Object(absl::FunctionRef<void(const std::string& name)> member);
  // Calls element() for each element, which must read it.
  void Array(absl::FunctionRef<void()> element);
  // Returns a string as UTF-8; others, and lone surrogates, are refused.
  std::string String();
  // Returns an integer of at least 0, without fraction and exponent.
  int64_t Integer();
  // Throws unless nothing but spaces is left.
  void End() { cursor_.End(); }
  // Throws InvalidArgument with source and byte.
  [[noreturn]] void Fail(absl::string_view problem) const {
    cursor_.Fail(problem);
  }

 private:
  void AppendEscaped(std::string* text);
  uint32_t CodePoint();
  uint32_t CodeUnit();

  TextCursor cursor_;
};

}  // namespace paddle::framework
