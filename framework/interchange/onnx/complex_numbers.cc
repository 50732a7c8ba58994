#include "paddle/framework/interchange/onnx/complex_numbers.h"

#include <vector>

#include "paddle/framework/interchange/onnx/expressions.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {

Complex PartsOf(Node* node, const Variable& x) {
  const int last = x.dims().rank() - 1;
  const int64_t parts = KnownSize(x, last);
  PADDLE_ENFORCE(parts == 1 || parts == 2, InvalidArgument,
                 "the last axis has the real and the imaginary part, not ",
                 parts, " elements");
  Complex complex{At(node, x, last, 0), Variable()};
  if (parts == 2) complex.imaginary = At(node, x, last, 1);
  return complex;
}

Variable Together(Node* node, const Complex& x) {
  return node->Op("stack", {{"X", std::vector<Variable>{x.real, x.imaginary}}},
                  {{"axis", int64_t{x.real.dims().rank()}}});
}

}  // namespace paddle::onnx
