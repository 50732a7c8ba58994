#include "paddle/operators/kernels/edit_distance.h"

#include <algorithm>
#include <numeric>

#include "absl/types/span.h"

#include "paddle/operators/kernels/cpu_only.h"
#include "paddle/operators/kernels/sequence_groups.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
using Elements = absl::Span<const int64_t>;

// `row` holds the distances of the beginnings of b to one beginning of a, and
// has room for one more than b has elements.
int64_t Distance(Elements a, Elements b, int64_t* row) {
  const auto size = static_cast<int64_t>(b.size());
  std::iota(row, row + size + 1, 0);
  for (size_t i = 0; i < a.size(); ++i) {
    int64_t diagonal = row[0];
    row[0] = static_cast<int64_t>(i) + 1;
    for (int64_t j = 0; j < size; ++j) {
      const int64_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min(replaced, std::min(diagonal, row[j]) + 1);
    }
  }
  return row[size];
}

void EnforceNotEmpty(Offsets refs) {
  for (size_t i = 1; i < refs.size(); ++i) {
    PADDLE_ENFORCE(refs[i] > refs[i - 1], InvalidArgument, "sequence ", i - 1,
                   " of Refs is empty: no distance can be normalised by it");
  }
}

int64_t Longest(Offsets offsets) {
  int64_t longest = 0;
  for (size_t i = 1; i < offsets.size(); ++i) {
    longest = std::max(longest, offsets[i] - offsets[i - 1]);
  }
  return longest;
}

Elements Sequence(const Tensor& x, Offsets offsets, int64_t i) {
  return Elements(x.data<int64_t>() + offsets[i], offsets[i + 1] - offsets[i]);
}

}  // namespace

void EditDistance(const platform::DeviceContext& device, const Tensor& hyps,
                  Offsets hyp_offsets, const Tensor& refs, Offsets ref_offsets,
                  bool normalized, Workspace workspace, Tensor* out) {
  EnforceOnCPU(device, "edit_distance");
  if (normalized) EnforceNotEmpty(ref_offsets);
  const int64_t longest = Longest(ref_offsets);
  auto* const rows = static_cast<int64_t*>(
      workspace(GroupsOf(hyp_offsets) * (longest + 1) * sizeof(int64_t)));
  auto* to = out->mutable_data<float>();
  ForEachGroup(
      hyp_offsets, longest, [&](int64_t group, int64_t i, int64_t last) {
        for (; i < last; ++i) {
          const Elements ref = Sequence(refs, ref_offsets, i);
          const auto distance =
              static_cast<float>(Distance(Sequence(hyps, hyp_offsets, i), ref,
                                          rows + group * (longest + 1)));
          to[i] =
              normalized ? distance / static_cast<float>(ref.size()) : distance;
        }
      });
}

}  // namespace paddle::operators::kernels
