#include "paddle/operators/matrix/determinant.h"

#include <algorithm>
#include <cstdint>

#include "paddle/operators/matrix/determinant_matrix.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

using framework::Tensor;

namespace {

// Calls body(i) for each matrix of a stack.
template <typename T, typename Body>
void ForEachMatrix(const MatrixStack<T>& stack, const Body& body) {
  constexpr int64_t kGrain = 16384;  // multiplications
  const int64_t n = stack.n;
  const int64_t grain = 1 + kGrain / std::max<int64_t>(1, n * n * n);
  platform::ParallelFor(stack.count, grain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) body(i);
  });
}

}  // namespace

template <class Device, class T>
void Determinant(const Device&, const Tensor& x, Workspace workspace,
                 Tensor* out) {
  const MatrixStack<T> stack(x, workspace);
  T* to = out->mutable_data<T>();
  ForEachMatrix(
      stack, [=](int64_t i) { to[i] = static_cast<T>(stack.Determinant(i)); });
}

PADDLE_INSTANTIATE(Determinant, platform::CPUDeviceContext, float, double);

}  // namespace paddle::operators::kernels
