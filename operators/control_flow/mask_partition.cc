#include "paddle/operators/control_flow/mask_partition.h"

#include <algorithm>

#include "paddle/framework/types/data_type.h"
#include "paddle/operators/math/rows/any_device.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

using framework::LoDTensor;
using framework::Tensor;
using kernels::Mask;

Mask ConditionMask(const LoDTensor& condition) {
  const framework::Dims& dims = condition.dims();
  const bool list = dims.rank() == 1 || (dims.rank() == 2 && dims[1] == 1);
  PADDLE_ENFORCE(
      condition.dtype() == framework::DataType::kBool && list, InvalidArgument,
      "the condition of ifelse is bool [items] or [items, 1], not ",
      framework::DataTypeName(condition.dtype()), " ", dims.ToString());
  return kernels::MaskOf(condition);
}

int64_t NumItems(Mask mask, bool part) {
  return std::count(mask.begin(), mask.end(), part);
}

// Counts as the mask does: the outermost sequences, or rows without any.
int64_t NumItems(const LoDTensor& x) {
  if (x.lod() != nullptr) return x.lod()->sequences(0);
  return x.rank() == 0 ? 0 : x.dims()[0];
}

LoDTensor SelectByMask(const framework::KernelContext& context,
                       const LoDTensor& x, const Tensor* from, Mask mask,
                       bool part) {
  const auto offsets = kernels::ItemOffsets(x.lod());
  kernels::CheckMask(x, mask, offsets);
  framework::Dims dims = x.dims();
  // Counts rows: items may be sequences of different lengths.
  dims[0] = kernels::RowsOfPart(mask, offsets, part);
  LoDTensor rows;
  rows.Allocate(dims, x.dtype(), context.allocator());
  rows.set_lod(kernels::LoDOfPart(x.lod(), mask, part));
  if (from == nullptr) {
    kernels::Fill(context.device(), 0, &rows);
  } else {
    kernels::SplitRows(context.device(), *from, mask, offsets,
                       part ? &rows : nullptr, part ? nullptr : &rows);
  }
  return rows;
}

void ScatterByMask(const framework::KernelContext& context, const LoDTensor& x,
                   const Tensor& rows, Mask mask, bool part, Tensor* out) {
  kernels::MergeRows(context.device(), part ? &rows : nullptr,
                     part ? nullptr : &rows, mask,
                     kernels::ItemOffsets(x.lod()), out);
}

}  // namespace paddle::operators
