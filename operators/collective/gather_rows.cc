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

// Gathers the tensors, whose rows have equal sizes and `same` of which is the
// same number for all members. Returns the members' rows.
std::vector<int64_t> GatherTensors(Communicator* group, const Tensor& x,
                                   int64_t same, const char* what,
                                   memory::Allocator* allocator, Tensor* out) {
  Dims dims = x.dims();
  const int64_t width = dims.Slice(1, x.rank()).Numel();
  std::vector<int64_t> counts;
  for (const auto& member : GatherSizes(group, {dims[0], width, same})) {
    PADDLE_ENFORCE_EQ(member[1], width, "numbers in a row of member ",
                      counts.size(), ", compared with member ", group->rank());
    PADDLE_ENFORCE_EQ(member[2], same, what, " of member ", counts.size(),
                      ", compared with member ", group->rank());
    counts.push_back(member[0]);
  }
  dims[0] = SumOfSizes(counts);
  const std::vector<size_t> bytes =
      BytesOfRows(counts, width * SizeOf(x.dtype()));
  out->Allocate(dims, x.dtype(), allocator);
  group->AllGather(x.raw_data(), bytes, out->raw_mutable_data());
  return counts;
}

// Appends a member's offsets to those of the members before it.
void AppendSequences(const std::vector<int64_t>& offsets, size_t rank,
                     std::vector<int64_t>* all) {
  const int64_t begin = all->back();
  PADDLE_ENFORCE(!offsets.empty() && offsets[0] == 0, InvalidArgument,
                 "the sequences of member ", rank, " do not begin at row 0");
  for (size_t i = 1; i < offsets.size(); ++i) {
    PADDLE_ENFORCE(offsets[i - 1] <= offsets[i], InvalidArgument,
                   "the sequences of member ", rank, " go back from ",
                   offsets[i - 1], " to ", offsets[i]);
    all->push_back(SumOfSizes({begin, offsets[i]}));
  }
}

// Returns the sequences of all members, one behind the other, over `rows` rows.
LoDPtr GatherSequences(Communicator* group, const LoDPtr& own, int64_t rows) {
  if (own == nullptr) return nullptr;
  std::vector<std::vector<int64_t>> all(own->levels(), std::vector<int64_t>{0});
  for (int level = 0; level < own->levels(); ++level) {
    size_t rank = 0;
    for (const auto& offsets : GatherNumbers(group, own->offsets(level))) {
      AppendSequences(offsets, rank++, &all[level]);
    }
  }
  const LoDPtr lod = LoD::FromOffsets(std::move(all));
  PADDLE_ENFORCE(lod->rows() == rows, InvalidArgument,
                 "the members' sequences have ", lod->rows(), " rows, not ",
                 rows);
  return lod;
}

}  // namespace

void GatherRows(Communicator* group, const LoDTensor& x,
                memory::Allocator* allocator, LoDTensor* out) {
  const int levels = x.lod() == nullptr ? 0 : x.lod()->levels();
  GatherTensors(group, x, levels, "levels of sequences", allocator, out);
  out->set_lod(GatherSequences(group, x.lod(), out->dims()[0]));
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
  GatherTensors(group, x.value(), x.height(), "the height", allocator,
                out->mutable_value());
  out->Check();
}

}  // namespace paddle::operators
