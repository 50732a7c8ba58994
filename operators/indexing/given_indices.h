// Functions of tensors of indices, as operators call them: each checks the
// indices, which may need the workspace, and then calls the loops of
// operators/math/rows/gather.h or along_axis.h. Throws OutOfRange, naming
// index, position, axis and bound; on a GPU when the device is next waited for.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/indexing/along_axis.h"
#include "paddle/operators/indexing/one_hot.h"
#include "paddle/operators/math/loops/copy.h"
#include "paddle/operators/math/loops/fill.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/operators/math/rows/gather.h"

namespace paddle::operators::kernels {

// The slices of a tensor that indices name. `view` says how the tensor falls
// into slices, `indices`, checked and of int64, which of them. Indices may be
// in the workspace, and are then valid as long as that is.
struct NamedSlices {
  AxisView view;
  Indices indices;
};

// Returns slices along an axis of `dims`, which may count from the back. A
// `How` of the functions below, like the two after it: each says which slices
// an index names.
struct AlongAxis {
  int64_t axis;

  template <class Device>
  NamedSlices Of(const Device& device, const framework::Tensor& index,
                 const framework::Dims& dims, Workspace workspace) const {
    const auto view =
        AxisView::Of(dims, framework::NormalizeAxis(axis, dims.rank()));
    return {view, CheckedIndices(device, index, view.size, workspace)};
  }
};

// Returns slices along axis 0.
struct AlongFirst {
  template <class Device>
  NamedSlices Of(const Device& device, const framework::Tensor& index,
                 const framework::Dims& dims, Workspace workspace) const {
    return AlongAxis{0}.Of(device, index, dims, workspace);
  }
};

// Returns slices that the rows of `index`, [..., k], name by their position on
// the first k axes. A position is k numbers, one for each axis, and is turned
// into the number of a slice.
struct ByPosition {
  template <class Device>
  NamedSlices Of(const Device& device, const framework::Tensor& index,
                 const framework::Dims& dims, Workspace workspace) const {
    const int axes = static_cast<int>(index.dims().at(-1));
    return {AxisView::OfFirst(dims, axes),
            FlatIndices(device, index, dims, workspace)};
  }
};

// Computes out = the slices of x that `index` names by `how`. Any data type;
// out has as many slices as there are indices.
template <class Device, typename How>
void GatherSlices(const Device& device, const How& how,
                  const framework::Tensor& x, const framework::Tensor& index,
                  Workspace workspace, framework::Tensor* out) {
  const NamedSlices slices = how.Of(device, index, x.dims(), workspace);
  Gather(device, x, slices.view, slices.indices, out);
}

// Computes the gradient of GatherSlices: dout, added where it came from. A
// slice that was taken several times gets the sum.
template <class Device, class T, typename How>
void GatherSlicesGrad(const Device& device, const How& how,
                      const framework::Tensor& index,
                      const framework::Tensor& dout, Workspace workspace,
                      framework::Tensor* dx) {
  const NamedSlices slices = how.Of(device, index, dx->dims(), workspace);
  // Elements that no index took get the gradient 0.
  Fill(device, 0, dx);
  ScatterAdd<Device, T>(device, slices.indices, dout, slices.view, dx);
}

// Computes out = x, with the updates instead of the slices that `index` names,
// or added to them. Copies nothing if out has the memory of x.
template <class Device, class T, typename How>
void ScatterSlices(const Device& device, const How& how,
                   const framework::Tensor& x, const framework::Tensor& index,
                   const framework::Tensor& updates, bool overwrite,
                   Workspace workspace, framework::Tensor* out) {
  const NamedSlices slices = how.Of(device, index, out->dims(), workspace);
  CopyElements(device, x, out);
  if (overwrite) {
    Scatter(device, slices.indices, updates, slices.view, out);
  } else {
    ScatterAdd<Device, T>(device, slices.indices, updates, slices.view, out);
  }
}

// Computes the gradients of ScatterSlices, either of which may be null.
template <class Device, typename How>
void ScatterSlicesGrad(const Device& device, const How& how,
                       const framework::Tensor& index,
                       const framework::Tensor& dout, bool overwrite,
                       Workspace workspace, framework::Tensor* dx,
                       framework::Tensor* d_updates) {
  // Adding passes the gradient to both, and that to x needs no indices.
  if (dx != nullptr) CopyElements(device, dout, dx);
  if (d_updates == nullptr && !overwrite) return;
  const NamedSlices slices = how.Of(device, index, dout.dims(), workspace);
  // Overwriting hides x where an update lands: x gets no gradient there.
  if (dx != nullptr && overwrite) {
    ClearSlices(device, slices.indices, slices.view, dx);
  }
  if (d_updates != nullptr) {
    const auto gradient = overwrite ? &ScatterGrad<Device> : &Gather<Device>;
    gradient(device, dout, slices.view, slices.indices, d_updates);
  }
}

// Computes TakeAlongAxis for a tensor of indices. `axis` lies in [0, rank of
// x).
template <class Device>
void TakeByIndex(const Device& device, const framework::Tensor& x,
                 const framework::Tensor& index, int axis, Workspace workspace,
                 framework::Tensor* out) {
  TakeAlongAxis(device, x, axis,
                CheckedIndices(device, index, x.dims()[axis], workspace), out);
}

// Computes its gradient: adds each element of dout to the element of dx that
// `index`, of the same shape, took it from.
template <class Device, class T>
void TakeByIndexGrad(const Device& device, const framework::Tensor& index,
                     const framework::Tensor& dout, int axis,
                     Workspace workspace, framework::Tensor* dx) {
  const auto indices =
      CheckedIndices(device, index, dx->dims()[axis], workspace);
  TakeAlongAxisGrad<Device, T>(device, indices, dout, axis, dx);
}

// Computes TakeByIndexGrad along the last axis. It is the gradient of top_k,
// whose indices are those of the last axis.
template <class Device, class T>
void TakeLastGrad(const Device& device, const framework::Tensor& index,
                  const framework::Tensor& dout, Workspace workspace,
                  framework::Tensor* dx) {
  TakeByIndexGrad<Device, T>(device, index, dout, dx->rank() - 1, workspace,
                             dx);
}

// Computes OneHot for a tensor of ids below `depth`. `out` has `depth` elements
// for each id, and any data type.
template <class Device>
void OneHotOf(const Device& device, const framework::Tensor& ids, int64_t depth,
              Workspace workspace, framework::Tensor* out) {
  OneHot(device, CheckedIndices(device, ids, depth, workspace), out);
}

}  // namespace paddle::operators::kernels
