// The elements that a mask selects, as operators call them. Elements are
// handled as rows of one element.
#pragma once

#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/dims.h"
#include "paddle/memory/allocation.h"
#include "paddle/operators/math/rows/row_partition.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Computes out = the elements of x that `mask` selects. The size of out depends
// on the mask: they are counted on the host before anything is allocated. The
// mask is of bool and has the shape of x; out, of any data type, is [selected
// elements], in row-major order. Waits for a GPU.
inline void MaskedSelect(const platform::DeviceContext& device,
                         const framework::Tensor& x,
                         const framework::Tensor& mask,
                         memory::Allocator* allocator, framework::Tensor* out) {
  using framework::Dims;
  const framework::Tensor on_host = framework::OnCPU(mask);
  const Mask selected = MaskOf(on_host);
  out->Allocate(Dims({RowsOfPart(selected, {}, true)}), x.dtype(), allocator);
  SplitRows(device, x.Reshaped(Dims({x.numel()})), selected, {}, out, nullptr);
}

// Scatters dout back to the selected elements; the others get zeros, which is
// what MergeRows writes for a null input.
inline void MaskedSelectGrad(const platform::DeviceContext& device,
                             const framework::Tensor& mask,
                             const framework::Tensor& dout,
                             framework::Tensor* dx) {
  const framework::Tensor on_host = framework::OnCPU(mask);
  framework::Tensor flat = dx->Reshaped(framework::Dims({dx->numel()}));
  MergeRows(device, &dout, nullptr, MaskOf(on_host), {}, &flat);
}

}  // namespace paddle::operators::kernels
