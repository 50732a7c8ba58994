// Products of matrices as operators call them. The operators differ only in how
// they read their operands as matrices; a Rule says how, and its members are
// the operator's attributes.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/operators/matrix/matmul.h"

namespace paddle::operators {

// Reads operands as mul does: the leading axes are rows, the others columns.
struct MulRule {
  int64_t x_columns;
  int64_t y_columns;

  auto Shape(const framework::Dims& x, const framework::Dims& y) const {
    return kernels::MakeMulShape(x, y, x_columns, y_columns);
  }
};

// Reads operands as matmul does: stacks of matrices, perhaps transposed.
struct MatmulRule {
  bool transpose_x;
  bool transpose_y;

  auto Shape(const framework::Dims& x, const framework::Dims& y) const {
    return kernels::MakeMatmulShape(x, y, transpose_x, transpose_y);
  }
};

namespace kernels {

// Computes out = x * y as `rule` reads them. The workspace is used by 16-bit
// types only.
template <class Device, class T, typename Rule>
void Product(const Device& device, const Rule& rule, const framework::Tensor& x,
             const framework::Tensor& y, Workspace workspace,
             framework::Tensor* out) {
  Matmul<Device, T>(device, rule.Shape(x.dims(), y.dims()), x, y, workspace,
                    out);
}

// Computes the gradients of x and y, either of which may be null.
template <class Device, class T, typename Rule>
void ProductGrad(const Device& device, const Rule& rule,
                 const framework::Tensor& x, const framework::Tensor& y,
                 const framework::Tensor& d_out, Workspace workspace,
                 framework::Tensor* d_x, framework::Tensor* d_y) {
  MatmulGrad<Device, T>(device, rule.Shape(x.dims(), y.dims()), x, y, d_out,
                        workspace, d_x, d_y);
}

}  // namespace kernels
}  // namespace paddle::operators
