#include "paddle/framework/plugin/first_error.h"

#include <exception>
#include <new>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"

#include "paddle/platform/utf8.h"

namespace paddle::framework {

namespace {

using platform::ErrorCode;

// Ordered by the numbers of PaddleStatus, which are part of the binary
// interface.
constexpr ErrorCode kCodes[] = {
    ErrorCode::kInvalidArgument, ErrorCode::kTypeMismatch,
    ErrorCode::kNotFound,        ErrorCode::kOutOfRange,
    ErrorCode::kAlreadyExists,   ErrorCode::kFailedPrecondition,
    ErrorCode::kUnimplemented,   ErrorCode::kDataLoss,
    ErrorCode::kUnavailable,     ErrorCode::kResourceExhausted,
    ErrorCode::kInternal,
};
constexpr PaddleStatus kLastStatus = PADDLE_INTERNAL;
static_assert(std::size(kCodes) == kLastStatus, "one code for each status");

}  // namespace

PaddleStatus FirstError::status() const {
  if (!failed()) return PADDLE_OK;
  for (PaddleStatus status = 1; status < kLastStatus; ++status) {
    if (kCodes[status - 1] == error_->code()) return status;
  }
  return PADDLE_INTERNAL;
}

void FirstError::Set(PaddleStatus status, const char* message) {
  // Later errors mostly follow from the first.
  if (failed()) return;
  std::string text = message == nullptr ? "it says nothing" : message;
  // Messages become protobuf and Python strings, which must be UTF-8.
  if (!platform::IsUtf8(text)) text = absl::CHexEscape(text);
  const bool known = status > PADDLE_OK && status <= kLastStatus;
  if (!known) absl::StrAppend(&text, " (", status, " is no status)");
  error_.emplace(known ? kCodes[status - 1] : ErrorCode::kInternal,
                 std::move(text), __FILE__, __LINE__);
}

void FirstError::SetCurrent() {
  if (failed()) return;
  // Inside a catch block this rethrows the exception that is being handled, so
  // that its type can be told.
  try {
    throw;
  } catch (const platform::Error& error) {
    error_ = error;
  } catch (const std::bad_alloc&) {
    Set(PADDLE_RESOURCE_EXHAUSTED, "there is no memory left");
  } catch (const std::exception& error) {
    Set(PADDLE_INTERNAL,
        absl::StrCat("a C++ exception: ", error.what()).c_str());
  } catch (...) {
    Set(PADDLE_INTERNAL, "a C++ exception");
  }
}

void FirstError::Rethrow() const {
  // A copy, because the error stays with its owner.
  if (failed()) std::rethrow_exception(std::make_exception_ptr(*error_));
}

std::string TextOf(const char* text, absl::string_view what) {
  PADDLE_ENFORCE(text != nullptr, InvalidArgument, what, " is NULL");
  PADDLE_ENFORCE(platform::IsUtf8(text), InvalidArgument, what,
                 " is no UTF-8: ", absl::CHexEscape(text));
  return text;
}

}  // namespace paddle::framework
