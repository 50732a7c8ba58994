#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/loops/copy.h"
#include "paddle/operators/remote/remote_kernel.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::DataType;
using framework::Dims;
using framework::KernelContext;
using framework::LoDTensor;
using framework::Tensor;

// Gives numbers to ids, in the order in which they occur first.
class Numbering {
 public:
  // The first number, if any, is that of no id.
  explicit Numbering(bool padded) : ids_(padded ? 1 : 0, -1) {}

  int64_t NumberOf(int64_t id) {
    const auto found =
        numbers_.try_emplace(id, static_cast<int64_t>(ids_.size()));
    if (found.second) ids_.push_back(id);
    return found.first->second;
  }
  const std::vector<int64_t>& ids() const { return ids_; }

 private:
  absl::flat_hash_map<int64_t, int64_t> numbers_;
  std::vector<int64_t> ids_;
};

class PullRowsKernel final : public RemoteKernel {
 public:
  explicit PullRowsKernel(const framework::OpArguments& arguments)
      : RemoteKernel(arguments) {
    for (const int64_t padding : paddings_.value()) {
      padded_ = padded_ || padding >= 0;
    }
  }

  void Compute(const KernelContext& context) const override {
    Numbering numbering(padded_);
    for (int i = 0; i < ids_.size(); ++i) Number(context, i, &numbering);
    const std::vector<int64_t>& ids = numbering.ids();
    const Dims count({static_cast<int64_t>(ids.size())});
    Give(context, ids.data(), count, &row_ids_(context));
    LoDTensor& rows = rows_(context);
    rows.Allocate({count[0], width_}, DataType::kFloat32, context.allocator());
    kernels::CopyElements(context.device(), Fetch(context, ids), &rows);
  }

 private:
  void Number(const KernelContext& context, int i, Numbering* numbering) const {
    const LoDTensor& given = ids_(context, i);
    const Tensor ids = framework::OnCPU(given);
    const int64_t padding = paddings_.value()[i];
    std::vector<int64_t> index(ids.numel());
    for (int64_t j = 0; j < ids.numel(); ++j) {
      const int64_t id = ids.data<int64_t>()[j];
      PADDLE_ENFORCE(0 <= id && id < height_, OutOfRange, "id ", id,
                     " at position ", j, " is outside the table '",
                     table_.value(), "': [0, ", height_.value(), ")");
      index[j] = id == padding ? 0 : numbering->NumberOf(id);
    }
    LoDTensor& out = places_(context, i);
    Give(context, index.data(), given.dims(), &out);
    out.set_lod(given.lod());
  }

  static void Give(const KernelContext& context, const int64_t* numbers,
                   const Dims& dims, LoDTensor* out) {
    Tensor on_host(dims, DataType::kInt64);
    if (on_host.bytes() > 0) {
      std::memcpy(on_host.raw_mutable_data(), numbers, on_host.bytes());
    }
    out->Allocate(dims, DataType::kInt64, context.allocator());
    kernels::CopyElements(context.device(), on_host, out);
  }

  Tensor Fetch(const KernelContext& context,
               const std::vector<int64_t>& ids) const {
    const size_t first = padded_ ? 1 : 0;
    const Tensor pulled = servers(context).PullRows(
        table_, width_, absl::MakeConstSpan(ids).subspan(first), latest_);
    if (!padded_) return pulled;
    Tensor rows({static_cast<int64_t>(ids.size()), width_}, DataType::kFloat32);
    float* const to = rows.mutable_data<float>();
    std::memset(to, 0, width_ * sizeof(float));
    std::memcpy(to + width_, pulled.raw_data(), pulled.bytes());
    return rows;
  }

  const InputList ids_{this, "Ids"};
  const Output rows_{this, "Rows"};
  const Output row_ids_{this, "RowIds"};
  const OutputList places_{this, "Places"};
  const Attr<std::string> table_{this, "table"};
  const Attr<int64_t> height_{this, "height"};
  const Attr<int64_t> width_{this, "width"};
  const Attr<std::vector<int64_t>> paddings_{this, "padding_idx"};
  const Attr<bool> latest_{this, "is_test"};
  bool padded_ = false;
};

}  // namespace

REGISTER_OPERATOR(pull_rows, PullRowsKernel);

}  // namespace paddle::operators
