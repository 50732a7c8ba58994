// An operand of fused_elementwise: a tensor that may be broadcast, read tile by
// tile.
#pragma once

#include <algorithm>
#include <cstdint>

#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/loops/loop_nest.h"
#include "paddle/operators/math/loops/vector_loops.h"

namespace paddle::operators::kernels {

// A tensor of `dims` as one of shape `space`, to which it broadcasts.
template <typename T>
class TileOperand {
 public:
  TileOperand(const T* data, const framework::Dims& dims,
              const framework::Dims& space)
      : data_(data),
        whole_(dims.Numel() == space.Numel()),
        period_(PeriodOf(dims, space)),
        nest_(space, {BroadcastStrides(dims, space)}) {}

  // True if nothing is repeated: its elements are those of the space.
  bool whole() const { return whole_; }
  // Element i is element i % period; 0: the elements have another order.
  int64_t period() const { return period_; }
  const T* at(int64_t i) const { return data_ + i; }
  // Writes elements [begin, end) of the space to `out`.
  void CopyTo(int64_t begin, int64_t end, T* out) const {
    nest_.ForEachRun(begin, end, [&](const auto& offsets, int64_t length) {
      const T* from = data_ + offsets[0];
      if (nest_.inner_strides()[0] == 0) {
        AssignRun(length, out, [value = *from](int64_t) { return value; });
      } else {
        std::copy_n(from, length, out);
      }
      out += length;
    });
  }

 private:
  // Dims that are the last ones of the space, but for leading sizes of 1.
  static int64_t PeriodOf(const framework::Dims& dims,
                          const framework::Dims& space) {
    bool repeats = false;
    for (int back = 1; back <= dims.rank(); ++back) {
      const int64_t size = dims[dims.rank() - back];
      if (size != space[space.rank() - back]) repeats = true;
      if (repeats && size != 1) return 0;
    }
    return dims.Numel();
  }

  const T* data_;
  bool whole_;
  int64_t period_;
  LoopNest<1> nest_;
};

}  // namespace paddle::operators::kernels
