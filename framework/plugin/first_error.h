// How errors stay on their side of the C interface.
#pragma once

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

#include "paddle/framework/plugin/op_plugin.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

// The first error of a library or of a call; later ones say nothing new. Not
// thread safe.
class FirstError {
 public:
  bool failed() const { return error_.has_value(); }
  PaddleStatus status() const;

  // What the plug-in says. A status that is none is a defect of the plug-in;
  // bytes of the message that are no UTF-8 are shown as numbers.
  void Set(PaddleStatus status, const char* message);
  // The exception being handled: an Error as it is, another one as an Error
  // with its text. Inside a catch block.
  void SetCurrent();
  // Throws it, if there is one.
  void Rethrow() const;

 private:
  absl::optional<platform::Error> error_;
};

// The text behind a pointer of a plug-in. InvalidArgument, naming `what`, for
// NULL and for bytes that are no UTF-8.
std::string TextOf(const char* text, absl::string_view what);

// body() for the owner of a FirstError, `error`; nothing, or 0, if it has
// failed already, or is null. What body throws becomes its error.
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
