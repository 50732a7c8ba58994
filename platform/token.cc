#include "paddle/platform/token.h"

#include <sys/stat.h>

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/strip.h"

#include "paddle/platform/enforce.h"
#include "paddle/platform/file.h"

namespace paddle::platform {

std::string ReadToken(const std::string& path) {
  std::string token = ReadFile(path);
  struct stat status = {};
  PADDLE_ENFORCE(::stat(path.c_str(), &status) == 0 &&
                     (status.st_mode & (S_IRWXG | S_IRWXO)) == 0,
                 InvalidArgument, "the token in ", path,
                 " may be read by others than the owner of the file: chmod "
                 "600 changes that");
  absl::string_view text = token;
  if (absl::ConsumeSuffix(&text, "\n")) absl::ConsumeSuffix(&text, "\r");
  token.resize(text.size());
  PADDLE_ENFORCE(!token.empty() && token.size() <= kLongestToken,
                 InvalidArgument, "the token in ", path, " has ", token.size(),
                 " bytes, not 1 to ", kLongestToken);
  PADDLE_ENFORCE(std::all_of(token.begin(), token.end(), absl::ascii_isgraph),
                 InvalidArgument, "the token in ", path,
                 " has a byte that is no visible ASCII character");
  return token;
}

bool IsToken(absl::string_view given, absl::string_view token) {
  unsigned char different = given.size() != token.size();
  for (size_t i = 0; i < given.size(); ++i) {
    different |= given[i] ^ token[i % token.size()];
  }
  return different == 0;
}

}  // namespace paddle::platform
