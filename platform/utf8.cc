#include "paddle/platform/utf8.h"

#include <cstddef>

namespace paddle::platform {
namespace {

// Returns the number of continuation bytes after the first byte of a UTF-8
// character; -1 if the byte cannot be the first.
int BytesBehind(unsigned char lead) {
  if (lead < 0x80) return 0;
  // 0xC0 and 0xC1 could only begin overlong forms.
  if (lead < 0xC2) return -1;
  return lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : lead < 0xF5 ? 3 : -1;
}

// Rejects overlong forms, surrogates, and code points above the last one.
bool IsBadSecond(unsigned char lead, unsigned char second) {
  return (lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) ||
         (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F);
}

}  // namespace

bool IsUtf8(absl::string_view text) {
  for (size_t i = 0; i < text.size();) {
    const unsigned char lead = text[i];
    const int more = BytesBehind(lead);
    if (more < 0 || i + more >= text.size()) return false;
    for (int k = 1; k <= more; ++k) {
      const unsigned char byte = text[i + k];
      if (byte < 0x80 || byte > 0xBF) return false;
      if (k == 1 && IsBadSecond(lead, byte)) return false;
    }
    i += more + 1;
  }
  return true;
}

}  // namespace paddle::platform
