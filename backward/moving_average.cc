#include "paddle/backward/moving_average.h"

#include <utility>

#include "absl/strings/str_cat.h"

#include "paddle/backward/transaction.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/layers/basic.h"
#include "paddle/framework/layers/logical.h"
#include "paddle/framework/layers/op.h"
#include "paddle/framework/layers/operators.h"
#include "paddle/framework/layers/parameter.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/framework/layers/promotion.h"
#include "paddle/platform/enforce.h"

namespace paddle::backward {

using layer::DataType;
using layer::Program;
using layer::Variable;

namespace {

std::vector<Variable> TrainableParameters(
    const std::shared_ptr<Program>& program) {
  std::vector<Variable> parameters;
  for (const auto& var : program->global_block().desc().vars()) {
    if (var.is_parameter() && var.trainable()) {
      parameters.emplace_back(program, 0, var.name());
    }
  }
  PADDLE_ENFORCE(!parameters.empty(), InvalidArgument,
                 "the program has no trainable parameter to average");
  return parameters;
}

// Returns a persistable variable of the global block that corresponds to one of
// another program.
Variable Persistable(const std::shared_ptr<Program>& program,
                     const std::string& name, const Variable& like) {
  // Programs share values by name through the scope, so the variable only needs
  // the same name.
  framework::proto::VarDesc* var = program->global_block().Var(name);
  var->set_dtype(like.desc().dtype());
  *var->mutable_dims() = like.desc().dims();
  var->set_persistable(true);
  return Variable(program, 0, name);
}

layer::OpOptions To(const Variable& out) {
  layer::OpOptions options;
  options.outputs = {{"Out", out}};
  return options;
}

void Assign(const Variable& from, const Variable& to) {
  layer::Op("assign", {{"X", from}}, {}, To(to));
}

}  // namespace

ExponentialMovingAverage::ExponentialMovingAverage(double decay, Variable steps)
    : decay_(decay), steps_(std::move(steps)) {
  PADDLE_ENFORCE(decay >= 0 && decay < 1, InvalidArgument,
                 "the decay of a moving average is at least 0 and below 1, "
                 "not ",
                 decay);
}

// Computes the weight of a parameter's value in this step.
Variable ExponentialMovingAverage::Weight() {
  total_ = layer::global_variable(
      {}, DataType::kFloat64, 0,
      layer::DefaultMainProgram()->UniqueName("averaged"));
  // float64, as 1 - decay^t would lose its digits in float32 for a decay close
  // to 1.
  Variable rest = layer::fill_constant({}, DataType::kFloat64, 1 - decay_);
  if (steps_.is_valid()) {
    // Computes 1 - (1 + steps) / (10 + steps); steps may be [] or [1].
    const Variable steps =
        layer::reduce_sum(layer::cast(steps_, DataType::kFloat64));
    const Variable quick = 9.0 / (steps + 10.0);
    rest = layer::Op("elementwise_max", {{"X", rest}, {"Y", quick}});
  }
  // total = 1 - the product of the decays so far, which removes the bias of the
  // start.
  const Variable kept = total_ * (1.0 - rest);
  const Variable total = kept + rest;
  Assign(total, total_);
  return rest / total;
}

void ExponentialMovingAverage::Update() {
  PADDLE_ENFORCE(averaged_.empty(), FailedPrecondition,
                 "a moving average belongs to one program");
  const auto main = layer::DefaultMainProgram();
  const std::vector<Variable> parameters = TrainableParameters(main);
  const layer::RoleGuard role(framework::proto::OPTIMIZE);
  const layer::BlockGuard block(main, 0);
  // Two programs are written; both are restored if one fails.
  Transaction main_transaction(main);
  Transaction startup_transaction(layer::DefaultStartupProgram());
  const Variable weight = Weight();
  std::vector<Averaged> averaged;
  for (const Variable& param : parameters) {
    const std::string prefix = absl::StrCat(param.name(), "_average");
    const Variable average = layer::global_variable(
        param.dims().ToVector(), param.dtype(), 0, main->UniqueName(prefix));
    layer::AppendOp("moving_average",
                    {{"X", param},
                     {"Average", average},
                     {"Weight", layer::CastTo(weight, param.dtype())}});
    averaged.push_back(
        {param, average, absl::StrCat(average.name(), "_backup")});
  }
  main_transaction.Commit();
  startup_transaction.Commit();
  averaged_ = std::move(averaged);
  WriteApply();
  WriteRestore();
}

void ExponentialMovingAverage::WriteApply() {
  apply_ = layer::NewProgram();
  const layer::ProgramGuard guard(apply_);
  const layer::RoleGuard role(framework::proto::FORWARD);
  const Variable total = Persistable(apply_, total_.name(), total_);
  // Before the first update there is no average, and parameters keep their
  // values.
  const Variable any = layer::greater_than(total, 0.0);
  for (const Averaged& each : averaged_) {
    const Variable param = Persistable(apply_, each.param.name(), each.param);
    const Variable average =
        Persistable(apply_, each.average.name(), each.average);
    const Variable backup = Persistable(apply_, each.backup, each.param);
    // The backup comes first: the next operator overwrites the parameter.
    Assign(param, backup);
    layer::Op("where", {{"Condition", any}, {"X", average}, {"Y", backup}}, {},
              To(param));
  }
}

void ExponentialMovingAverage::WriteRestore() {
  restore_ = layer::NewProgram();
  const layer::ProgramGuard guard(restore_);
  const layer::RoleGuard role(framework::proto::FORWARD);
  for (const Averaged& each : averaged_) {
    const Variable param = Persistable(restore_, each.param.name(), each.param);
    Assign(Persistable(restore_, each.backup, each.param), param);
  }
}

void ExponentialMovingAverage::CheckUpdated() const {
  PADDLE_ENFORCE(apply_ != nullptr, FailedPrecondition,
                 "update() comes before the averages can be applied");
}

const std::shared_ptr<Program>& ExponentialMovingAverage::apply_program()
    const {
  CheckUpdated();
  return apply_;
}

const std::shared_ptr<Program>& ExponentialMovingAverage::restore_program()
    const {
  CheckUpdated();
  return restore_;
}

}  // namespace paddle::backward
