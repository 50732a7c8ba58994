#include <vector>

#include "paddle/operators/kernels/convert.h"
#include "paddle/operators/tensor/all_types.h"

namespace paddle::operators {
namespace {

template <typename T>
class AssignValueKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    T* out = out_(context).template mutable_data<T>();
    for (const double value : values_.value()) {
      *out++ = kernels::Convert<T>(value);
    }
    for (const int64_t value : ints_.value()) {
      *out++ = kernels::Convert<T>(value);
    }
  }

 private:
  const Output out_{this, "Out"};
  const Attr<std::vector<double>> values_{this, "values"};
  const Attr<std::vector<int64_t>> ints_{this, "int_values"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_ALL_TYPES(assign_value, AssignValueKernel);

}  // namespace paddle::operators
