// Writes and reads a diagonal of a matrix.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/loops/fill.h"
#include "paddle/operators/math/loops/strided_copy.h"

namespace paddle::operators::kernels {

// Returns the walk along a diagonal of a square matrix of this size; `offset`
// is column - row of its elements.
inline Walk DiagonalWalk(int64_t size, int64_t offset) {
  Walk walk;
  walk.first = offset >= 0 ? offset : -offset * size;
  walk.strides[0] = size + 1;
  return walk;
}

// Computes out = zeros, with the elements of x, [n], on a diagonal. out is
// square, of n rows and one more for each diagonal between that and the main
// one. Any data type.
template <class Device>
void Diag(const Device& device, const framework::Tensor& x, int64_t offset,
          framework::Tensor* out) {
  Fill(device, 0, out);
  CopyStrided(device, x.dims(), x, WalkOf(x.dims()),
              DiagonalWalk(out->dims()[0], offset), out);
}

// Computes the gradient of Diag: the elements of the diagonal of dout.
template <class Device>
void DiagGrad(const Device& device, const framework::Tensor& dout,
              int64_t offset, framework::Tensor* dx) {
  CopyStrided(device, dx->dims(), dout, DiagonalWalk(dout.dims()[0], offset),
              WalkOf(dx->dims()), dx);
}

}  // namespace paddle::operators::kernels
