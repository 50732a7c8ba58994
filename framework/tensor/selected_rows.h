// A few rows of a tall tensor, such as the gradient of an embedding table.
#pragma once

#include <cstdint>
#include <vector>

#include "paddle/framework/tensor/tensor.h"

namespace paddle::framework {

// value[i] is row rows[i] of a tensor with `height` rows. A row may occur more
// than once; its values are then added. Not thread safe for writing.
class SelectedRows {
 public:
  int64_t height() const { return height_; }
  void set_height(int64_t height) { height_ = height; }

  const std::vector<int64_t>& rows() const { return rows_; }
  std::vector<int64_t>* mutable_rows() { return &rows_; }

  const Tensor& value() const { return value_; }
  Tensor* mutable_value() { return &value_; }

  // Returns the dims of the dense tensor that this represents.
  Dims DenseDims() const;
  // Throws InvalidArgument unless rows and value agree in number, and
  // OutOfRange, naming the row, for a row outside [0, height).
  void Check() const;

 private:
  int64_t height_ = 0;
  std::vector<int64_t> rows_;
  Tensor value_;
};

}  // namespace paddle::framework
