#include "paddle/tools/serve/model_path.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"

#include "paddle/platform/enforce.h"

namespace paddle::serve {

int64_t ParseVersion(absl::string_view text) {
  int64_t version = 0;
  PADDLE_ENFORCE(absl::SimpleAtoi(text, &version) && version > 0, NotFound,
                 "\"", text.substr(0, 32), "\" is no version of a model");
  return version;
}

std::vector<absl::string_view> PartsOf(absl::string_view target) {
  return absl::StrSplit(target.substr(0, target.find('?')), '/');
}

absl::optional<ModelPath> ParseModelPath(
    const std::vector<absl::string_view>& parts) {
  if (parts.size() < 4 || !parts[0].empty() || parts[1] != "v2" ||
      parts[2] != "models") {
    return {};
  }
  ModelPath path;
  path.name = parts[3];
  size_t next = 4;
  if (parts.size() > 5 && parts[4] == "versions") {
    path.version = ParseVersion(parts[5]);
    next = 6;
  }
  if (parts.size() > next + 1) return {};
  if (parts.size() > next) path.what = parts[next];
  return path;
}

}  // namespace paddle::serve
