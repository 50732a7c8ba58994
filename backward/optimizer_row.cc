#include "paddle/backward/optimizer_row.h"

#include <cmath>
#include <cstdint>

#include "paddle/framework/layers/op.h"
#include "paddle/framework/registry/attr_check.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/platform/enforce.h"

namespace paddle::backward {
namespace {

// An attribute that the operator does not have is left to AppendOp.
void CheckAttrs(const std::string& op, const framework::AttributeMap& attrs) {
  const framework::OpProto* proto = framework::OpInfoMap::Instance().Find(op);
  if (proto == nullptr) return;  // not linked, as AppendOp will say
  for (const auto& [name, value] : attrs) {
    const framework::AttrProto* attr = proto->FindAttr(name);
    if (attr != nullptr) framework::CheckAttr(op, *attr, value);
  }
}

}  // namespace

double InitialAccumulator(double accumulator) {
  PADDLE_ENFORCE(
      std::isfinite(accumulator) && accumulator >= 0, InvalidArgument,
      "an accumulator begins with a number of at least 0, not ", accumulator);
  return accumulator;
}

OperatorOptimizer::OperatorOptimizer(std::string op, OptimizerStates states,
                                     framework::AttributeMap attrs,
                                     LearningRate learning_rate,
                                     OptimizerOptions options)
    : Optimizer(std::move(learning_rate), std::move(options)),
      op_(std::move(op)),
      states_(std::move(states)),
      attrs_(std::move(attrs)) {
  CheckAttrs(op_, attrs_);
}

void OperatorOptimizer::AppendUpdate(const Update& update) {
  const std::vector<int64_t> one = {1};
  layer::SlotList inputs = {{"Param", update.pair.param},
                            {"Grad", update.pair.grad},
                            {"LearningRate", update.learning_rate}};
  for (const OptimizerState& kept : states_) {
    inputs.emplace_back(kept.slot, Accumulator(update, kept.name, kept.value,
                                               kept.scalar ? &one : nullptr));
  }
  layer::AppendOp(op_, inputs, AttrsFor(update.pair.param));
}

}  // namespace paddle::backward
