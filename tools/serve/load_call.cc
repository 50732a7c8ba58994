#include "paddle/tools/serve/load_call.h"

#include <cstddef>
#include <string>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

#include "paddle/platform/enforce.h"
#include "paddle/tools/serve/json_values.h"

namespace paddle::serve {
namespace {

void CheckBytes(size_t bytes, size_t left, const Limits& limits) {
  PADDLE_ENFORCE(bytes <= left, OutOfRange,
                 "parameters: the files have more than ", limits.deploy_bytes,
                 " bytes (--deploy_bytes)");
}

serving::SentFile ParseFile(absl::string_view key, const JsonElement& value,
                            size_t left, const Limits& limits) {
  const std::string field = absl::StrCat(
      "parameters[\"", absl::CHexEscape(key.substr(0, 160)), "\"]");
  absl::string_view name = key;
  PADDLE_ENFORCE(absl::ConsumePrefix(&name, "file:"), InvalidArgument, field,
                 " is no parameter of a load request; there is file:NAME");
  absl::string_view text;
  std::string_view read;
  PADDLE_ENFORCE(value.get(read) == simdjson::SUCCESS, InvalidArgument, field,
                 " is not a string");
  text = absl::string_view(read.data(), read.size());
  // Before memory is taken; it may have two characters of padding.
  CheckBytes(text.size() / 4 * 3, left + 2, limits);
  serving::SentFile file;
  file.name = std::string(name);
  PADDLE_ENFORCE(absl::Base64Unescape(text, &file.bytes), InvalidArgument,
                 field, " is not base64");
  return file;
}

}  // namespace

std::vector<serving::SentFile> ParseLoadCall(absl::string_view body,
                                             const Limits& limits) {
  std::vector<serving::SentFile> files;
  if (body.empty()) return files;
  const LargeJsonForgotten forgotten;
  const JsonObject root =
      AsObject(ParseJson(body, limits.json_depth), "the body");
  const auto parameters = ObjectMember(root, "parameters", "");
  if (!parameters) return files;
  size_t left = limits.deploy_bytes;
  for (const auto& [key, value] : *parameters) {
    PADDLE_ENFORCE(files.size() < limits.deploy_files, OutOfRange,
                   "parameters has more than ", limits.deploy_files, " files");
    files.push_back(ParseFile({key.data(), key.size()}, value, left, limits));
    CheckBytes(files.back().bytes.size(), left, limits);
    left -= files.back().bytes.size();
  }
  return files;
}

}  // namespace paddle::serve
