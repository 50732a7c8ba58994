#include "paddle/operators/optimizer/step_case.h"

namespace paddle::operators::testing {

using framework::Dims;

namespace {

// True for elements that the reference leaves as they are.
bool Untouched(int64_t element, bool lazy) {
  const int64_t row = element / kWidth;
  return lazy && row != 0 && row != 2 && row != 5;
}

// ftrl's outputs have names of their own.
std::string OutputOf(const std::string& state) {
  if (state == "SquaredAccumulator") return "SquaredAccumOut";
  if (state == "LinearAccumulator") return "LinearAccumOut";
  return state + "Out";
}

void Apply(const std::vector<std::string>& states, bool lazy,
           const ElementRule& rule, OpValues* v) {
  Array& param = v->Out("ParamOut");
  param = v->In("Param");
  std::vector<Array*> outs;
  for (const std::string& state : states) {
    v->Out(OutputOf(state)) = v->In(state);
  }
  // A loop of its own: Out may move the arrays while it makes new ones.
  for (const std::string& state : states) {
    outs.push_back(&v->Out(OutputOf(state)));
  }
  for (int64_t i = 0; i < param.numel(); ++i) {
    if (Untouched(i, lazy)) continue;
    std::vector<double> values;
    for (Array* out : outs) values.push_back((*out)[i]);
    param[i] = rule(*v, param[i], v->In("Grad")[i], values);
    for (size_t k = 0; k < outs.size(); ++k) (*outs[k])[i] = values[k];
  }
}

}  // namespace

OpCase StepCase(const std::string& type, const GradForm& form,
                const std::string& name) {
  OpCase op_case(type, std::string(form.name) + name);
  const Dims dims({kHeight, kWidth});
  const int64_t count = static_cast<int64_t>(kRows.size());
  op_case.Input("Param", Random(dims))
      .Input("LearningRate", Values({1}, {0.25}))
      .Input("Grad", form.sparse ? Random({count, kWidth}).Rows(kHeight, kRows)
                                 : Random(dims));
  if (form.lazy) op_case.Attr("lazy_mode", true);
  // SelectedRows are of a fixed list of rows, which cannot be scaled.
  if (!form.sparse) op_case.ScaleRows({"Param", "Grad"});
  return op_case;
}

OpCase RuleCase(const std::string& type, const GradForm& form,
                std::initializer_list<State> states, const ElementRule& rule,
                const std::string& name) {
  OpCase op_case = StepCase(type, form, name);
  std::vector<std::string> scaled = {"Param", "Grad"}, slots;
  for (const State& state : states) {
    op_case.Input(state.slot,
                  Random({kHeight, kWidth}).In(state.low, state.high));
    scaled.push_back(state.slot);
    slots.push_back(state.slot);
  }
  if (!form.sparse) op_case.ScaleRows(scaled);
  op_case.Reference([slots, lazy = form.lazy, rule](OpValues& v) {
    Apply(slots, lazy, rule, &v);
  });
  return op_case;
}

}  // namespace paddle::operators::testing
