// A list of tensors that a loop reads and writes one by one.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/types/data_type.h"

namespace paddle::framework {

// A value type: copies are cheap, and writing to one does not change the
// others. Appending to the longest copy is cheap too, because copies share
// their elements; other writes copy the list if it is shared, but never a
// tensor. Elements may be missing, which in a gradient means zeros. Not thread
// safe for writing, and neither are copies of one another.
class TensorArray {
 public:
  TensorArray() = default;
  explicit TensorArray(DataType dtype) : dtype_(dtype) {}

  DataType dtype() const { return dtype_; }
  void set_dtype(DataType dtype) { dtype_ = dtype; }
  int64_t size() const { return size_; }

  // True if the element has been written.
  bool Has(int64_t index) const;
  // Throws OutOfRange, naming index and size, if the element is missing.
  const LoDTensor& Get(int64_t index) const;
  // Writes an element, growing the array if necessary. Throws OutOfRange if the
  // index is negative or more than kMostSkipped beyond the end, and
  // TypeMismatch for a tensor of another data type.
  void Set(int64_t index, LoDTensor value);
  // Grows the array to at least `size` elements; new ones are missing.
  void Resize(int64_t size);
  // Makes an element missing. The last one is cut off instead, which is as
  // cheap as appending.
  void Remove(int64_t index);

  static constexpr int64_t kMostSkipped = 1 << 20;

 private:
  // Copies the elements [0, size_) unless no other array shares them.
  void Unshare();

  DataType dtype_ = DataType::kFloat32;
  int64_t size_ = 0;  // the shared list may be longer than this
  std::shared_ptr<std::vector<LoDTensor>> elements_;
};

}  // namespace paddle::framework
