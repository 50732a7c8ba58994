#include "paddle/framework/types/dims.h"

#include <algorithm>
#include <ostream>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "paddle/framework/types/symbolic_size.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

Dims::Dims(std::initializer_list<int64_t> sizes)
    : Dims(absl::MakeConstSpan(sizes.begin(), sizes.size())) {}

Dims::Dims(absl::Span<const int64_t> sizes) {
  PADDLE_ENFORCE(sizes.size() <= kMaxRank, InvalidArgument, "rank ",
                 sizes.size(), " is above the highest rank, ", kMaxRank);
  std::copy(sizes.begin(), sizes.end(), sizes_.begin());
  rank_ = static_cast<int>(sizes.size());
}

int64_t Dims::at(int axis) const { return sizes_[NormalizeAxis(axis, rank_)]; }

void Dims::Append(int64_t size) {
  PADDLE_ENFORCE(rank_ < kMaxRank, InvalidArgument, "rank ", rank_ + 1,
                 " is above the highest rank, ", kMaxRank);
  sizes_[rank_++] = size;
}

Dims Dims::Slice(int begin, int end) const {
  PADDLE_ENFORCE(0 <= begin && begin <= end && end <= rank_, OutOfRange,
                 "axes [", begin, ", ", end, ") of ", ToString());
  return Dims(absl::MakeConstSpan(sizes_.data() + begin, end - begin));
}

bool Dims::IsStatic() const {
  return std::all_of(begin(), end(), [](int64_t size) { return size >= 0; });
}

int64_t Dims::Numel() const {
  int64_t product = 1;
  bool overflow = false;
  // An empty tensor is legal whatever its other sizes are, even if their
  // product overflows; so both are noted and judged after the loop.
  bool empty = false;
  for (const int64_t size : *this) {
    PADDLE_ENFORCE(size >= 0, InvalidArgument, "the number of elements of ",
                   ToString(), " is not known yet");
    empty |= size == 0;
    overflow |= __builtin_mul_overflow(product, size, &product);
  }
  if (empty) return 0;
  PADDLE_ENFORCE(!overflow, InvalidArgument, "the number of elements of ",
                 ToString(), " overflows");
  return product;
}

std::string Dims::ToString() const {
  const auto print = [](std::string* out, int64_t size) {
    absl::StrAppend(out, size < 0 ? SymbolName(size) : absl::StrCat(size));
  };
  return absl::StrCat("[", absl::StrJoin(begin(), end(), ", ", print), "]");
}

std::ostream& operator<<(std::ostream& out, const Dims& dims) {
  return out << dims.ToString();
}

int NormalizeAxis(int64_t axis, int rank) {
  // The type is int64, so that an axis from a user is not truncated before the
  // check.
  PADDLE_ENFORCE(-rank <= axis && axis < rank, OutOfRange, "axis ", axis,
                 " of a tensor of rank ", rank);
  return static_cast<int>(axis < 0 ? axis + rank : axis);
}

}  // namespace paddle::framework
