#include "paddle/framework/layers/loss.h"

#include "paddle/framework/layers/basic.h"
#include "paddle/framework/layers/op.h"
#include "paddle/framework/layers/operators.h"

namespace paddle::layer {

Variable cross_entropy(const Variable& input, const Variable& label,
                       bool soft_label) {
  return Op("cross_entropy", {{"X", input}, {"Label", label}},
            {{"soft_label", soft_label}});
}

Variable softmax_with_cross_entropy(const Variable& logits,
                                    const Variable& label, bool soft_label) {
  return AppendOp("softmax_with_cross_entropy",
                  {{"Logits", logits}, {"Label", label}},
                  {{"soft_label", soft_label}})["Loss"];
}

Variable square_error_cost(const Variable& input, const Variable& label) {
  return square(input - label);
}

TopK top_k(const Variable& input, int64_t k) {
  const Outputs outputs = AppendOp("top_k", {{"X", input}}, {{"k", k}});
  return {outputs["Out"], outputs["Indices"]};
}

Variable accuracy(const Variable& input, const Variable& label, int64_t k) {
  const TopK top = top_k(input, k);
  return AppendOp("accuracy", {{"Out", top.values},
                               {"Indices", top.indices},
                               {"Label", label}})["Accuracy"];
}

}  // namespace paddle::layer
