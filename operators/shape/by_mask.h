// Rows in two parts by a mask, as operators call them. The mask is read on the
// host: the shapes and the LoD of the outputs, which live there, depend on it
// and have to be known before the copy is launched. Any data type; the
// gradients are the same moves in the other direction.
#pragma once

#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/memory/allocation.h"
#include "paddle/operators/math/rows/row_partition.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Allocates one part of x. The part has the marked items if `part`, the others
// if not; its memory comes from `allocator`, its LoD has all levels of x.
inline void AllocatePart(const framework::LoDTensor& x, Mask mask,
                         Offsets offsets, bool part,
                         memory::Allocator* allocator,
                         framework::LoDTensor* out) {
  framework::Dims dims = x.dims();
  dims[0] = RowsOfPart(mask, offsets, part);
  out->Allocate(dims, x.dtype(), allocator);
  out->set_lod(LoDOfPart(x.lod(), mask, part));
}

// Copies the items of x that the mask marks to one tensor, the others to the
// other. Items are the outermost sequences of x, or its rows if it forms none;
// they keep their order. Throws InvalidArgument, with both numbers, unless the
// mask has an element for each item.
inline void SplitByMask(const platform::DeviceContext& device,
                        const framework::LoDTensor& x,
                        const framework::Tensor& mask_tensor,
                        memory::Allocator* allocator,
                        framework::LoDTensor* on_true,
                        framework::LoDTensor* on_false) {
  const framework::Tensor on_host = framework::OnCPU(mask_tensor);
  const Mask mask = MaskOf(on_host);
  const auto offsets = ItemOffsets(x.lod());
  CheckMask(x, mask, offsets);
  AllocatePart(x, mask, offsets, true, allocator, on_true);
  AllocatePart(x, mask, offsets, false, allocator, on_false);
  SplitRows(device, x, mask, offsets, on_true, on_false);
}

// Merges the gradients of both parts. Of x only the LoD is read. Throws
// InvalidArgument if a part has other than the mask's number of rows.
inline void SplitByMaskGrad(const platform::DeviceContext& device,
                            const framework::LoDTensor& x,
                            const framework::Tensor& mask,
                            const framework::Tensor& don_true,
                            const framework::Tensor& don_false,
                            framework::Tensor* dx) {
  const framework::Tensor on_host = framework::OnCPU(mask);
  MergeRows(device, &don_true, &don_false, MaskOf(on_host),
            ItemOffsets(x.lod()), dx);
}

// Interleaves the items of both inputs. Item i of out is the next one of
// on_true if element i of the mask is set, of on_false if not. Throws
// InvalidArgument, with both numbers, unless the inputs have as many items as
// the mask says, and sequences of as many levels.
inline void MergeByMask(const platform::DeviceContext& device,
                        const framework::LoDTensor& on_true,
                        const framework::LoDTensor& on_false,
                        const framework::Tensor& mask_tensor,
                        memory::Allocator* allocator,
                        framework::LoDTensor* out) {
  const framework::Tensor on_host = framework::OnCPU(mask_tensor);
  const Mask mask = MaskOf(on_host);
  framework::Dims dims = on_true.dims();
  dims[0] += on_false.dims()[0];
  out->Allocate(dims, on_true.dtype(), allocator);
  out->set_lod(MergedLoD(on_true.lod(), on_false.lod(), mask));
  MergeRows(device, &on_true, &on_false, mask, ItemOffsets(out->lod()), out);
}

// Routes each row of dout back to the input it was taken from. The LoD of the
// merged output is rebuilt from those of the inputs, because the gradient
// kernel does not receive it. A null gradient is skipped.
inline void MergeByMaskGrad(const platform::DeviceContext& device,
                            const framework::LoDTensor& on_true,
                            const framework::LoDTensor& on_false,
                            const framework::Tensor& mask_tensor,
                            const framework::Tensor& dout,
                            framework::Tensor* don_true,
                            framework::Tensor* don_false) {
  const framework::Tensor on_host = framework::OnCPU(mask_tensor);
  const Mask mask = MaskOf(on_host);
  const auto lod = MergedLoD(on_true.lod(), on_false.lod(), mask);
  SplitRows(device, dout, mask, ItemOffsets(lod), don_true, don_false);
}

}  // namespace paddle::operators::kernels
