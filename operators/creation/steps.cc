#include "paddle/operators/creation/steps.h"

#include <algorithm>

#include "paddle/operators/math/device/cpu_only.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/platform/on_cuda.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

using framework::Tensor;

namespace {

// out[i] = element(i)
template <typename T, typename Element>
void FillWith(const platform::DeviceContext& device, const Element& element,
              Tensor* out) {
  PADDLE_ON_CUDA(device, FillElementsOnCUDA(device, element, out));
  EnforceOnCPU(device, "numbers at even distances");
  constexpr int64_t kGrain = 32768;
  T* data = out->mutable_data<T>();
  platform::ParallelFor(out->numel(), kGrain, [&](int64_t begin, int64_t end) {
    AssignRun(end - begin, data + begin,
              [&](int64_t j) { return element(begin + j); });
  });
}

}  // namespace

template <typename T>
void FillSteps(const platform::DeviceContext& device, StepType<T> first,
               StepType<T> step, Tensor* out) {
  FillWith<T>(device, StepElement<T>{first, step}, out);
}

template <typename T>
void FillBetween(const platform::DeviceContext& device, double first,
                 double last, Tensor* out) {
  const int64_t end = out->numel() - 1;
  const double step =
      (last - first) / static_cast<double>(std::max<int64_t>(end, 1));
  FillWith<T>(device, BetweenElement<T>{first, last, step, end}, out);
}

template void FillSteps<float>(const platform::DeviceContext&, double, double,
                               Tensor*);
template void FillSteps<double>(const platform::DeviceContext&, double, double,
                                Tensor*);
template void FillSteps<int32_t>(const platform::DeviceContext&, int32_t,
                                 int32_t, Tensor*);
template void FillSteps<int64_t>(const platform::DeviceContext&, int64_t,
                                 int64_t, Tensor*);

template void FillBetween<float>(const platform::DeviceContext&, double, double,
                                 Tensor*);
template void FillBetween<double>(const platform::DeviceContext&, double,
                                  double, Tensor*);

}  // namespace paddle::operators::kernels
