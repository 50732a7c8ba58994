#include "paddle/framework/tensor/selected_rows.h"

namespace paddle::framework {

Dims SelectedRows::DenseDims() const {
  PADDLE_ENFORCE(value_.rank() >= 1, InvalidArgument,
                 "the value of selected rows is a scalar");
  Dims dims = value_.dims();
  dims[0] = height_;
  return dims;
}

void SelectedRows::Check() const {
  PADDLE_ENFORCE(height_ >= 0, InvalidArgument, "selected rows of height ",
                 height_);
  PADDLE_ENFORCE(value_.rank() >= 1 &&
                     value_.dims()[0] == static_cast<int64_t>(rows_.size()),
                 InvalidArgument, rows_.size(), " selected rows have a value ",
                 value_.dims().ToString());
  // A row outside would make kernels write out of bounds.
  for (const int64_t row : rows_) {
    PADDLE_ENFORCE(0 <= row && row < height_, OutOfRange, "selected row ", row,
                   " of ", height_);
  }
}

}  // namespace paddle::framework
