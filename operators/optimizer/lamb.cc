#include "paddle/operators/optimizer/lamb.h"

#include <cstdint>

#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/optimizer/sum_over.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

template <class Device, class T>
void FollowLamb(const Device&, const FunctorRule<T, LambFunctor>& rule,
                Workspace, const framework::Tensor& m,
                const framework::Tensor& v, framework::Tensor* out) {
  const LambDirection<T> direction = DirectionOf(rule);
  const T* mean = m.data<T>();
  const T* square = v.data<T>();
  T* param = out->mutable_data<T>();
  const int64_t size = out->numel();
  // Computed once for the norm and once for the step: storing it would take
  // memory as large as the parameter, and the root is cheaper than that.
  const auto along = [=](int64_t i) {
    return direction(param[i], mean[i], square[i]);
  };
  // The two norms in passes of their own: each is then one vectorised
  // reduction.
  const double from = SumOver(size, [=](int64_t i) {
    return static_cast<double>(param[i]) * param[i];
  });
  const double by = SumOver(size, [=](int64_t i) {
    const double r = along(i);
    return r * r;
  });
  // The moments are already those of this step, the parameter is not yet.
  const T rate = LambRate(*rule.rate, from, by);
  platform::ParallelFor(size, internal::kOptimizerGrain,
                        [=](int64_t begin, int64_t end) {
                          AssignRun(end - begin, param + begin, [=](int64_t j) {
                            return param[begin + j] - rate * along(begin + j);
                          });
                        });
}

PADDLE_INSTANTIATE(FollowLamb, platform::CPUDeviceContext, float, double);

}  // namespace paddle::operators::kernels
