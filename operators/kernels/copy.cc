#include "paddle/operators/kernels/copy.h"

#include <cstring>

#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

void CopyElements(const platform::DeviceContext&, const framework::Tensor& x,
                  framework::Tensor* out) {
  constexpr int64_t kGrainBytes = 262144;
  const char* from = static_cast<const char*>(x.raw_data());
  char* to = static_cast<char*>(out->raw_mutable_data());
  if (from == to) return;
  platform::ParallelFor(x.bytes(), kGrainBytes,
                        [=](int64_t begin, int64_t end) {
                          std::memcpy(to + begin, from + begin, end - begin);
                        });
}

}  // namespace paddle::operators::kernels
