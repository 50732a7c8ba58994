// Keeps a stack of values per thread for RAII guards, such as the current
// program of a thread.
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "absl/types/optional.h"

#include "paddle/platform/enforce.h"

namespace paddle::layer {

// The stacks for values of type T, one per thread. An entry stays in the stack
// of the thread that created it for as long as it lives, even if that thread
// ends first. Guards that a language binding makes may die out of order or in
// another thread: destroying an entry removes it from wherever it is in its
// stack and does not affect the others. Thread safe.
template <typename T>
class GuardStack {
 public:
  // Holds a value on the stack during its lifetime. A member of a guard class.
  class Entry {
   public:
    // Pushes a value onto the stack of the calling thread.
    explicit Entry(T value) : stack_(Mine()), value_(std::move(value)) {
      const std::lock_guard<std::mutex> lock(stack_->mutex_);
      stack_->entries_.push_back(this);
    }
    ~Entry() {
      const std::lock_guard<std::mutex> lock(stack_->mutex_);
      auto& entries = stack_->entries_;
      entries.erase(std::find(entries.begin(), entries.end(), this));
    }
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;

    // True if the entry is in the stack of the calling thread.
    bool is_mine() const { return stack_ == Mine(); }
    // True if it is the last entry of its stack.
    bool is_last() const {
      const std::lock_guard<std::mutex> lock(stack_->mutex_);
      return is_mine() && stack_->entries_.back() == this;
    }
    // Throws FailedPrecondition, calling the entry `what`, unless it is the
    // last entry of the calling thread's stack, and so the one that must end
    // next.
    void CheckEndsNext(const char* what) const {
      PADDLE_ENFORCE(is_mine(), FailedPrecondition, what,
                     " ends in another thread than it began");
      PADDLE_ENFORCE(is_last(), FailedPrecondition, what,
                     " ends before another one that began inside it");
    }

   private:
    friend class GuardStack;

    const std::shared_ptr<GuardStack> stack_;
    const T value_;
  };

  // Returns the calling thread's most recent value for which `holds` is true,
  // or nothing. `holds` is called with the stack locked and must not use it.
  template <typename Predicate>
  static absl::optional<T> FindLast(Predicate holds) {
    GuardStack& stack = *Mine();
    const std::lock_guard<std::mutex> lock(stack.mutex_);
    const auto& entries = stack.entries_;
    for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
      if (holds((*entry)->value_)) return (*entry)->value_;
    }
    return absl::nullopt;
  }

  // Returns all values of the calling thread, the most recent one last.
  static std::vector<T> Values() {
    GuardStack& stack = *Mine();
    const std::lock_guard<std::mutex> lock(stack.mutex_);
    std::vector<T> values;
    for (const Entry* entry : stack.entries_) values.push_back(entry->value_);
    return values;
  }

 private:
  // Shared, because entries that outlive their thread still need the stack.
  static const std::shared_ptr<GuardStack>& Mine() {
    static thread_local const auto mine = std::make_shared<GuardStack>();
    return mine;
  }

  std::mutex mutex_;
  std::vector<Entry*> entries_;
};

}  // namespace paddle::layer
