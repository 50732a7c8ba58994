#include "paddle/framework/c_api/guard.h"

#include <memory>
#include <string>
#include <utility>

#include "paddle/framework/c_api/handles.h"
#include "paddle/framework/plugin/first_error.h"
#include "paddle/platform/enforce.h"

struct PaddleError {
  PaddleStatus status;
  std::string message;
};

namespace paddle::c_api {
namespace {

// An error that is there before memory runs out; it is never freed.
PaddleError* NoMemory() {
  static PaddleError& error =
      *new PaddleError{PADDLE_RESOURCE_EXHAUSTED, "there is no memory left"};
  return &error;
}

// Makes it when the library is loaded, not when memory is short.
[[maybe_unused]] const PaddleError* const kNoMemory = NoMemory();

PaddleStatus Store(PaddleError** error) {
  framework::FirstError first;
  first.SetCurrent();
  if (error != nullptr) {
    auto stored = std::make_shared<PaddleError>();
    *stored = {first.status(), first.what()};
    *error = Handles<PaddleError>::Instance().Give(std::move(stored));
  }
  return first.status();
}

std::shared_ptr<PaddleError> ErrorAt(const PaddleError* error) {
  return Handles<PaddleError>::Instance().Find(error);
}

}  // namespace

PaddleStatus StoreCurrent(PaddleError** error) noexcept {
  try {
    return Store(error);
  } catch (
      ...) {  // Whatever it was, telling it took more memory than there is.
    if (error != nullptr) *error = NoMemory();
    return PADDLE_RESOURCE_EXHAUSTED;
  }
}

}  // namespace paddle::c_api

using paddle::c_api::ErrorAt;
using paddle::c_api::Handles;
using paddle::c_api::NoMemory;

PaddleStatus paddle_error_status(const PaddleError* error) {
  if (error == NoMemory()) return error->status;
  const auto found = ErrorAt(error);
  return found == nullptr ? PADDLE_OK : found->status;
}

const char* paddle_error_message(const PaddleError* error) {
  if (error == NoMemory()) return error->message.c_str();
  const auto found = ErrorAt(error);
  return found == nullptr ? "" : found->message.c_str();
}

void paddle_error_free(PaddleError* error) {
  Handles<PaddleError>::Instance().Free(error);
}

const char* paddle_status_name(PaddleStatus status) {
  static constexpr const char* kNames[] = {
      "OK",         "InvalidArgument", "TypeMismatch",       "NotFound",
      "OutOfRange", "AlreadyExists",   "FailedPrecondition", "Unimplemented",
      "DataLoss",   "Unavailable",     "ResourceExhausted",  "Internal"};
  return status >= 0 && status <= PADDLE_INTERNAL ? kNames[status] : "Unknown";
}
