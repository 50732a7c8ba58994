// Kernels of the products of matrices. The operators differ only in how they
// read their operands as matrices; a Rule says how.
#pragma once

#include <cstdint>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/matrix/matmul.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {

// Reads operands as mul does: the leading axes are rows, the others columns.
// The attributes are read once, when the kernel is made.
class MulRule {
 public:
  explicit MulRule(const framework::OpArguments& op)
      : x_columns_(framework::AttributeOf<int64_t>(op, "x_num_col_dims")),
        y_columns_(framework::AttributeOf<int64_t>(op, "y_num_col_dims")) {}
  auto Shape(const framework::Dims& x, const framework::Dims& y) const {
    return kernels::MakeMulShape(x, y, x_columns_, y_columns_);
  }

 private:
  const int64_t x_columns_;
  const int64_t y_columns_;
};

// Reads operands as matmul does: stacks of matrices, perhaps transposed.
class MatmulRule {
 public:
  explicit MatmulRule(const framework::OpArguments& op)
      : trans_x_(framework::AttributeOf<bool>(op, "transpose_X")),
        trans_y_(framework::AttributeOf<bool>(op, "transpose_Y")) {}
  auto Shape(const framework::Dims& x, const framework::Dims& y) const {
    return kernels::MakeMatmulShape(x, y, trans_x_, trans_y_);
  }

 private:
  const bool trans_x_;
  const bool trans_y_;
};

// Computes Out = X * Y as `Rule` reads them. Workspace is used by 16-bit types
// only.
template <class Device, class T, typename Rule>
class ProductKernel : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    const auto& x = x_(ctx);
    const auto& y = y_(ctx);
    kernels::Matmul<Device, T>(
        ctx.device<Device>(), rule_.Shape(x.dims(), y.dims()), x, y,
        [&](size_t bytes) { return ctx.Workspace(bytes); }, &out_(ctx));
  }

 private:
  const Input x_{this, "X"};
  const Input y_{this, "Y"};
  const Output out_{this, "Out"};
  const Rule rule_{arguments()};
};

// Computes the gradients of X and Y that the program has outputs for.
template <class Device, class T, typename Rule>
class ProductGradKernel : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    const auto& x = x_(ctx);
    const auto& y = y_(ctx);
    kernels::MatmulGrad<Device, T>(
        ctx.device<Device>(), rule_.Shape(x.dims(), y.dims()), x, y,
        d_out_(ctx), [&](size_t bytes) { return ctx.Workspace(bytes); },
        d_x_.get(ctx), d_y_.get(ctx));
  }

 private:
  const Input x_{this, "X"};
  const Input y_{this, "Y"};
  const Input d_out_{this, "Out@GRAD"};
  const Output d_x_{this, "X@GRAD"};
  const Output d_y_{this, "Y@GRAD"};
  const Rule rule_{arguments()};
};

}  // namespace paddle::operators
