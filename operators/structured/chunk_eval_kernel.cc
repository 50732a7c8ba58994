#include <string>
#include <vector>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/last_level.h"
#include "paddle/operators/structured/chunk_eval.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class ChunkEvalKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& label = label_(context);
    const auto count = [&](const Output& output) {
      return output(context).template mutable_data<int64_t>();
    };
    const auto ratio = [&](const Output& output) {
      return output(context).template mutable_data<float>();
    };
    kernels::EvaluateChunks(
        context.device<Device>(), inference_(context), label, LastLevel(label),
        kernels::ChunkScheme::Named(scheme_), types_, excluded_.value(),
        {count(inferred_), count(labeled_), count(correct_), ratio(precision_),
         ratio(recall_), ratio(f1_)});
  }

 private:
  const Input inference_{this, "Inference"};
  const Input label_{this, "Label"};
  const Output precision_{this, "Precision"};
  const Output recall_{this, "Recall"};
  const Output f1_{this, "F1-Score"};
  const Output inferred_{this, "NumInferChunks"};
  const Output labeled_{this, "NumLabelChunks"};
  const Output correct_{this, "NumCorrectChunks"};
  const Attr<int64_t> types_{this, "num_chunk_types"};
  const Attr<std::string> scheme_{this, "chunk_scheme"};
  const Attr<std::vector<int64_t>> excluded_{this, "excluded_chunk_types"};
};

}  // namespace

REGISTER_OP_KERNEL(chunk_eval, ChunkEvalKernel, int64_t);

}  // namespace paddle::operators
