// Computes bilinear forms of two inputs.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>

#include "paddle/framework/layers/argument.h"
#include "paddle/framework/layers/param_attr.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

struct BilinearOptions {
  ParamAttr weight;                      // [size, width of x, width of y]
  OptionalParamAttr bias = ParamAttr();  // [size]
  std::string act;                       // an operator type; "" for none
  std::string name;

  using Self = BilinearOptions;
  static constexpr auto kArguments = std::make_tuple(
      Argument("act", &Self::act), Argument("name", &Self::name),
      Argument("param_attr", &Self::weight),
      Argument("bias_attr", &Self::bias));
};
// Computes act(x[i] W[s] y[i]^T + b[s]) for each row i and output s, [rows,
// size]; x and y are matrices with the same number of rows.
Variable bilinear_tensor_product(const Variable& x, const Variable& y,
                                 int64_t size,
                                 const BilinearOptions& options = {});

}  // namespace paddle::layer
