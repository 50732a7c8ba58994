// A named value of any type, owned by a Scope.
#pragma once

#include <memory>
#include <typeinfo>
#include <utility>

#include "paddle/platform/enforce.h"

namespace paddle::framework {

class Scope;

// What a Variable holds, apart from the Variable: so a loop keeps the values of
// its steps without copying them. Owns the value; empty after a move.
class VariableValue {
 public:
  VariableValue() = default;
  VariableValue(VariableValue&& other) noexcept { Swap(&other); }
  VariableValue& operator=(VariableValue&& other) noexcept {
    VariableValue taken(std::move(other));
    Swap(&taken);
    return *this;
  }
  bool empty() const { return type_ == nullptr; }

  template <typename T>
  bool Is() const {
    return type_ == &typeid(T);
  }
  // The value, made (replacing a value of another type) if need be.
  template <typename T>
  T* GetMutable() {
    if (__builtin_expect(!Is<T>(), 0)) Reset<T>();
    return static_cast<T*>(value_);
  }
  void Swap(VariableValue* other) noexcept {
    holder_.swap(other->holder_);
    std::swap(value_, other->value_);
    std::swap(type_, other->type_);
  }

 private:
  friend class Variable;

  template <typename T>
  void Reset() {
    auto holder = std::make_shared<T>();
    value_ = holder.get();
    holder_ = std::move(holder);
    type_ = &typeid(T);
  }

  std::shared_ptr<void> holder_;  // knows how to destroy the value
  void* value_ = nullptr;
  const std::type_info* type_ = nullptr;  // null: empty
};

// Holds nothing, or one value of one type. Only a Scope makes Variables; they
// die with it, and never move: pointers to the variable stay valid, pointers to
// the value stay valid until the type changes. Not thread safe for writing.
class Variable {
 public:
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

  template <typename T>
  bool Is() const {
    return held_.Is<T>();
  }
  bool empty() const { return held_.empty(); }

  // FailedPrecondition, naming both types, if it holds something else.
  template <typename T>
  const T& Get() const {
    if (__builtin_expect(!Is<T>(), 0)) FailGet(typeid(T));
    return *static_cast<const T*>(held_.value_);
  }
  // The value, made (replacing a value of another type) if need be.
  template <typename T>
  T* GetMutable() {
    return held_.GetMutable<T>();
  }
  // Back to holding nothing.
  void Clear() { held_ = VariableValue(); }
  // Exchanges what is held.
  void Swap(VariableValue* value) noexcept { held_.Swap(value); }
  void Swap(Variable* other) noexcept { held_.Swap(&other->held_); }

 private:
  friend class Scope;
  Variable() = default;

  [[noreturn]] void FailGet(const std::type_info& wanted) const;

  VariableValue held_;
};

}  // namespace paddle::framework
