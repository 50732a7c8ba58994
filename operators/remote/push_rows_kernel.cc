#include <cstdint>
#include <utility>
#include <vector>

#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/framework/tensor/selected_rows.h"
#include "paddle/operators/remote/remote_kernel.h"

namespace paddle::operators {
namespace {

using framework::SelectedRows;
using framework::Tensor;

// The weight of a shard without rows.
Tensor NoWeight() {
  Tensor weight({1}, framework::DataType::kFloat64);
  weight.mutable_data<double>()[0] = 0;
  return weight;
}

class PushRowsKernel final : public PushKernel {
 public:
  using PushKernel::PushKernel;

  void Compute(const framework::KernelContext& context) const override {
    const auto& trainers = group(context);
    distributed::ShardSums& given = shards(context);
    if (idle_) given.Add(exchange(), trainers, NoWeight());
    std::vector<Tensor> weights = given.Take(exchange(), trainers);
    std::vector<SelectedRows> rows = given.TakeRows(exchange());
    for (SelectedRows& each : rows) {
      *each.mutable_value() = framework::OnCPU(each.value());
    }
    servers(context).PushRows(static_cast<int>(server_.value()), exchange(),
                              width_, trainers, std::move(weights), rows);
  }

 private:
  const Attr<int64_t> width_{this, "width"};
  const Attr<bool> idle_{this, "idle"};
  const Attr<int64_t> server_{this, "server"};
};

}  // namespace

REGISTER_OPERATOR(push_rows, PushRowsKernel);

}  // namespace paddle::operators
