#include "paddle/operators/optimizer/optimizer_maker.h"

#include "absl/strings/str_cat.h"

namespace paddle::operators {

OptimizerOp::OptimizerOp(OptimizerOpMaker::Description describe) {
  OptimizerOpMaker maker(describe);
  maker.Make();
  states_ = maker.states();
  scalars_ = maker.scalars();
}

void OptimizerOp::InferShape(framework::InferShapeContext* ctx) const {
  CheckLike(ctx, "Grad", "Param");
  InferParam(ctx);
  CheckScalar(ctx, "LearningRate");
  for (const auto& [state, out] : states_) {
    // Some states are optional, such as those of rmsprop's centered form.
    if (ctx->HasInput(state)) CheckState(ctx, state, out);
  }
  for (const auto& [scalar, out] : scalars_) {
    CheckScalar(ctx, scalar);
    ctx->ShareShape(scalar, out);
  }
}

void OptimizerOpMaker::AddStep() {
  AddInput("Param", "The parameter, any shape.");
  AddInput("Grad", "The gradient: like Param, or SelectedRows of it.")
      .Kinds(framework::kTensorOrRows);
  AddInput("LearningRate", "One number, [] or [1], of Param's type.");
  AddOutput("ParamOut", "The parameter after the step, like Param.");
  // Declared, so that whatever reads Param before the step also runs before it.
  Updates("ParamOut", "Param");
}

void OptimizerOpMaker::Add(std::vector<Updated>* to, const std::string& name,
                           const std::string& out) {
  to->emplace_back(name, out);
  Updates(out, name);
}

void OptimizerOpMaker::AddState(const std::string& name,
                                const std::string& comment,
                                const std::string& given_out) {
  const std::string out =
      given_out.empty() ? absl::StrCat(name, "Out") : given_out;
  AddInput(name, absl::StrCat(comment, ", like Param."));
  AddOutput(out, absl::StrCat(name, " after the step, like Param."));
  Add(&states_, name, out);
}

void OptimizerOpMaker::AddOptionalState(const std::string& name,
                                        const std::string& comment) {
  const std::string out = absl::StrCat(name, "Out");
  AddInput(name, comment).AsOptional();
  AddOutput(out, absl::StrCat(name, " after the step, like Param."))
      .AsOptional();
  Add(&states_, name, out);
}

void OptimizerOpMaker::AddScalar(const std::string& name,
                                 const std::string& comment) {
  const std::string out = absl::StrCat(name, "Out");
  AddInput(name, absl::StrCat(comment, "; one number, [] or [1]."));
  AddOutput(out,
            absl::StrCat(name, " for the next step, one number, [] or [1]."));
  Add(&scalars_, name, out);
}

void OptimizerOpMaker::AddDecay(const std::string& name, double value,
                                const std::string& comment) {
  AddAttr<double>(name, comment).SetDefault(value).AtLeast(0).LessThan(1);
}

void OptimizerOpMaker::AddEpsilon(double value) {
  AddAttr<double>("epsilon", "Keeps the denominator from zero.")
      .SetDefault(value)
      .AtLeast(0);
}

void OptimizerOpMaker::AddStrength(const std::string& name,
                                   const std::string& comment) {
  AddAttr<double>(name, comment).SetDefault(0).AtLeast(0);
}

void OptimizerOpMaker::AddLazyMode() {
  AddAttr<bool>("lazy_mode",
                "Rows that SelectedRows do not have keep the parameter and "
                "all that belongs to it; false: their gradient is zero.")
      .SetDefault(false);
}

void OptimizerOpMaker::AddRule(const std::string& rule,
                               const std::string& errors) {
  AddComment(absl::StrCat(
      rule,
      " Errors: InvalidArgument unless Grad and all that belongs to Param have "
      "its shape and data type, and the rest are single numbers.",
      errors));
}

void OptimizerOpMaker::AddMoments() {
  AddStep();
  AddState("Moment1", "The running mean of gradients");
  AddState("Moment2", "The running mean of their squares");
}

void OptimizerOpMaker::AddMomentAttrs() {
  AddDecay("beta1", 0.9, "How much of Moment1 stays.");
  AddDecay("beta2", 0.999, "How much of Moment2 stays.");
  AddEpsilon(1e-8);
}

void OptimizerOpMaker::AddPowers() {
  // Not AddScalar: the outputs are optional here.
  for (const char* beta : {"1", "2"}) {
    const std::string power = absl::StrCat("Beta", beta, "Pow");
    AddInput(power, absl::StrCat("beta", beta, "^t in step t: beta", beta,
                                 " at first; one number, [] or [1]."));
    AddOutput(absl::StrCat(power, "Out"),
              absl::StrCat(
                  power, " * beta", beta,
                  ", for the next step, like it; left out if parameters share "
                  "the powers and something else updates them."))
        .AsOptional();
    Add(&scalars_, power, absl::StrCat(power, "Out"));
  }
}

}  // namespace paddle::operators
