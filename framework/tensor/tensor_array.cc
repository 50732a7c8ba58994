#include "paddle/framework/tensor/tensor_array.h"

#include <utility>

#include "paddle/platform/enforce.h"

namespace paddle::framework {

bool TensorArray::Has(int64_t index) const {
  return index >= 0 && index < size_ && (*elements_)[index].initialized();
}

const LoDTensor& TensorArray::Get(int64_t index) const {
  PADDLE_ENFORCE(Has(index), OutOfRange, "element ", index,
                 " of a tensor array of ", size_,
                 index >= 0 && index < size_ ? " was never written" : "");
  return (*elements_)[index];
}

void TensorArray::Set(int64_t index, LoDTensor value) {
  // A limit, because a wrong index would otherwise allocate without bound.
  PADDLE_ENFORCE(index >= 0 && index < size_ + kMostSkipped, OutOfRange,
                 "element ", index, " of a tensor array of ", size_,
                 " is written");
  PADDLE_ENFORCE(value.dtype() == dtype_, TypeMismatch, "a tensor of ",
                 DataTypeName(value.dtype()), " is written to an array of ",
                 DataTypeName(dtype_));
  Resize(index);
  // Copies share one vector; the copy whose end is the vector's end may append
  // to it in place, because the others see only their own size.
  const bool appends = elements_ != nullptr && index == size_ &&
                       static_cast<int64_t>(elements_->size()) == size_;
  if (!appends) Unshare();
  if (index == size_) {
    elements_->emplace_back();
    ++size_;
  }
  (*elements_)[index] = std::move(value);
}

void TensorArray::Resize(int64_t size) {
  if (size <= size_) return;
  Unshare();
  elements_->resize(size);
  size_ = size;
}

void TensorArray::Remove(int64_t index) {
  if (!Has(index)) return;
  // Cutting off the end keeps the shared vector, so that the next append is
  // cheap, too.
  if (index == size_ - 1) {
    --size_;
  } else {
    Unshare();
    (*elements_)[index] = LoDTensor();
  }
}

void TensorArray::Unshare() {
  if (elements_ == nullptr) {
    elements_ = std::make_shared<std::vector<LoDTensor>>();
  } else if (elements_.use_count() > 1) {
    // Only this array's elements are copied; the vector may hold more, appended
    // by others.
    elements_ = std::make_shared<std::vector<LoDTensor>>(
        elements_->begin(), elements_->begin() + size_);
  } else {
    elements_->resize(size_);
  }
}

}  // namespace paddle::framework
