#include "paddle/operators/kernels/gather.h"

#include <cstring>

#include "paddle/operators/kernels/cpu_only.h"
#include "paddle/operators/kernels/lookup_table.h"
#include "paddle/operators/kernels/sequence_rows.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

using framework::Tensor;

namespace {

void CheckIndex(const Tensor& index, int64_t rows) {
  const int64_t* row = index.data<int64_t>();
  for (int64_t i = 0; i < index.numel(); ++i) {
    PADDLE_ENFORCE(0 <= row[i] && row[i] < rows, OutOfRange, "index ", row[i],
                   " at position ", i, " is outside the rows [0, ", rows, ")");
  }
}

// [rows, width]
Tensor AsMatrix(const Tensor& x) {
  return x.Reshaped({x.dims()[0], RowWidth(x)});
}

}  // namespace

void GatherRows(const platform::DeviceContext& device, const Tensor& x,
                const Tensor& index, Tensor* out) {
  EnforceOnCPU(device, "gathering rows");
  constexpr int64_t kGrainBytes = 131072;
  CheckIndex(index, x.dims()[0]);
  const int64_t bytes = RowBytes(x);
  if (bytes == 0) return;
  const int64_t* row = index.data<int64_t>();
  const char* from = static_cast<const char*>(x.raw_data());
  char* to = static_cast<char*>(out->raw_mutable_data());
  platform::ParallelFor(
      index.numel(), kGrainBytes / bytes + 1, [=](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          std::memcpy(to + i * bytes, from + row[i] * bytes, bytes);
        }
      });
}

template <typename T>
void GatherRowsGrad(const platform::DeviceContext& device, const Tensor& index,
                    const Tensor& dout, Tensor* dx) {
  Tensor rows = AsMatrix(*dx);
  LookUpRowsGrad<T>(device, index, dout, kNoPadding, &rows);
}

template void GatherRowsGrad<float>(const platform::DeviceContext&,
                                    const Tensor&, const Tensor&, Tensor*);
template void GatherRowsGrad<double>(const platform::DeviceContext&,
                                     const Tensor&, const Tensor&, Tensor*);

}  // namespace paddle::operators::kernels
