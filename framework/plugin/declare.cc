#include "paddle/framework/plugin/declare.h"

#include <algorithm>

#include "absl/strings/ascii.h"

#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

bool IsWordCharacter(char c) { return absl::ascii_isalnum(c) || c == '_'; }

}  // namespace

std::string WordOf(const char* name, absl::string_view what) {
  std::string word = TextOf(name, what);
  // Slots and attributes become keyword arguments of Python functions.
  const bool good = !word.empty() && absl::ascii_isalpha(word[0]) &&
                    std::all_of(word.begin(), word.end(), IsWordCharacter);
  PADDLE_ENFORCE(good, InvalidArgument, what, " is '", word,
                 "'; it must be a word of letters, digits and underscores");
  return word;
}

std::string CommentOf(const char* comment, absl::string_view name) {
  std::string text = TextOf(comment, absl::StrCat("the comment of ", name));
  PADDLE_ENFORCE(!text.empty(), InvalidArgument, "the comment of ", name,
                 " is empty");
  return text;
}

}  // namespace paddle::framework
