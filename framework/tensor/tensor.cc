#include "paddle/framework/tensor/tensor.h"

#include <utility>

#include "paddle/memory/copy.h"

namespace paddle::framework {
namespace {

size_t BytesOf(const Dims& dims, int64_t numel, DataType dtype) {
  int64_t bytes;
  PADDLE_ENFORCE(!__builtin_mul_overflow(
                     numel, static_cast<int64_t>(SizeOf(dtype)), &bytes),
                 InvalidArgument, "the bytes of ", DataTypeName(dtype), " ",
                 dims.ToString(), " overflow");
  return static_cast<size_t>(bytes);
}

}  // namespace

Tensor::Tensor(const Dims& dims, DataType dtype, platform::Place place) {
  Allocate(dims, dtype, place);
}

platform::Place Tensor::place() const {
  PADDLE_ENFORCE(initialized(), FailedPrecondition,
                 "the tensor has no memory yet");
  return holder_->place();
}

void Tensor::Allocate(const Dims& dims, DataType dtype,
                      memory::Allocator* allocator) {
  const bool alone = AloneAt(allocator->place());
  // As before, in a loop: there is no size to compute.
  if (alone && data_ == holder_->data() && dtype_ == dtype && dims_ == dims) {
    return;
  }
  const int64_t numel = dims.Numel();
  const size_t bytes = BytesOf(dims, numel, dtype);
  const bool keep = alone && holder_->size() >= bytes;
  if (!keep) {
    Release();  // first, so that the allocator can reuse the old memory
    holder_ = allocator->Allocate(bytes);
  }
  data_ = holder_->data();
  dims_ = dims;
  numel_ = numel;
  dtype_ = dtype;
}

void Tensor::Allocate(const Dims& dims, DataType dtype, platform::Place place) {
  Allocate(dims, dtype, &memory::AllocatorOf(place));
}

void Tensor::Bind(std::shared_ptr<memory::Allocation> holder, size_t offset,
                  const Dims& dims, DataType dtype) {
  const int64_t numel = dims.Numel();
  const size_t bytes = BytesOf(dims, numel, dtype);
  PADDLE_ENFORCE(holder != nullptr, InvalidArgument,
                 "a tensor is bound to no memory");
  // Written as a subtraction, because offset + bytes could overflow.
  PADDLE_ENFORCE(offset <= holder->size() && bytes <= holder->size() - offset,
                 OutOfRange, DataTypeName(dtype), " ", dims.ToString(), " of ",
                 bytes, " bytes at offset ", offset, " of ", holder->size());
  data_ = static_cast<char*>(holder->data()) + offset;
  holder_ = std::move(holder);
  dims_ = dims;
  numel_ = numel;
  dtype_ = dtype;
}

void Tensor::SetDims(const Dims& dims) {
  const int64_t numel = dims.Numel();
  const size_t bytes = BytesOf(dims, numel, dtype_);
  if (initialized()) {
    // Planned memory is laid out for the largest shapes; a larger one is a
    // defect of the plan, not of the user.
    PADDLE_ENFORCE(bytes <= holder_->size() - offset(), Internal, "dims ",
                   dims.ToString(), " do not fit the memory of ",
                   dims_.ToString());
  }
  dims_ = dims;
  numel_ = numel;
}

void Tensor::Release() {
  holder_.reset();
  data_ = nullptr;
}

Tensor Tensor::Slice(int64_t begin, int64_t end) const {
  PADDLE_ENFORCE(initialized(), FailedPrecondition,
                 "rows of a tensor that has no memory yet");
  PADDLE_ENFORCE(rank() >= 1, InvalidArgument, "a scalar has no rows");
  PADDLE_ENFORCE(0 <= begin && begin <= end && end <= dims_[0], OutOfRange,
                 "rows [", begin, ", ", end, ") of ", dims_.ToString());
  Tensor slice = *this;
  // Without rows there is no row size to divide by.
  const int64_t row = dims_[0] == 0 ? 0 : numel_ / dims_[0];
  slice.dims_[0] = end - begin;
  slice.numel_ = row * (end - begin);
  slice.data_ =
      static_cast<char*>(data_) + row * begin * int64_t(SizeOf(dtype_));
  return slice;
}

Tensor Tensor::Reshaped(const Dims& dims) const {
  const int64_t numel = dims.Numel();
  PADDLE_ENFORCE(numel == numel_, InvalidArgument, "a tensor of dims ",
                 dims_.ToString(), " cannot be seen as ", dims.ToString());
  Tensor view = *this;
  view.dims_ = dims;
  return view;
}

size_t Tensor::offset() const {
  return initialized()
             ? static_cast<char*>(data_) - static_cast<char*>(holder_->data())
             : 0;
}

void Tensor::FailCheck(DataType wanted) const {
  PADDLE_ENFORCE(initialized(), FailedPrecondition,
                 "the tensor has no memory yet");
  PADDLE_THROW(TypeMismatch, "a tensor of ", DataTypeName(dtype_),
               " is read as ", DataTypeName(wanted));
}

Tensor Copy(const Tensor& source, platform::Place place) {
  PADDLE_ENFORCE(source.initialized(), FailedPrecondition,
                 "a tensor that has no memory yet is copied");
  Tensor target(source.dims(), source.dtype(), place);
  CopyTo(source, &target);
  return target;
}

void CopyTo(const Tensor& source, Tensor* target) {
  PADDLE_ENFORCE_EQ(source.dims(), target->dims(), "dims of a copied tensor");
  PADDLE_ENFORCE_EQ(source.dtype(), target->dtype(),
                    "data type of a copied tensor");
  memory::Copy(target->place(), target->raw_mutable_data(), source.place(),
               source.raw_data(), source.bytes());
}

}  // namespace paddle::framework
