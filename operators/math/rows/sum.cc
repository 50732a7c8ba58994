#include "paddle/operators/math/rows/sum.h"

#include <algorithm>

#include "paddle/memory/copy.h"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/half_runs.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// The number of elements that stay in the innermost cache while all inputs are
// added: `out` is written to memory once, however many inputs there are.
constexpr int64_t kTile = 2048;

// Computes out = out + x, rounded to T.
template <typename T>
void AddTo(int64_t size, const T* x, T* out) {
  using A = platform::Accumulator<T>;
  AssignRun(size, out, [=](int64_t j) {
    return T(Add(static_cast<A>(out[j]), static_cast<A>(x[j])));
  });
}

// Computes the elements [begin, begin + size) of the sum of two or more inputs.
template <typename T>
void AddUp(absl::Span<const Tensor* const> inputs, int64_t begin, int64_t size,
           T* sums) {
  const T* first = inputs[0]->data<T>() + begin;
  const T* second = inputs[1]->data<T>() + begin;
  AssignRun(size, sums, [=](int64_t j) { return Add(first[j], second[j]); });
  for (size_t i = 2; i < inputs.size(); ++i) {
    AddTo(size, inputs[i]->data<T>() + begin, sums);
  }
}

// Computes them in float, rounded once; at most kTile elements.
template <typename T>
void AddUpHalves(absl::Span<const Tensor* const> inputs, int64_t begin,
                 int64_t size, T* out) {
  float sums[kTile], terms[kTile];
  ToFloat(size, inputs[0]->data<T>() + begin, sums);
  for (size_t i = 1; i < inputs.size(); ++i) {
    ToFloat(size, inputs[i]->data<T>() + begin, terms);
    AddTo(size, terms, sums);
  }
  FromFloat(size, sums, out);
}

// Computes at most kTile elements of the sum.
template <typename T>
void SumTile(absl::Span<const Tensor* const> inputs, int64_t begin,
             int64_t size, T* out) {
  const T* first = inputs[0]->data<T>() + begin;
  if (inputs.size() == 1) {
    if (first != out) std::copy_n(first, size, out);
  } else if constexpr (platform::kIsHalf<T>) {
    AddUpHalves(inputs, begin, size, out);
  } else {
    AddUp(inputs, begin, size, out);
  }
}

}  // namespace

template <class Device, class T>
void Sum(const Device&, absl::Span<const Tensor* const> inputs, Tensor* out) {
  constexpr int64_t kGrain = 32768;
  T* sums = out->mutable_data<T>();
  if (inputs.empty()) {
    std::fill_n(sums, out->numel(), T(0));
    return;
  }
  platform::ParallelFor(out->numel(), kGrain, [&](int64_t begin, int64_t end) {
    for (; begin < end; begin += kTile) {
      SumTile(inputs, begin, std::min(kTile, end - begin), sums + begin);
    }
  });
}

template <class Device, class T>
void AddRows(const Device&, const framework::SelectedRows& rows, Tensor* out) {
  rows.Check();
  const int64_t count = rows.rows().size();
  if (count == 0) return;
  const int64_t width = rows.value().numel() / count;
  const T* values = rows.value().data<T>();
  T* sums = out->mutable_data<T>();
  // Threads share the columns, not the rows: a row that occurs twice is added
  // in order, and no two threads write to one element.
  constexpr int64_t kGrain = 32768;
  const int64_t grain = std::max(kGrain / count, platform::kPieceAlignment);
  platform::ParallelFor(width, grain, [&](int64_t begin, int64_t end) {
    for (int64_t i = 0; i < count; ++i) {
      AddTo(end - begin, values + i * width + begin,
            sums + rows.rows()[i] * width + begin);
    }
  });
}

void ConcatRows(const platform::DeviceContext& device,
                absl::Span<const framework::SelectedRows* const> inputs,
                memory::Allocator* allocator, framework::SelectedRows* out) {
  out->set_height(inputs[0]->height());
  out->mutable_rows()->clear();
  for (const framework::SelectedRows* input : inputs) {
    out->mutable_rows()->insert(out->mutable_rows()->end(),
                                input->rows().begin(), input->rows().end());
  }
  framework::Dims dims = inputs[0]->value().dims();
  dims[0] = out->rows().size();
  out->mutable_value()->Allocate(dims, inputs[0]->value().dtype(), allocator);
  char* to = static_cast<char*>(out->mutable_value()->raw_mutable_data());
  for (const framework::SelectedRows* input : inputs) {
    const size_t bytes = input->value().bytes();
    memory::CopyAsync(device.place(), to, device.place(),
                      input->value().raw_data(), bytes);
    to += bytes;
  }
}

PADDLE_INSTANTIATE(Sum, platform::CPUDeviceContext, PADDLE_NUMBERS);
PADDLE_INSTANTIATE(AddRows, platform::CPUDeviceContext, PADDLE_NUMBERS);

}  // namespace paddle::operators::kernels
