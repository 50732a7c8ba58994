#include <cstdint>

#include "paddle/operators/math/loops/dropout.h"
#include "paddle/operators/math/loops/fill.h"
#include "paddle/operators/normalization/fused_layer_norm.h"
#include "paddle/operators/normalization/row_of_team.cuh"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_half.cuh"
#include "paddle/platform/float16.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
using platform::Team;

// Computes sum = x + residual and normalizes its rows to y. sum may be x or y.
template <typename T>
void AddAndNormalize(const platform::CUDADeviceContext& device,
                     const NormRows& rows, const RowOfTeam<T>& row_of_team,
                     const T* x, const T* residual, T* sum, T* y) {
  const NormRows shape = rows;
  const RowOfTeam<T> normalize = row_of_team;
  const auto body = [=] PADDLE_DEVICE(const Team& team) {
    const RowView row(shape, team.index());
    // Each thread adds the elements that it reads to normalize.
    for (int64_t j = team.lane(); j < row.size; j += team.size()) {
      const int64_t i = row.begin + j;
      sum[i] = platform::Narrowed<T>(platform::Widened(x[i]) +
                                     platform::Widened(residual[i]));
    }
    normalize(team, sum, y);
  };
  platform::ForEachTeam(device, shape.rows(), shape.row_size(), body);
}

}  // namespace

template <class Device, class T>
void FusedLayerNorm(const Device& device, const LayerRows& rows, bool is_test,
                    const platform::RandomKey& key, double probability,
                    double epsilon, const LayerNormInputs& in,
                    const LayerNormOutputs& out) {
  const NormRows shape = rows(in.x.dims());
  Tensor* sum = out.sum == nullptr ? out.y : out.sum;
  const T* x = in.x.data<T>();
  if (!is_test && probability > 0) {
    Dropout<Device, T>(device, key, probability, in.x, sum, out.mask);
    x = sum->data<T>();
  } else if (out.mask != nullptr) {
    Fill(device, 1, out.mask);
  }
  AddAndNormalize(
      device, shape,
      RowOfTeam<T>(shape, in.scale, in.bias, epsilon, out.mean, out.variance),
      x, in.residual.data<T>(), sum->mutable_data<T>(),
      out.y->mutable_data<T>());
}

PADDLE_INSTANTIATE(FusedLayerNorm, platform::CUDADeviceContext,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
