#include "paddle/framework/registry/second_gradient.h"

#include <algorithm>
#include <utility>

#include "paddle/framework/registry/composite_gradient.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/registry/op_registry.h"

namespace paddle::framework {

using proto::OpDesc;

namespace {

bool AllEmpty(const NameList& names) {
  return std::all_of(names.begin(), names.end(),
                     [](const std::string& name) { return name.empty(); });
}

// Rebuilds the forward operator from its gradient operator.
class ForwardAgain {
 public:
  ForwardAgain(const OpDesc& grad, GradContext* context)
      : grad_(grad),
        context_(AsComposite(context)),
        forward_(
            OpInfoMap::Instance()
                .Get(OpInfoMap::Instance().Get(grad.type()).proto.gradient_of)
                .proto) {}

  CompositeContext* context() const { return context_; }

  // Returns the input slots with gradients that the operator has.
  std::vector<std::string> Slots() const {
    std::vector<std::string> slots;
    for (const SlotProto& slot : forward_.inputs) {
      const bool has = !Inputs(grad_, slot.name).empty();
      if (!slot.no_gradient && has) slots.push_back(slot.name);
    }
    return slots;
  }

  // Returns what flows into the gradients of a slot; "" where nothing does.
  NameList Flowing(const std::string& slot) const {
    NameList flowing = context_->OutputGrads(GradName(slot));
    flowing.resize(Inputs(grad_, slot).size());
    return flowing;
  }

  // Replaces "" in `names` by zeros like the inputs of the slot.
  NameList OrZeros(const std::string& slot, NameList names) {
    const NameList inputs = Inputs(grad_, slot);
    for (size_t i = 0; i < inputs.size(); ++i) {
      if (!names[i].empty() || inputs[i].empty()) continue;
      names[i] = context_->NewName(inputs[i] + "@ZEROS");
      ops_.push_back(
          AsGradientOf(grad_, MakeOp("fill_zeros_like", {{"X", {inputs[i]}}},
                                     {{"Out", {names[i]}}})));
    }
    return names;
  }

  // Appends the operator with the inputs of some slots replaced; its outputs
  // get new names. Slots replaced by nothing are omitted.
  void Append(const SlotMap& replaced, const AttributeMap& attributes = {}) {
    OpDesc op;
    op.set_type(forward_.type);
    for (const SlotProto& slot : forward_.inputs) {
      NameList names = Inputs(grad_, slot.name);
      for (const auto& [name, values] : replaced) {
        if (name == slot.name) names = values;
      }
      if (!names.empty()) SetInput(&op, slot.name, names);
    }
    *op.mutable_attrs() = grad_.attrs();
    for (const auto& [name, value] : attributes) {
      SetAttribute(&op, name, value);
    }
    for (const SlotProto& slot : forward_.outputs) AppendOutput(slot, &op);
    ops_.push_back(AsGradientOf(grad_, std::move(op)));
  }

  // The outputs of the appended operators are f'(x) u: differentiates through
  // them if `through`, else only appends them.
  void Finish(bool through) {
    context_->DifferentiateThrough(std::move(ops_),
                                   through ? tangents_ : NameList(),
                                   through ? flowing_ : NameList());
    for (size_t i = 0; i < tangents_.size(); ++i) {
      context_->AddInputGrad(places_[i].first, places_[i].second, tangents_[i]);
    }
  }

 private:
  void AppendOutput(const SlotProto& slot, OpDesc* op) {
    const bool has_gradient = !slot.intermediate && !slot.no_gradient;
    const std::string grad_slot = GradName(slot.name);
    const NameList grads = Inputs(grad_, grad_slot);
    const size_t count = has_gradient ? grads.size() : !slot.optional;
    NameList names;
    for (size_t i = 0; i < count; ++i) {
      names.push_back(context_->NewName(
          (has_gradient && !grads[i].empty() ? grads[i] : slot.name) +
          "@TANGENT"));
      if (!has_gradient || grads[i].empty()) continue;
      tangents_.push_back(names.back());
      flowing_.push_back(grads[i]);
      places_.emplace_back(grad_slot, static_cast<int>(i));
    }
    if (!names.empty()) SetOutput(op, slot.name, names);
  }

  const OpDesc& grad_;
  CompositeContext* const context_;
  const OpProto& forward_;
  std::vector<OpDesc> ops_;
  NameList tangents_;  // each with its source and the input it belongs to
  NameList flowing_;
  std::vector<std::pair<std::string, int>> places_;
};

}  // namespace

GradMaker LinearSecondGradient(AttributeMap attributes) {
  return [attributes = std::move(attributes)](
             const OpDesc& grad, GradContext* context) -> std::vector<OpDesc> {
    ForwardAgain forward(grad, context);
    SlotMap tangents;
    for (const std::string& slot : forward.Slots()) {
      tangents.emplace_back(slot, forward.OrZeros(slot, forward.Flowing(slot)));
    }
    forward.Append(tangents, attributes);
    forward.Finish(/*through=*/false);
    return {};
  };
}

GradMaker MultilinearSecondGradient(std::vector<std::string> added) {
  return [added = std::move(added)](
             const OpDesc& grad, GradContext* context) -> std::vector<OpDesc> {
    ForwardAgain forward(grad, context);
    const auto is_added = [&added](const std::string& slot) {
      return std::find(added.begin(), added.end(), slot) != added.end();
    };
    for (const std::string& slot : forward.Slots()) {
      const NameList flowing = forward.Flowing(slot);
      if (AllEmpty(flowing)) continue;
      SlotMap replaced = {{slot, flowing}};
      for (const std::string& other : forward.Slots()) {
        if (other == slot) continue;
        if (is_added(other)) {
          replaced.push_back({other, {}});
        } else if (is_added(slot)) {
          NameList none(Inputs(grad, other).size());
          replaced.emplace_back(other, forward.OrZeros(other, std::move(none)));
        }
      }
      forward.Append(replaced);
    }
    forward.Finish(/*through=*/true);
    return {};
  };
}

GradMaker DiagonalSecondGradient(std::string input, std::string output) {
  return [input = GradName(input), output = GradName(output)](
             const OpDesc& grad, GradContext* context) -> std::vector<OpDesc> {
    const std::string wanted = context->InputGrad(output);
    if (wanted.empty()) return {};
    OpDesc again = grad;
    SetInput(&again, output, {context->OutputGrad(input)});
    again.clear_outputs();
    SetOutput(&again, input, {wanted});
    return {AsGradientOf(grad, std::move(again))};
  };
}

}  // namespace paddle::framework
