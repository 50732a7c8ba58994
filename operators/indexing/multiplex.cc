#include "paddle/operators/indexing/multiplex.h"

#include <cstring>

#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

using framework::Tensor;

namespace {

// Calls body(i) for each row, in parallel. The grain is in bytes, since the
// rows are of any type and width.
template <typename Body>
void ForEachRow(int64_t rows, int64_t bytes, const Body& body) {
  constexpr int64_t kGrainBytes = 131072;
  platform::ParallelFor(rows, kGrainBytes / (bytes + 1) + 1,
                        [&](int64_t begin, int64_t end) {
                          for (int64_t i = begin; i < end; ++i) body(i);
                        });
}

}  // namespace

template <class Device>
void Multiplex(const Device&, Indices ids,
               absl::Span<const Tensor* const> inputs, Tensor* out) {
  const int64_t bytes = RowBytes(*out);
  char* to = static_cast<char*>(out->raw_mutable_data());
  ForEachRow(ids.size(), bytes, [&](int64_t i) {
    const void* from = inputs[ids[i]]->raw_data();
    std::memcpy(to + i * bytes, static_cast<const char*>(from) + i * bytes,
                bytes);
  });
}

template <class Device>
void MultiplexGrad(const Device&, Indices ids, const Tensor& dout,
                   absl::Span<Tensor* const> outputs) {
  const int64_t bytes = RowBytes(dout);
  const char* from = static_cast<const char*>(dout.raw_data());
  for (size_t k = 0; k < outputs.size(); ++k) {
    if (outputs[k] == nullptr) continue;
    char* to = static_cast<char*>(outputs[k]->raw_mutable_data());
    ForEachRow(ids.size(), bytes, [=](int64_t i) {
      // Each gradient is written whole: rows that came from another input get
      // zeros.
      if (ids[i] == static_cast<int64_t>(k)) {
        std::memcpy(to + i * bytes, from + i * bytes, bytes);
      } else {
        std::memset(to + i * bytes, 0, bytes);
      }
    });
  }
}

PADDLE_INSTANTIATE_ONE(Multiplex<platform::CPUDeviceContext>);
PADDLE_INSTANTIATE_ONE(MultiplexGrad<platform::CPUDeviceContext>);

}  // namespace paddle::operators::kernels
