// Turns C++ guards, which act during their lifetime, into Python context
// managers for `with` statements.
#pragma once

#include <pybind11/pybind11.h>

#include <functional>
#include <memory>
#include <utility>

#include "paddle/platform/enforce.h"

namespace paddle::python {

// A context manager that owns a Guard while it is entered. It can be entered
// again after it has ended, but not while it is in use. If it ends out of order
// or in another thread, the guard is destroyed nevertheless, and CheckEndsNext
// of Guard throws, unless the body has thrown already. Called with the GIL
// held.
template <typename Guard>
class ContextGuard {
 public:
  using Make = std::function<std::unique_ptr<Guard>()>;

  // `make` is called each time the manager is entered. `name` is what messages
  // call it; it must outlive this object.
  ContextGuard(const char* name, Make make)
      : name_(name), make_(std::move(make)) {}

  // Throws FailedPrecondition if the manager is in use, and the errors of
  // `make`.
  void Enter() {
    PADDLE_ENFORCE(guard_ == nullptr, FailedPrecondition, "this ", name_,
                   " is in use; make another one");
    guard_ = make_();
  }

  // Takes the arguments of __exit__; `kind` is the type of the exception that
  // is propagating, or None. Throws FailedPrecondition if the manager was not
  // entered.
  void Exit(pybind11::handle kind, pybind11::handle, pybind11::handle) {
    const auto ended = std::move(guard_);
    PADDLE_ENFORCE(ended != nullptr, FailedPrecondition, "this ", name_,
                   " ends before it begins");
    if (kind.is_none()) ended->CheckEndsNext();
  }

 private:
  const char* const name_;
  const Make make_;
  std::unique_ptr<Guard> guard_;
};

}  // namespace paddle::python
