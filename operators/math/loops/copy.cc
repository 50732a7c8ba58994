#include "paddle/operators/math/loops/copy.h"

#include <cstring>

#include "paddle/memory/copy.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

void CopyElements(const platform::DeviceContext& device,
                  const framework::Tensor& x, framework::Tensor* out) {
  // One thread nearly saturates memory; a second one pays for large copies
  // only.
  constexpr int64_t kGrainBytes = 262144;
  const char* from = static_cast<const char*>(x.raw_data());
  char* to = static_cast<char*>(out->raw_mutable_data());
  if (from == to) return;
  if (!device.place().is_cpu()) {
    memory::CopyAsync(device.place(), to, device.place(), from, x.bytes());
    return;
  }
  platform::ParallelFor(x.bytes(), kGrainBytes,
                        [=](int64_t begin, int64_t end) {
                          std::memcpy(to + begin, from + begin, end - begin);
                        });
}

void CopyRows(const platform::DeviceContext& device,
              const framework::SelectedRows& x, memory::Allocator* allocator,
              framework::SelectedRows* out) {
  out->set_height(x.height());
  *out->mutable_rows() = x.rows();
  out->mutable_value()->Allocate(x.value().dims(), x.value().dtype(),
                                 allocator);
  CopyElements(device, x.value(), out->mutable_value());
}

}  // namespace paddle::operators::kernels
