#include "paddle/operators/control_flow/joined_rows.h"

#include <cstdint>
#include <utility>

#include "paddle/operators/math/loops/copy.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

using framework::Dims;
using framework::Tensor;

framework::LoDTensor JoinedRows::Take(const platform::DeviceContext& device,
                                      memory::Allocator* allocator) {
  const std::vector<Tensor> steps = std::move(steps_);
  steps_.clear();
  PADDLE_ENFORCE(!steps.empty(), FailedPrecondition, "no step to be joined");
  Dims dims = steps[0].dims();
  dims[0] = 0;
  for (const Tensor& step : steps) dims[0] += step.dims()[0];
  framework::LoDTensor joined;
  joined.Allocate(dims, steps[0].dtype(), allocator);
  int64_t row = 0;
  for (const Tensor& step : steps) {
    Dims wanted = dims;
    wanted[0] = step.dims()[0];
    PADDLE_ENFORCE_EQ(step.dims(), wanted, "rows of steps that are joined");
    PADDLE_ENFORCE_EQ(step.dtype(), joined.dtype(),
                      "rows of steps that are joined");
    Tensor part = joined.Slice(row, row + wanted[0]);
    kernels::CopyElements(device, step, &part);
    row += wanted[0];
  }
  return joined;
}

}  // namespace paddle::operators
