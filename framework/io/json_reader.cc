#include "paddle/framework/io/json_reader.h"

#include <set>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

#include "paddle/platform/utf8.h"

namespace paddle::framework {
namespace {

void AppendUtf8(uint32_t code, std::string* text) {
  const auto append = [text](uint32_t byte) {
    text->push_back(static_cast<char>(byte));
  };
  if (code < 0x80) return append(code);
  const int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  constexpr uint32_t kLeads[] = {0, 0xC0, 0xE0, 0xF0};
  append(kLeads[more] | code >> 6 * more);
  for (int i = more - 1; i >= 0; --i) append(0x80 | (code >> 6 * i & 0x3F));
}

}  // namespace

void JsonReader::Object(
    absl::FunctionRef<void(const std::string& name)> member) {
  cursor_.Expect("{");
  if (cursor_.Take("}")) return;
  std::set<std::string> names;
  do {
    const std::string name = String();
    if (!names.insert(name).second) {
      Fail(absl::StrCat("the name ", name, " stands twice"));
    }
    cursor_.Expect(":");
    member(name);
  } while (cursor_.Take(","));
  cursor_.Expect("}");
}

void JsonReader::Array(absl::FunctionRef<void()> element) {
  cursor_.Expect("[");
  if (cursor_.Take("]")) return;
  do element();
  while (cursor_.Take(","));
  cursor_.Expect("]");
}

std::string JsonReader::String() {
  cursor_.Expect("\"");
  std::string text;
  for (char next = cursor_.Next(); next != '"'; next = cursor_.Next()) {
    if (static_cast<unsigned char>(next) < 0x20) {
      Fail("a control character in a string");
    }
    if (next == '\\') {
      AppendEscaped(&text);
    } else {
      text.push_back(next);
    }
  }
  if (!platform::IsUtf8(text)) Fail("a string that is no UTF-8");
  return text;
}

void JsonReader::AppendEscaped(std::string* text) {
  constexpr absl::string_view kEscapes = "\"\\/bfnrt";
  constexpr absl::string_view kMeanings = "\"\\/\b\f\n\r\t";
  const char escape = cursor_.Next();
  if (escape == 'u') return AppendUtf8(CodePoint(), text);
  const size_t index = kEscapes.find(escape);
  if (index == absl::string_view::npos) Fail("an unknown escape in a string");
  text->push_back(kMeanings[index]);
}

uint32_t JsonReader::CodePoint() {
  const uint32_t unit = CodeUnit();
  if (unit < 0xD800 || unit > 0xDFFF) return unit;
  // Two surrogates stand for one code point above 0xFFFF.
  if (unit > 0xDBFF || cursor_.Next() != '\\' || cursor_.Next() != 'u') {
    Fail("a lone surrogate in a string");
  }
  const uint32_t low = CodeUnit();
  if (low < 0xDC00 || low > 0xDFFF) Fail("a lone surrogate in a string");
  return 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
}

uint32_t JsonReader::CodeUnit() {
  uint32_t unit = 0;
  for (int i = 0; i < 4; ++i) {
    const char digit = absl::ascii_tolower(cursor_.Next());
    if (!absl::ascii_isxdigit(digit)) Fail("expected a hexadecimal digit");
    const int value = absl::ascii_isdigit(digit) ? digit - '0' : digit - 'W';
    unit = unit << 4 | static_cast<uint32_t>(value);
  }
  return unit;
}

int64_t JsonReader::Integer() {
  const int64_t value = cursor_.Integer();
  if (cursor_.Peek() == '.' || cursor_.Peek() == 'e' || cursor_.Peek() == 'E') {
    Fail("expected an integer");
  }
  return value;
}

}  // namespace paddle::framework
