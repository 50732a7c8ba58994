#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/kernels/chunk_eval.h"
#include "paddle/operators/sequence/last_level.h"

namespace paddle::operators {
namespace {

float Ratio(int64_t part, int64_t whole) {
  return whole == 0 ? 0.0f
                    : static_cast<float>(static_cast<double>(part) /
                                         static_cast<double>(whole));
}

template <typename T>
class ChunkEvalKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& label = label_(context);
    const kernels::ChunkCounts counts = kernels::CountChunks(
        context.device(), inference_(context), label, LastLevel(label),
        kernels::ChunkScheme::Named(scheme_), types_, excluded_.value());
    const auto set = [&](const Output& output, auto value) {
      *output(context).template mutable_data<decltype(value)>() = value;
    };
    set(precision_, Ratio(counts.correct, counts.inferred));
    set(recall_, Ratio(counts.correct, counts.labeled));
    set(f1_, Ratio(2 * counts.correct, counts.inferred + counts.labeled));
    set(inferred_, counts.inferred);
    set(labeled_, counts.labeled);
    set(correct_, counts.correct);
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

REGISTER_OP_CPU_KERNEL(chunk_eval, ChunkEvalKernel<int64_t>);

}  // namespace paddle::operators
