#include "paddle/framework/layers/array_ops.h"

#include "paddle/framework/layers/op.h"

namespace paddle::layer {

namespace {

std::vector<Variable> Split(const Variable& x, int parts,
                            const AttributeMap& attrs) {
  // The number of outputs is not an attribute, so it must be said.
  OpOptions options;
  options.counts = {{"Out", parts}};
  return AppendOp("split", {{"X", x}}, attrs, options).List("Out");
}

}  // namespace

Variable gather(const Variable& x, const Variable& index) {
  return Op("gather", {{"X", x}, {"Index", index}});
}

Variable slice(const Variable& x, const std::vector<int64_t>& axes,
               const std::vector<int64_t>& starts,
               const std::vector<int64_t>& ends) {
  return Op("slice", {{"Input", x}},
            {{"axes", axes}, {"starts", starts}, {"ends", ends}});
}

std::vector<Variable> split(const Variable& x, int parts, int64_t axis) {
  return Split(x, parts, {{"axis", axis}});
}

std::vector<Variable> split(const Variable& x,
                            const std::vector<int64_t>& sections,
                            int64_t axis) {
  return Split(x, static_cast<int>(sections.size()),
               {{"sections", sections}, {"axis", axis}});
}

Variable stack(const std::vector<Variable>& inputs, int64_t axis) {
  return Op("stack", {{"X", inputs}}, {{"axis", axis}});
}

Variable argmax(const Variable& x, int64_t axis) {
  return Op("argmax", {{"X", x}}, {{"axis", axis}});
}

MaskedParts split_by_mask(const Variable& x, const Variable& mask) {
  const Outputs parts = AppendOp("split_by_mask", {{"X", x}, {"Mask", mask}});
  return {parts["OutTrue"], parts["OutFalse"]};
}

Variable merge_by_mask(const Variable& on_true, const Variable& on_false,
                       const Variable& mask) {
  return Op("merge_by_mask",
            {{"InTrue", on_true}, {"InFalse", on_false}, {"Mask", mask}});
}

}  // namespace paddle::layer
