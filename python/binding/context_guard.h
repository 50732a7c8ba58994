// Turns guards of C++ into context managers for `with` statements.
#pragma once

#include <pybind11/pybind11.h>

#include <functional>
#include <memory>
#include <utility>

#include "paddle/platform/enforce.h"

namespace paddle::python {

// A context manager that holds a Guard while it is entered. One that ends
// before those inside it, or in another thread, ends nevertheless; Guard's
// CheckEndsNext reports it, unless an exception of the body is propagating.
template <typename Guard>
class ContextGuard {
 public:
  using Make = std::function<std::unique_ptr<Guard>()>;

  // `name` is for messages.
  ContextGuard(const char* name, Make make)
      : name_(name), make_(std::move(make)) {}

  void Enter() {
    PADDLE_ENFORCE(guard_ == nullptr, FailedPrecondition, "this ", name_,
                   " is in use; make another one");
    guard_ = make_();
  }

  // Takes the arguments of __exit__; `kind` is None without an exception.
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
