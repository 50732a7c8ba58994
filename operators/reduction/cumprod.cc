#include "paddle/operators/reduction/cumprod.h"

#include "paddle/operators/reduction/product_line.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// Calls body(first) for each line, in parallel.
template <typename Body>
void ForEachLine(const ProductLines& lines, const Body& body) {
  constexpr int64_t kGrain = 16384;
  platform::ParallelFor(lines.count, kGrain / lines.size + 1,
                        [&](int64_t begin, int64_t end) {
                          for (int64_t i = begin; i < end; ++i) {
                            body(lines.First(i));
                          }
                        });
}

}  // namespace

template <class Device, class T>
void CumProd(const Device&, const Tensor& x, int axis, bool exclusive,
             bool reverse, Tensor* out) {
  if (x.numel() == 0) return;
  const ProductLines lines(x.dims(), axis, reverse);
  const T* data = x.data<T>();
  T* to = out->mutable_data<T>();
  ForEachLine(lines, [&](int64_t first) {
    MultiplyLine(lines.size, lines.step, exclusive, data + first, to + first);
  });
}

template <class Device, class T>
void CumProdGrad(const Device&, const Tensor& x, const Tensor& dout, int axis,
                 bool exclusive, bool reverse, Workspace workspace,
                 Tensor* dx) {
  if (x.numel() == 0) return;
  using A = platform::Accumulator<T>;
  const ProductLines lines(x.dims(), axis, reverse);
  A* const before = static_cast<A*>(workspace(x.numel() * sizeof(A)));
  const T* data = x.data<T>();
  const T* g = dout.data<T>();
  T* to = dx->mutable_data<T>();
  ForEachLine(lines, [&](int64_t first) {
    MultiplyLineGrad(lines.size, lines.step, exclusive, data + first, g + first,
                     before + first, to + first);
  });
}

PADDLE_INSTANTIATE(CumProd, platform::CPUDeviceContext, PADDLE_NUMBERS);
PADDLE_INSTANTIATE(CumProdGrad, platform::CPUDeviceContext,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
