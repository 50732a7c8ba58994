// A named value of any type, owned by a Scope.
#pragma once

#include <memory>
#include <typeinfo>

#include "paddle/platform/enforce.h"

namespace paddle::framework {

class Scope;

// Holds nothing, or one value of one type. Only a Scope makes Variables; they
// die with it, and never move: pointers to the variable stay valid, pointers to
// the value stay valid until the type changes. Not thread safe for writing.
class Variable {
 public:
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

  template <typename T>
  bool Is() const {
    return type_ == &typeid(T);
  }
  bool empty() const { return type_ == nullptr; }

  // FailedPrecondition, naming both types, if it holds something else.
  template <typename T>
  const T& Get() const {
    if (__builtin_expect(!Is<T>(), 0)) FailGet(typeid(T));
    return *static_cast<const T*>(value_);
  }
  // The value, made (replacing a value of another type) if need be.
  template <typename T>
  T* GetMutable() {
    if (__builtin_expect(!Is<T>(), 0)) Reset<T>();
    return static_cast<T*>(value_);
  }
  // Back to holding nothing.
  void Clear() {
    holder_.reset();
    value_ = nullptr;
    type_ = nullptr;
  }

 private:
  friend class Scope;
  Variable() = default;

  template <typename T>
  void Reset() {
    auto holder = std::make_shared<T>();
    value_ = holder.get();
    holder_ = std::move(holder);
    type_ = &typeid(T);
  }
  [[noreturn]] void FailGet(const std::type_info& wanted) const;

  std::shared_ptr<void> holder_;  // knows how to destroy the value
  void* value_ = nullptr;
  const std::type_info* type_ = nullptr;  // null: empty
};

}  // namespace paddle::framework
