// A list of tensors: what a loop reads and writes one by one.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/types/data_type.h"

namespace paddle::framework {

// A value: copies are cheap, and writing to one does not change the others.
// Writing behind the end of the longest copy is cheap, too (the copies share
// their elements); writing elsewhere copies the list if it is shared, but never
// a tensor. An element may be missing: in a gradient it stands for zeros.
// Not thread safe for writing; neither are copies of one another.
class TensorArray {
 public:
  TensorArray() = default;
  explicit TensorArray(DataType dtype) : dtype_(dtype) {}

  DataType dtype() const { return dtype_; }
  void set_dtype(DataType dtype) { dtype_ = dtype; }
  int64_t size() const { return size_; }

  // Whether the element was written.
  bool Has(int64_t index) const;
  // OutOfRange, naming index and size, for an element that is not there.
  const LoDTensor& Get(int64_t index) const;
  // Grows to hold the index. OutOfRange if it is negative or more than
  // kMostSkipped beyond the end; TypeMismatch for a tensor of another data
  // type.
  void Set(int64_t index, LoDTensor value);
  // Makes it at least this long; new elements are missing.
  void Resize(int64_t size);
  // Makes an element missing. The last one is cut off, which is as cheap as
  // writing behind the end.
  void Remove(int64_t index);

  static constexpr int64_t kMostSkipped = 1 << 20;

 private:
  // Makes the elements [0, size_) those of this array alone.
  void Unshare();

  DataType dtype_ = DataType::kFloat32;
  int64_t size_ = 0;  // the list may be longer, by elements of copies
  std::shared_ptr<std::vector<LoDTensor>> elements_;
};

}  // namespace paddle::framework
