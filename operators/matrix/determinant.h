// Determinants of stacks of square matrices, and their gradients.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/workspace.h"

namespace paddle::operators::kernels {

// Both functions take x [..., n, n] and compute in float64, by factors of each
// matrix (lu_matrix.h), a thread for a matrix. T is float or double. The shapes
// are checked by the schema. `workspace` is called once.

// Computes out[...] = det(x[...]); 1 for matrices without elements.
template <class Device, class T>
void Determinant(const Device& device, const framework::Tensor& x,
                 Workspace workspace, framework::Tensor* out);

// Computes d_x = d_out * det(x) * inv(x)^T, the matrices of cofactors. Of one
// without an inverse a pivot of 0 counts as one of the last bit of its largest
// element.
template <class Device, class T>
void DeterminantGrad(const Device& device, const framework::Tensor& x,
                     const framework::Tensor& d_out, Workspace workspace,
                     framework::Tensor* d_x);

}  // namespace paddle::operators::kernels
