// Owns memory in which other processes of the machine leave messages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace paddle::distributed {

// The pool of one receiver, as it or as one of its senders sees it: memory
// without a file, which the system frees when the last of them has ended,
// however it did. Thread safe, between processes, too.
class SharedPool {
 public:
  // The longest message that a pool takes, and the size of the pool.
  static constexpr size_t kLongest = 2 << 20;
  static constexpr size_t kBytes = 16 << 20;

  // Returns a new pool, of a receiver; null where the system has none.
  static std::unique_ptr<SharedPool> New();
  // Returns the pool of that name, to a sender; null if it is of another
  // machine, of a process that may not be looked into, or of none.
  static std::unique_ptr<SharedPool> Open(const std::string& name);
  ~SharedPool();
  SharedPool(const SharedPool&) = delete;
  SharedPool& operator=(const SharedPool&) = delete;

  // Shorter than 128 characters.
  const std::string& name() const { return name_; }

  // Copies a message into the pool and returns its place, which is to be told
  // to the receiver; 0 if there is no room now, or the message is too long.
  uint64_t Put(const void* data, size_t bytes);
  // Copies the message out of its place, which is free then. Returns false,
  // having done nothing, for what cannot be a place of so many bytes.
  bool Take(uint64_t place, void* data, size_t bytes);

 private:
  struct Head;

  // Both belong to the pool from here on.
  SharedPool(int descriptor, void* memory) noexcept
      : descriptor_(descriptor), memory_(memory) {}
  static std::unique_ptr<SharedPool> Map(int descriptor);

  Head* head() const;
  std::byte* Slot(size_t slot) const;
  // Reserves `count` slots from `first` on and returns how many it got: one
  // that is another one's ends the attempt.
  size_t Reserve(size_t first, size_t count);
  void Release(size_t first, size_t count);

  const int descriptor_;
  void* const memory_;
  std::string name_;
};

}  // namespace paddle::distributed
