#include "paddle/platform/enforce.h"

#include <iterator>
#include <sstream>
#include <utility>

#include "absl/strings/str_cat.h"

namespace paddle::platform {

namespace {

// In the order of the codes.
constexpr const char* kCodeNames[] = {
    "InvalidArgument", "TypeMismatch",       "NotFound",      "OutOfRange",
    "AlreadyExists",   "FailedPrecondition", "Unimplemented", "DataLoss",
    "Unavailable",     "ResourceExhausted",  "Cancelled",     "Internal"};
static_assert(std::size(kCodeNames) ==
              static_cast<size_t>(ErrorCode::kInternal) + 1);

}  // namespace

const char* ErrorCodeName(ErrorCode code) {
  const auto number = static_cast<size_t>(code);
  return number < std::size(kCodeNames) ? kCodeNames[number] : "Unknown";
}

Error::Error(ErrorCode code, std::string message, const char* file, int line)
    : code_(code),
      message_(std::move(message)),
      what_(absl::StrCat(ErrorCodeName(code), ": ", message_)) {
  // Internal errors are ours, so their place in the source helps whoever
  // reports them.
  if (code == ErrorCode::kInternal) AddContext(absl::StrCat(file, ":", line));
}

void Error::AddContext(const std::string& line) {
  absl::StrAppend(&what_, "\n  ", line);
}

namespace internal {

void Word::AppendTo(std::string* text) const {
  switch (kind_) {
    case kText:
      text->append(text_);
      return;
    case kInteger:
      return absl::StrAppend(text, integer_);
    case kUnsigned:
      return absl::StrAppend(text, static_cast<uint64_t>(integer_));
    case kFloat:
      return absl::StrAppend(text, static_cast<float>(real_));
    case kReal:
      return absl::StrAppend(text, real_);
  }
}

std::string Joined(Words words) {
  std::string text;
  for (const Word& word : words) word.AppendTo(&text);
  return text;
}

// Streams are compiled here once instead of into every check.
std::string Streamed(void (*print)(std::ostream&, const void*),
                     const void* value) {
  std::ostringstream out;
  print(out, value);
  return out.str();
}

void ThrowError(ErrorCode code, Words words, const char* file, int line) {
  throw Error(code, Joined(words), file, line);
}

void ThrowComparison(Words words, const std::string& got, const char* relation,
                     const std::string& expected, const char* file, int line) {
  throw Error(ErrorCode::kInvalidArgument,
              absl::StrCat(Joined(words), " (got ", got, ", expected ",
                           relation, expected, ")"),
              file, line);
}

}  // namespace internal
}  // namespace paddle::platform
