#include <algorithm>
#include <cstdint>

#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/reduction/cumsum.h"
#include "paddle/operators/reduction/running_sum.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_half.cuh"
#include "paddle/platform/float16.h"
#include "paddle/platform/host_device.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// The lines along the axis, each cut into parts that threads sum up: one line
// is sequential, and few long lines would leave a GPU idle. The cut depends on
// sizes only, and so do the bits of the results: more than the scan of Thrust
// promises for other types than integers.
struct Lines {
  Lines(const framework::Dims& dims, int axis, bool reverse)
      : size(dims[axis]),
        inner(dims.Slice(axis + 1, dims.rank()).Numel()),
        count(dims.Numel() / size),
        step(reverse ? -inner : inner),
        start(reverse ? (size - 1) * inner : 0) {
    constexpr int64_t kThreads = int64_t{1} << 16;  // to keep busy
    constexpr int64_t kTerms = 64;                  // a part has at least
    const int64_t wanted = std::min(kThreads / count, size / kTerms);
    const int64_t parts_wanted = std::max<int64_t>(1, wanted);
    part = (size - 1) / parts_wanted + 1;
    parts = (size - 1) / part + 1;
  }
  // Returns the index of element i of a line.
  PADDLE_HOST_DEVICE int64_t At(int64_t line, int64_t i) const {
    const int64_t outer = line / inner;
    return outer * size * inner + (line - outer * inner) + start + i * step;
  }
  // Return the range of the elements of part p.
  PADDLE_HOST_DEVICE int64_t Begin(int64_t p) const { return p * part; }
  PADDLE_HOST_DEVICE int64_t End(int64_t p) const {
    return (p + 1) * part < size ? (p + 1) * part : size;
  }

  int64_t size, inner, count, step, start;
  int64_t part, parts;
};

// Computes sums[p * lines + line] = the sum of part p.
template <typename T>
void SumParts(const platform::CUDADeviceContext& device, const Lines& lines,
              const T* x, RunningSum<T>* sums) {
  using A = RunningSum<T>;
  const int64_t all = lines.count * lines.parts;
  platform::ForEach(device, all, [=] PADDLE_DEVICE(int64_t k) {
    const int64_t p = k / lines.count, line = k - p * lines.count;
    A sum(0);
    for (int64_t i = lines.Begin(p); i < lines.End(p); ++i) {
      sum = Add(sum, static_cast<A>(platform::Widened(x[lines.At(line, i)])));
    }
    sums[k] = sum;
  });
}

// Computes the running sums of each part, starting from the sum of the parts
// before it.
template <typename T>
void ScanParts(const platform::CUDADeviceContext& device, const Lines& lines,
               bool exclusive, const T* x, const RunningSum<T>* sums, T* out) {
  using A = RunningSum<T>;
  using Wide = platform::Accumulator<T>;
  const int64_t all = lines.count * lines.parts;
  platform::ForEach(device, all, [=] PADDLE_DEVICE(int64_t k) {
    const int64_t p = k / lines.count, line = k - p * lines.count;
    A sum(0);
    // A line has few parts, so each thread adds up those before its own: no
    // third kernel, and always the same order.
    for (int64_t q = 0; q < p; ++q) {
      sum = Add(sum, sums[q * lines.count + line]);
    }
    for (int64_t i = lines.Begin(p); i < lines.End(p); ++i) {
      const int64_t at = lines.At(line, i);
      const A next = Add(sum, static_cast<A>(platform::Widened(x[at])));
      const A now = exclusive ? sum : next;
      out[at] = platform::Narrowed<T>(static_cast<Wide>(now));
      sum = next;
    }
  });
}

}  // namespace

template <class Device, class T>
void CumSum(const Device& device, const Tensor& x, int axis, bool exclusive,
            bool reverse, Workspace workspace, Tensor* out) {
  if (x.numel() == 0) return;
  const Lines lines(x.dims(), axis, reverse);
  const T* data = x.data<T>();
  RunningSum<T>* sums = nullptr;
  if (lines.parts > 1) {
    const int64_t all = lines.count * lines.parts;
    sums = static_cast<RunningSum<T>*>(workspace(all * sizeof(*sums)));
    SumParts(device, lines, data, sums);
  }
  ScanParts(device, lines, exclusive, data, sums, out->mutable_data<T>());
}

PADDLE_INSTANTIATE(CumSum, platform::CUDADeviceContext, PADDLE_NUMBERS);

}  // namespace paddle::operators::kernels
