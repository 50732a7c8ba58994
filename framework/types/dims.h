// The shape of a tensor: an ordered list of up to nine sizes.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <string>
#include <vector>

#include "absl/types/span.h"

namespace paddle::framework {

// Up to nine sizes, stored in place (no heap memory). A negative size is a
// symbol: equal symbols are equal sizes whose value is only known when the
// program runs (see symbolic_size.h). Rank 0 is a scalar, with one element.
class Dims {
 public:
  static constexpr int kMaxRank = 9;

  Dims() = default;
  // Throws InvalidArgument for more than nine sizes.
  Dims(std::initializer_list<int64_t> sizes);
  explicit Dims(absl::Span<const int64_t> sizes);

  // Returns the number of axes.
  int rank() const { return rank_; }
  // Return the size of an axis in [0, rank), which is not checked.
  int64_t operator[](int axis) const { return sizes_[axis]; }
  int64_t& operator[](int axis) { return sizes_[axis]; }
  // Returns the size of an axis, counted from the end if negative; OutOfRange
  // unless -rank <= axis < rank.
  int64_t at(int axis) const;

  const int64_t* begin() const { return sizes_.data(); }
  const int64_t* end() const { return sizes_.data() + rank_; }
  std::vector<int64_t> ToVector() const { return {begin(), end()}; }

  // Appends an axis; InvalidArgument if there are nine already.
  void Append(int64_t size);
  // Returns the axes [begin, end).
  Dims Slice(int begin, int end) const;

  bool IsStatic() const;  // true if no size is a symbol
  // Returns the number of elements. Throws InvalidArgument if a size is a
  // symbol or the product overflows int64.
  int64_t Numel() const;

  // Returns "[64, 784]"; a symbol prints as "N" (the batch) or "s2", "s3", ...
  std::string ToString() const;

  // Inline: each iteration of a loop compares several.
  friend bool operator==(const Dims& a, const Dims& b) {
    if (a.rank_ != b.rank_) return false;
    // std::equal would call memcmp, which takes longer than a few comparisons.
    for (int i = 0; i < a.rank_; ++i) {
      if (a.sizes_[i] != b.sizes_[i]) return false;
    }
    return true;
  }
  friend bool operator!=(const Dims& a, const Dims& b) { return !(a == b); }

 private:
  std::array<int64_t, kMaxRank> sizes_{};
  int rank_ = 0;
};

std::ostream& operator<<(std::ostream& out, const Dims& dims);

// Returns `axis` counted from the front, in [0, rank). Throws OutOfRange,
// naming the axis, unless -rank <= axis < rank.
int NormalizeAxis(int64_t axis, int rank);

}  // namespace paddle::framework
