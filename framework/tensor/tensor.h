// An n-dimensional array: dims, a data type, and a view of shared memory.
#pragma once

#include <memory>

#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/memory/allocation.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

// A contiguous row-major array. Copying a Tensor copies the view, not the
// elements. A default-constructed Tensor is not initialized: it has no memory.
// Mathematics on tensors belongs to operators and the functions of
// operators/math. Not thread safe for writing.
class Tensor {
 public:
  Tensor() = default;
  // Allocates memory of its own; the elements are uninitialized.
  Tensor(const Dims& dims, DataType dtype,
         platform::Place place = platform::CPUPlace());

  bool initialized() const { return holder_ != nullptr; }
  const Dims& dims() const { return dims_; }
  int rank() const { return dims_.rank(); }
  DataType dtype() const { return dtype_; }
  // Returns the number of elements (0 if a size is 0), which SetDims computes.
  int64_t numel() const { return numel_; }
  size_t bytes() const { return numel_ * SizeOf(dtype_); }
  // Throws FailedPrecondition if the tensor is not initialized.
  platform::Place place() const;

  // Returns the elements. Throws FailedPrecondition if the tensor is not
  // initialized and TypeMismatch, naming both types, if T is not its data type.
  template <typename T>
  const T* data() const {
    CheckType(DataTypeOf<T>());
    return static_cast<const T*>(data_);
  }
  template <typename T>
  T* mutable_data() {
    CheckType(DataTypeOf<T>());
    return static_cast<T*>(data_);
  }
  const void* raw_data() const { return data_; }
  void* raw_mutable_data() { return data_; }

  // Makes this a tensor of `dims` and `dtype` with memory of `allocator`.
  // Reuses memory that no other tensor shares and that is large enough. The
  // elements are uninitialized. Throws what Allocator::Allocate throws.
  void Allocate(const Dims& dims, DataType dtype, memory::Allocator* allocator);
  // Allocates from the process-wide allocator of `place`.
  void Allocate(const Dims& dims, DataType dtype,
                platform::Place place = platform::CPUPlace());
  // Makes this a view of `holder` from byte `offset`; OutOfRange if it does not
  // fit.
  void Bind(std::shared_ptr<memory::Allocation> holder, size_t offset,
            const Dims& dims, DataType dtype);
  // Sets dims and dtype without touching memory, for a planned tensor whose
  // memory came from Bind. An internal error if the new size does not fit.
  void SetDims(const Dims& dims);
  // Releases the memory; dims and dtype stay.
  void Release();

  // Return views of the same memory.
  Tensor Slice(int64_t begin, int64_t end) const;  // rows [begin, end)
  Tensor Reshaped(const Dims& dims) const;         // same number of elements

  // True if both tensors are views of the same allocation.
  bool SharesMemoryWith(const Tensor& other) const {
    return holder_ != nullptr && holder_ == other.holder_;
  }
  const std::shared_ptr<memory::Allocation>& holder() const { return holder_; }
  // Returns true if the tensor has memory at the place and is alone in it, so
  // that it may reuse it: no view can see a change.
  bool AloneAt(const platform::Place& place) const {
    return holder_ != nullptr && holder_.use_count() == 1 &&
           holder_->place() == place;
  }
  size_t offset() const;  // bytes from the start of the holder

 private:
  void CheckType(DataType wanted) const {
    if (__builtin_expect(data_ == nullptr || wanted != dtype_, 0)) {
      FailCheck(wanted);
    }
  }
  [[noreturn]] void FailCheck(DataType wanted) const;

  std::shared_ptr<memory::Allocation> holder_;
  void* data_ = nullptr;  // never null when initialised, even for 0 elements
  Dims dims_;
  int64_t numel_ = 0;
  DataType dtype_ = DataType::kFloat32;
};

// Returns a deep copy on `place`, with memory of its own.
Tensor Copy(const Tensor& source, platform::Place place = platform::CPUPlace());
// Copies the elements into `target`, which must have the same dims and dtype;
// the places may differ.
void CopyTo(const Tensor& source, Tensor* target);

}  // namespace paddle::framework
