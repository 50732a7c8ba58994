// Keeps exceptions on their side of the C interface.
#pragma once

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

#include "paddle/framework/plugin/op_plugin.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

// The first error of a library or of a call; later ones are ignored, since they
// mostly follow from it. Not thread safe.
class FirstError {
 public:
  bool failed() const { return error_.has_value(); }
  PaddleStatus status() const;
  // Returns all that the error says; "" if there is none.
  const char* what() const { return failed() ? error_->what() : ""; }

  // Stores an error of the plug-in. An unknown status is a defect of the
  // plug-in; bytes of the message that are not UTF-8 are shown as numbers.
  void Set(PaddleStatus status, const char* message);
  // Stores the exception being handled: an Error unchanged, any other as an
  // Error with its text. Must be called inside a catch block.
  void SetCurrent();
  // Throws the stored error, if there is one.
  void Rethrow() const;

 private:
  absl::optional<platform::Error> error_;
};

// Returns the text at a pointer of a plug-in. Throws InvalidArgument, naming
// `what`, for NULL and for bytes that are not UTF-8.
std::string TextOf(const char* text, absl::string_view what);

// Calls body() for `owner`, which has a FirstError `error`, and stores there
// what body throws. Returns nothing, or 0, if the owner is null or has failed
// already.
template <typename Owner, typename Body>
auto Guarded(Owner* owner, Body body) noexcept -> decltype(body()) {
  if (owner != nullptr && !owner->error.failed()) {
    try {
      return body();
    } catch (...) {
      owner->error.SetCurrent();
    }
  }
  return decltype(body())();
}

}  // namespace paddle::framework
