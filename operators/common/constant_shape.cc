#include "paddle/operators/common/constant_shape.h"

#include "paddle/platform/enforce.h"

namespace paddle::operators {

framework::Dims ConstantShape(const std::vector<int64_t>& shape) {
  const framework::Dims dims(shape);
  PADDLE_ENFORCE(dims.IsStatic(), InvalidArgument, "the shape ",
                 dims.ToString(), " has a negative size");
  dims.Numel();  // checks the product
  return dims;
}

}  // namespace paddle::operators
