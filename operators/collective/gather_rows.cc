#include "paddle/operators/collective/gather_rows.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "paddle/operators/collective/collective_kernel.h"
#include "paddle/operators/collective/scale_numbers.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using distributed::Communicator;
using framework::Dims;
using framework::LoD;
using framework::LoDPtr;
using framework::LoDTensor;
using framework::SelectedRows;
using framework::Tensor;

// Gathers the tensors, whose rows have equal sizes. Returns the members' rows.
std::vector<int64_t> GatherTensors(Communicator* group, const Tensor& x,
                                   memory::Allocator* allocator, Tensor* out) {
  const int64_t rows = x.dims()[0];
  const int64_t width = x.dims().Slice(1, x.rank()).Numel();
  std::vector<int64_t> counts;
  std::vector<size_t> bytes;
  int64_t total = 0;
  for (const auto& member : GatherNumbers(group, {rows, width})) {
    PADDLE_ENFORCE_EQ(member[1], width, "numbers in a row of member ",
                      counts.size(), ", compared with member ", group->rank());
    counts.push_back(member[0]);
    bytes.push_back(member[0] * width * SizeOf(x.dtype()));
    total += member[0];
  }
  Dims dims = x.dims();
  dims[0] = total;
  out->Allocate(dims, x.dtype(), allocator);
  group->AllGather(x.raw_data(), bytes, out->raw_mutable_data());
  return counts;
}

// Returns the sequences of all members, one behind the other.
LoDPtr GatherSequences(Communicator* group, const LoDPtr& own) {
  const int levels = own == nullptr ? 0 : own->levels();
  std::vector<std::vector<int64_t>> all(levels);
  for (int level = 0; level < levels; ++level) {
    all[level] = {0};
    for (const auto& offsets : GatherNumbers(group, own->offsets(level))) {
      const int64_t begin = all[level].back();
      for (size_t i = 1; i < offsets.size(); ++i) {
        all[level].push_back(begin + offsets[i]);
      }
    }
  }
  return levels == 0 ? nullptr : LoD::FromOffsets(std::move(all));
}

}  // namespace

void GatherRows(Communicator* group, const LoDTensor& x,
                memory::Allocator* allocator, LoDTensor* out) {
  GatherTensors(group, x, allocator, out);
  out->set_lod(GatherSequences(group, x.lod()));
}

SelectedRows ScaledRows(const platform::DeviceContext& device,
                        const SelectedRows& rows, double factor,
                        memory::Allocator* allocator) {
  SelectedRows scaled;
  scaled.set_height(rows.height());
  *scaled.mutable_rows() = rows.rows();
  Tensor* value = scaled.mutable_value();
  value->Allocate(rows.value().dims(), rows.value().dtype(), allocator);
  MultiplyNumbers(device, rows.value(), factor, value);
  return scaled;
}

void GatherSelectedRows(Communicator* group, const SelectedRows& x,
                        memory::Allocator* allocator, SelectedRows* out) {
  out->set_height(x.height());
  out->mutable_rows()->clear();
  for (const auto& rows : GatherNumbers(group, x.rows())) {
    out->mutable_rows()->insert(out->mutable_rows()->end(), rows.begin(),
                                rows.end());
  }
  GatherTensors(group, x.value(), allocator, out->mutable_value());
}

}  // namespace paddle::operators
