// Counts the bytes of one body among those of all.
#pragma once

#include <atomic>
#include <cstddef>

namespace paddle::serve {

// Counts in a number that many share, and in no more of it than they may have
// together. Gives back what it counts at the end of its life. Used by one
// thread at a time.
class HeldBytes {
 public:
  // `all` must outlive it.
  HeldBytes(std::atomic<size_t>* all, size_t most) : all_(*all), most_(most) {}
  ~HeldBytes() { Release(); }
  HeldBytes(const HeldBytes&) = delete;
  HeldBytes& operator=(const HeldBytes&) = delete;

  // Counts `bytes`, no less than before; false, and counts what it did, if all
  // together would have too many.
  bool Hold(size_t bytes);
  void Release();

 private:
  std::atomic<size_t>& all_;
  const size_t most_;
  size_t held_ = 0;
};

}  // namespace paddle::serve
