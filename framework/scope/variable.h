// A variable holds a value of any type under a name of a Scope.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <typeinfo>
#include <utility>

#include "paddle/platform/enforce.h"

namespace paddle::framework {

class Scope;

// Owns the value of a Variable. Being separate lets a loop keep the values of
// its steps without copying them. Empty by default and after a move.
class VariableValue {
 public:
  VariableValue() = default;
  // Leaves `other` empty.
  VariableValue(VariableValue&& other) noexcept { Swap(&other); }
  VariableValue& operator=(VariableValue&& other) noexcept {
    VariableValue taken(std::move(other));
    Swap(&taken);
    return *this;
  }
  // True if there is no value.
  bool empty() const { return type_ == nullptr; }

  // True if the value has exactly the type T; bases do not count.
  template <typename T>
  bool Is() const {
    return type_ == &typeid(T);
  }
  // Returns the value, replacing an absent one or one of another type by T().
  template <typename T>
  T* GetMutable() {
    if (__builtin_expect(!Is<T>(), 0)) Reset<T>();
    return static_cast<T*>(value_);
  }
  // Exchanges the values; pointers to them stay valid.
  void Swap(VariableValue* other) noexcept {
    holder_.swap(other->holder_);
    std::swap(value_, other->value_);
    std::swap(type_, other->type_);
  }

 private:
  friend class Variable;

  // Comparing the addresses of type_info objects is one instruction, but
  // requires that the process has only one of each type.
  template <typename T>
  void Reset() {
    auto holder = std::make_shared<T>();
    value_ = holder.get();
    holder_ = std::move(holder);
    type_ = &typeid(T);
  }

  std::shared_ptr<void> holder_;  // destroys the value through its real type
  // The value itself, so that access needs no look into the holder.
  void* value_ = nullptr;
  const std::type_info* type_ = nullptr;  // null: empty
};

// Holds nothing or one value of one type, and counts its changes. Only a Scope
// creates Variables, and they die with it. They never move: pointers to a
// variable stay valid, pointers to its value until the type changes. Not thread
// safe for writing.
class Variable {
 public:
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

  // True if the value has exactly the type T.
  template <typename T>
  bool Is() const {
    return held_.Is<T>();
  }
  // True if there is no value.
  bool empty() const { return held_.empty(); }

  // Returns the value. Throws FailedPrecondition, naming both types, if the
  // variable holds something else.
  template <typename T>
  const T& Get() const {
    if (__builtin_expect(!Is<T>(), 0)) FailGet(typeid(T));
    return *static_cast<const T*>(held_.value_);
  }
  // Returns the value, replacing an absent one or one of another type by T().
  template <typename T>
  T* GetMutable() {
    MarkChanged();
    return held_.GetMutable<T>();
  }
  // Destroys the value.
  void Clear() {
    MarkChanged();
    held_ = VariableValue();
  }
  // Exchanges the values without moving them in memory.
  void Swap(VariableValue* value) noexcept {
    MarkChanged();
    held_.Swap(value);
  }
  void Swap(Variable* other) noexcept {
    other->MarkChanged();
    Swap(&other->held_);
  }

  // Returns a number that no other variable of this process ever has.
  uint64_t uid() const { return uid_; }
  // Returns a count of the calls above that may change the value. A result
  // computed from the value is still right as long as uid and version are the
  // ones it was computed from.
  uint64_t version() const { return version_.load(std::memory_order_relaxed); }
  // Counts a change made through a pointer that GetMutable returned earlier, or
  // by anybody else who can write to the memory of the value.
  void MarkChanged() {
    // A plain load and store: whoever may change the value is alone with it.
    // They are atomic because all runs of a scope ask for the counter of runs,
    // which is a variable, at the same time; nobody reads its version.
    version_.store(version() + 1, std::memory_order_relaxed);
  }

 private:
  friend class Scope;
  Variable() : uid_(NewUid()) {}
  static uint64_t NewUid();

  // Out of line, so that Get stays small enough to be inlined.
  [[noreturn]] void FailGet(const std::type_info& wanted) const;

  VariableValue held_;
  std::atomic<uint64_t> version_{0};
  const uint64_t uid_;
};

}  // namespace paddle::framework
