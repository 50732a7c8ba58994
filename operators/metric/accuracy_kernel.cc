#include "paddle/operators/common/function_kernel.h"
#include "paddle/operators/math/rows/top_k.h"

namespace paddle::operators {
namespace {

using framework::Tensor;

// Indices and labels are int64, so one type is registered; the result is float.
template <class Device, class T>
void Accuracy(const Device& device, const Tensor& indices, const Tensor& label,
              kernels::Workspace workspace, Tensor* accuracy, Tensor* correct,
              Tensor* total) {
  kernels::Accuracy(
      device, indices, label, workspace,
      {accuracy->mutable_data<float>(), correct->mutable_data<int64_t>(),
       total->mutable_data<int64_t>()});
}

constexpr absl::string_view kNames[] = {"Indices", "Label", "Accuracy",
                                        "Correct", "Total"};

}  // namespace

REGISTER_FUNCTION_KERNEL(accuracy, Accuracy, kNames, int64_t);

}  // namespace paddle::operators
