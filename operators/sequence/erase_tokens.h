// Removes rows of sequences by their values.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/memory/allocation.h"
#include "paddle/memory/copy.h"
#include "paddle/operators/common/last_level.h"
#include "paddle/operators/sequence/by_values.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/place.h"

namespace paddle::operators::kernels {

// Computes out = the numbers of each sequence of the last level of x that are
// none of `tokens`, in the shape [n, 1] or [n] of x, with the levels of x above
// the last. Numbers are looked at on the host. T: int32_t, int64_t.
template <class T>
void EraseTokens(const platform::DeviceContext& device,
                 const framework::LoDTensor& x,
                 const std::vector<int64_t>& tokens,
                 memory::Allocator* allocator, framework::LoDTensor* out) {
  const framework::Tensor on_host =
      framework::OnCPU(static_cast<const framework::Tensor&>(x));
  const Offsets rows = LastLevel(x);
  const T* data = on_host.data<T>();
  std::vector<T> kept;
  std::vector<int64_t> offsets = {0};
  for (size_t i = 1; i < rows.size(); ++i) {
    for (int64_t r = rows[i - 1]; r < rows[i]; ++r) {
      const auto found =
          std::find(tokens.begin(), tokens.end(), int64_t{data[r]});
      if (found == tokens.end()) kept.push_back(data[r]);
    }
    offsets.push_back(static_cast<int64_t>(kept.size()));
  }
  AllocateRows(x, x.lod()->levels() - 1, std::move(offsets), x.dims(),
               allocator, out);
  memory::Copy(device.place(), out->mutable_data<T>(), platform::CPUPlace(),
               kept.data(), kept.size() * sizeof(T));
}

}  // namespace paddle::operators::kernels
