#include <vector>

#include "absl/container/inlined_vector.h"

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/memory/copy.h"
#include "paddle/operators/math/loops/convert.h"
#include "paddle/platform/place.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class AssignValueKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    auto& out = out_(context);
    // Only one of the two lists has numbers; the integers are apart, since a
    // double does not hold all of them.
    absl::InlinedVector<T, 16> values;
    for (const double value : values_.value()) {
      values.push_back(kernels::Convert<T>(value));
    }
    for (const int64_t value : ints_.value()) {
      values.push_back(kernels::Convert<T>(value));
    }
    // The copy has read `values` when this returns, also on a GPU.
    memory::CopyAsync(out.place(), out.template mutable_data<T>(),
                      platform::CPUPlace(), values.data(), out.bytes());
  }

 private:
  const Output out_{this, "Out"};
  const Attr<std::vector<double>> values_{this, "values"};
  const Attr<std::vector<int64_t>> ints_{this, "int_values"};
};

}  // namespace

REGISTER_OP_KERNEL(assign_value, AssignValueKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
