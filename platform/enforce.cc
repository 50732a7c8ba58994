#include "paddle/platform/enforce.h"

#include <utility>

namespace paddle::platform {

const char* ErrorCodeName(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidArgument:
      return "InvalidArgument";
    case ErrorCode::kTypeMismatch:
      return "TypeMismatch";
    case ErrorCode::kNotFound:
      return "NotFound";
    case ErrorCode::kOutOfRange:
      return "OutOfRange";
    case ErrorCode::kAlreadyExists:
      return "AlreadyExists";
    case ErrorCode::kFailedPrecondition:
      return "FailedPrecondition";
    case ErrorCode::kUnimplemented:
      return "Unimplemented";
    case ErrorCode::kDataLoss:
      return "DataLoss";
    case ErrorCode::kUnavailable:
      return "Unavailable";
    case ErrorCode::kResourceExhausted:
      return "ResourceExhausted";
    case ErrorCode::kCancelled:
      return "Cancelled";
    case ErrorCode::kInternal:
      return "Internal";
  }
  return "Unknown";
}

Error::Error(ErrorCode code, std::string message, const char* file, int line)
    : code_(code),
      message_(std::move(message)),
      what_(absl::StrCat(ErrorCodeName(code), ": ", message_)) {
  if (code == ErrorCode::kInternal) AddContext(absl::StrCat(file, ":", line));
}

void Error::AddContext(const std::string& line) {
  absl::StrAppend(&what_, "\n  ", line);
}

namespace internal {

void ThrowError(ErrorCode code, std::string message, const char* file,
                int line) {
  throw Error(code, std::move(message), file, line);
}

}  // namespace internal
}  // namespace paddle::platform
