#include "paddle/framework/io/stored_array.h"

#include <algorithm>
#include <utility>

#include "paddle/platform/enforce.h"

namespace paddle::framework {
namespace {

void ReverseEach(size_t size, Tensor* tensor) {
  auto* bytes = static_cast<char*>(tensor->raw_mutable_data());
  for (int64_t i = 0; i < tensor->numel(); ++i, bytes += size) {
    std::reverse(bytes, bytes + size);
  }
}

// C++ does not define a bool of another byte than 0 and 1.
void MakePlainBools(Tensor* tensor) {
  auto* bytes = static_cast<uint8_t*>(tensor->raw_mutable_data());
  std::transform(bytes, bytes + tensor->numel(), bytes,
                 [](uint8_t byte) { return byte != 0; });
}

}  // namespace

StoredArray::StoredArray(std::shared_ptr<const ByteSource> source,
                         uint64_t begin, DataType dtype, const Dims& dims,
                         bool big_endian)
    : source_(std::move(source)),
      begin_(begin),
      dtype_(dtype),
      dims_(dims),
      big_endian_(big_endian) {}

int64_t StoredArray::rows() const {
  PADDLE_ENFORCE(dims_.rank() > 0, InvalidArgument, source_->name(),
                 ": a scalar has no rows");
  return dims_[0];
}

Tensor StoredArray::Read() const {
  Tensor tensor(dims_, dtype_);
  ReadBytes(0, &tensor);
  return tensor;
}

Tensor StoredArray::Read(int64_t begin, int64_t end) const {
  PADDLE_ENFORCE(0 <= begin && begin <= end && end <= rows(), OutOfRange,
                 source_->name(), ": no rows [", begin, ", ", end,
                 ") of an array ", dims_.ToString());
  Dims dims = dims_;
  dims[0] = end - begin;
  Tensor tensor(dims, dtype_);
  ReadInto(begin, &tensor);
  return tensor;
}

void StoredArray::ReadInto(int64_t begin, Tensor* target) const {
  const Dims& dims = target->dims();
  PADDLE_ENFORCE(target->dtype() == dtype_ && dims.rank() == dims_.rank() &&
                     dims.Slice(1, dims.rank()) == row_dims(),
                 InvalidArgument, source_->name(), ": rows of an array ",
                 dims_.ToString(), " do not fit into ", dims.ToString());
  PADDLE_ENFORCE(0 <= begin && begin <= rows() && dims[0] <= rows() - begin,
                 OutOfRange, source_->name(), ": no ", dims[0], " rows from ",
                 begin, " of an array ", dims_.ToString());
  ReadBytes(static_cast<uint64_t>(begin) * BytesOf(row_dims(), dtype_), target);
}

void StoredArray::ReadBytes(uint64_t offset, Tensor* target) const {
  source_->Read(begin_ + offset, target->bytes(), target->raw_mutable_data());
  if (big_endian_ && SizeOf(dtype_) > 1) ReverseEach(SizeOf(dtype_), target);
  if (dtype_ == DataType::kBool) MakePlainBools(target);
}

Dims CheckedDims(absl::Span<const int64_t> sizes, DataType dtype,
                 const std::string& place) {
  PADDLE_ENFORCE(sizes.size() <= Dims::kMaxRank, InvalidArgument, place,
                 ": an array of ", sizes.size(), " axes, more than ",
                 Dims::kMaxRank);
  // A size of 0 must not hide that the others are absurd: rows are counted
  // without it.
  auto product = static_cast<int64_t>(SizeOf(dtype));
  for (const int64_t size : sizes) {
    PADDLE_ENFORCE(
        !__builtin_mul_overflow(product, std::max<int64_t>(size, 1), &product),
        InvalidArgument, place, ": the product of the sizes overflows");
  }
  return Dims(sizes);
}

uint64_t BytesOf(const Dims& dims, DataType dtype) {
  return static_cast<uint64_t>(dims.Numel()) * SizeOf(dtype);
}

}  // namespace paddle::framework
