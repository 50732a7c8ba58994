#include "paddle/operators/structured/ctc_align.h"

#include <utility>
#include <vector>

#include "paddle/framework/tensor/lod.h"
#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/framework/types/dims.h"
#include "paddle/memory/copy.h"
#include "paddle/platform/place.h"

namespace paddle::operators::kernels {
namespace {

using framework::LoDTensor;

// Appends the labels that the classes [begin, end) read as.
void AppendLabels(const int64_t* begin, const int64_t* end, int64_t blank,
                  bool merge_repeated, std::vector<int64_t>* labels) {
  for (const int64_t* x = begin; x != end; ++x) {
    const bool repeats = merge_repeated && x != begin && x[0] == x[-1];
    if (*x != blank && !repeats) labels->push_back(*x);
  }
}

}  // namespace

void CtcAlign(const platform::DeviceContext& device, const LoDTensor& x,
              int64_t blank, bool merge_repeated, memory::Allocator* allocator,
              LoDTensor* out) {
  const LoDTensor on_host = framework::OnCPU(x);
  const int last = x.lod()->levels() - 1;
  const auto rows = x.lod()->offsets(last);
  const int64_t* data = on_host.data<int64_t>();
  std::vector<int64_t> labels, offsets = {0};
  for (size_t i = 1; i < rows.size(); ++i) {
    AppendLabels(data + rows[i - 1], data + rows[i], blank, merge_repeated,
                 &labels);
    offsets.push_back(static_cast<int64_t>(labels.size()));
  }
  framework::LoD::Levels levels;
  for (int i = 0; i < last; ++i) {
    const auto level = x.lod()->offsets(i);
    levels.emplace_back(level.begin(), level.end());
  }
  out->Allocate(framework::Dims({offsets.back(), 1}),
                framework::DataType::kInt64, allocator);
  levels.push_back(std::move(offsets));
  out->set_lod(framework::LoD::FromOffsets(std::move(levels)));
  memory::Copy(device.place(), out->mutable_data<int64_t>(),
               platform::CPUPlace(), labels.data(),
               labels.size() * sizeof(int64_t));
}

}  // namespace paddle::operators::kernels
