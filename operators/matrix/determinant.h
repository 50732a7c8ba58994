// Determinants of stacks of square matrices.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/workspace.h"

namespace paddle::operators::kernels {

// Computes out[...] = det(x[..., n, n]), 1 for matrices without elements, in
// float64, by factors of each matrix (lu_matrix.h), a thread for a matrix. T is
// float or double. The shapes are checked by the schema. `workspace` is called
// once.
template <class Device, class T>
void Determinant(const Device& device, const framework::Tensor& x,
                 Workspace workspace, framework::Tensor* out);

}  // namespace paddle::operators::kernels
