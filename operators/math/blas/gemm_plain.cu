#include <cstdint>

#include "paddle/operators/math/blas/gemm_device.h"
#include "paddle/operators/math/blas/gemm_plain.cuh"
#include "paddle/operators/math/device/device_scratch.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

using platform::Accumulator;
using platform::DeviceContext;
using platform::Team;

template <int kMicro, typename T>
void ComputeTiles(const DeviceContext& device,
                  const internal::TilePlan<T>& plan, Accumulator<T>* sums) {
  const internal::TilePlan<T> p = plan;
  platform::ForEachTeam(device, p.tiles() * p.parts, 4 * Team::kMaxSize,
                        [=] PADDLE_DEVICE(const Team& team) {
                          internal::ComputeTile<kMicro>(team, p, sums);
                        });
}

// Adds the partial sums of an output in the order of the parts: atomic
// additions would give other bits from run to run.
template <typename T>
void AddParts(const DeviceContext& device, const internal::TilePlan<T>& plan,
              const Accumulator<T>* sums) {
  const internal::TilePlan<T> p = plan;
  const int64_t outputs = p.outputs(), m = p.a.rows, n = p.b.rows;
  platform::ForEach(device, outputs, [=] PADDLE_DEVICE(int64_t i) {
    Accumulator<T> sum = sums[i];
    for (int64_t part = 1; part < p.parts; ++part) {
      sum += sums[part * outputs + i];
    }
    internal::Store(p, sum, i / (m * n), i / n % m, i % n);
  });
}

template <int kMicro, typename T>
void MultiplyByTiles(const DeviceContext& device, const DeviceGemm<T>& g) {
  const internal::TilePlan<T> plan(g, kMicro * internal::kSide);
  if (plan.parts == 1) {
    ComputeTiles<kMicro>(device, plan, static_cast<Accumulator<T>*>(nullptr));
    return;
  }
  const DeviceScratch<Accumulator<T>> sums(device, plan.parts * plan.outputs());
  ComputeTiles<kMicro>(device, plan, sums.data());
  AddParts(device, plan, sums.data());
}

}  // namespace

template <typename T>
void PlainGemm(const DeviceContext& device, const DeviceGemm<T>& g) {
  // From this many outputs on large tiles keep a GPU busy, too.
  constexpr double kMany = 128. * 128 * 100;
  if (g.m == 0 || g.n == 0) return;
  const bool large = sizeof(Accumulator<T>) == sizeof(float) && g.m >= 128 &&
                     g.n >= 128 && 1. * g.m * g.n * g.stack.total() >= kMany;
  constexpr int kLarge = sizeof(Accumulator<T>) == sizeof(float) ? 8 : 4;
  if (large) return MultiplyByTiles<kLarge>(device, g);
  MultiplyByTiles<4>(device, g);
}

#define INSTANTIATE(T)                                       \
  template void PlainGemm<T>(const platform::DeviceContext&, \
                             const DeviceGemm<T>&);
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(platform::float16)
INSTANTIATE(platform::bfloat16)

}  // namespace paddle::operators::kernels
