#include <string>

#include "paddle/operators/collective/collective_kernel.h"
#include "paddle/operators/collective/scale_numbers.h"

namespace paddle::operators {
namespace {

using distributed::Reduction;

Reduction ReductionOf(const std::string& reduce) {
  if (reduce == "max") return Reduction::kMax;
  if (reduce == "min") return Reduction::kMin;
  return Reduction::kSum;
}

class AllreduceKernel final : public CollectiveKernel {
 public:
  explicit AllreduceKernel(const framework::OpArguments& arguments)
      : CollectiveKernel(arguments), tensors_(arguments) {}

  void Compute(const framework::KernelContext& context) const override {
    distributed::Communicator& members = group(context);
    const std::string& reduce = reduce_;
    for (int i = 0; i < tensors_.size(); ++i) {
      framework::LoDTensor& tensor = tensors_(context, i);
      AllReduceInPlace(&members, ReductionOf(reduce), OrderOf(order_), &tensor);
      if (reduce == "mean") {
        DivideNumbers(context.device(), members.size(), &tensor);
      }
    }
  }

 private:
  const ExchangedList tensors_;
  const Attr<std::string> reduce_{this, "reduce"};
  const Attr<std::string> order_{this, "order"};
};

}  // namespace

REGISTER_OPERATOR(allreduce, AllreduceKernel);

}  // namespace paddle::operators
