#include <string>
#include <vector>

#include "paddle/operators/common/function_kernel.h"
#include "paddle/operators/structured/chunk_eval.h"

namespace paddle::operators {
namespace {

using framework::Tensor;

// The attributes of the operator.
struct Options {
  std::string scheme;
  int64_t types;
  std::vector<int64_t> excluded;
};

struct Outputs {
  Tensor* precision;
  Tensor* recall;
  Tensor* f1;
  Tensor* inferred;
  Tensor* labeled;
  Tensor* correct;
};

template <class Device, class T>
void ChunkEval(const Device& device, const Tensor& inference,
               const Tensor& label, kernels::Offsets offsets,
               const Options& options, const Outputs& out) {
  kernels::EvaluateChunks(
      device, inference, label, offsets,
      kernels::ChunkScheme::Named(options.scheme), options.types,
      options.excluded,
      {out.inferred->mutable_data<int64_t>(),
       out.labeled->mutable_data<int64_t>(),
       out.correct->mutable_data<int64_t>(),
       out.precision->mutable_data<float>(), out.recall->mutable_data<float>(),
       out.f1->mutable_data<float>()});
}

constexpr absl::string_view kNames[] = {
    "Inference",      "Label",           "Label",
    "chunk_scheme",   "num_chunk_types", "excluded_chunk_types",
    "Precision",      "Recall",          "F1-Score",
    "NumInferChunks", "NumLabelChunks",  "NumCorrectChunks"};

}  // namespace

REGISTER_FUNCTION_KERNEL(chunk_eval, ChunkEval, kNames, int64_t);

}  // namespace paddle::operators
