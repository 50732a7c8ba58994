#include "paddle/backward/append_backward.h"

#include <algorithm>
#include <memory>

#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"

#include "paddle/backward/block_gradient.h"
#include "paddle/backward/grad_accumulator.h"
#include "paddle/backward/grad_path.h"
#include "paddle/backward/recompute.h"
#include "paddle/backward/transaction.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/use_def.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/framework/registry/gradient.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/platform/enforce.h"

namespace paddle::backward {

using framework::NameList;
using framework::Program;
using framework::proto::OpDesc;
using framework::proto::VarDesc;
using layer::Variable;

namespace {

NameSet KnownNames(const Program& program, int block, const NameList& names) {
  // Looks up every name, so that a misspelled one is an error.
  for (const std::string& name : names) program.block(block).GetVar(name);
  return NameSet(names.begin(), names.end());
}

void CheckLoss(const Variable& loss, const NameSet& no_grad) {
  const layer::Dims dims = loss.dims();
  PADDLE_ENFORCE(dims.IsStatic() && dims.Numel() == 1, InvalidArgument,
                 "the loss must be one number, but it is ", loss.ToString(),
                 "; reduce it, for instance with mean");
  PADDLE_ENFORCE(CanHaveGradient(loss.desc()), InvalidArgument, "the loss ",
                 loss.ToString(), " is not a floating point number");
  PADDLE_ENFORCE(!loss.stop_gradient() && !no_grad.contains(loss.name()),
                 InvalidArgument, "the loss '", loss.name(),
                 "' stops gradients");
}

// Returns the trainable parameters, or the listed variables, that may get a
// gradient.
NameList Parameters(const Program& program, int block,
                    const NameList& parameter_list, const NameSet& no_grad) {
  NameList names;
  NameSet listed;  // so that a parameter listed twice is updated once
  // Listed variables need not be parameters, so only their type counts.
  for (const std::string& name : parameter_list) {
    if (!listed.insert(name).second) continue;
    PADDLE_ENFORCE(CanHaveGradient(program.block(block).GetVar(name)),
                   InvalidArgument, "parameter '", name,
                   "' cannot have a gradient: it does not hold floating point "
                   "numbers");
    if (!no_grad.contains(name)) names.push_back(name);
  }
  if (!parameter_list.empty()) return names;
  for (const VarDesc& var : program.global_block().desc().vars()) {
    if (var.is_parameter() && var.trainable() && !var.stop_gradient() &&
        CanHaveGradient(var) && !no_grad.contains(var.name())) {
      names.push_back(var.name());
    }
  }
  return names;
}

// Returns the operators that write the checkpoints, ascending; nothing if cuts
// are to be chosen.
absl::optional<std::vector<int>> CutsBehind(const NameList& checkpoints,
                                            const Program& program,
                                            const Variable& loss,
                                            const GradPath& path) {
  if (checkpoints.empty()) return absl::nullopt;
  const framework::SymbolTable& table = program.block(loss.block());
  const framework::UseDef uses(table.desc());
  std::vector<int> cuts;
  for (const std::string& name : checkpoints) {
    table.GetVar(name);
    const int writer = uses.uses(name).last_writer();
    const std::string site =
        writer < 0 ? "" : WrittenAt(table.desc().ops(writer));
    PADDLE_ENFORCE(
        writer >= 0 && path.Carries(name) && name != loss.name(),
        InvalidArgument, "checkpoint '", name,
        "' of recompute is not between the parameters and the loss '",
        loss.name(), "'", site);
    cuts.push_back(writer);
  }
  std::sort(cuts.begin(), cuts.end());
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  return cuts;
}

// Fills a new variable `name` with ones in the shape of `target`.
void AppendOnes(const Variable& target, const std::string& name) {
  PADDLE_ENFORCE(target.kind() != framework::proto::TENSOR_ARRAY,
                 InvalidArgument, "'", target.name(),
                 "' is a tensor array: differentiate what array_to_tensor "
                 "makes of it");
  Program* program = target.program().get();
  const int block = target.block();
  const OpDesc* writer = program->block(block).WriterOf(target.name());
  const layer::Dims dims = target.dims();
  if (dims.IsStatic()) {
    // With known sizes a constant needs no input, which frees the target's
    // memory earlier.
    const std::string dtype = framework::DataTypeName(target.dtype());
    AppendBackwardOp(
        program, block,
        framework::MakeOp(
            "fill_constant", {}, {{"Out", {name}}},
            {{"shape", dims.ToVector()}, {"dtype", dtype}, {"value", 1.0}}),
        writer);
    return;
  }
  // Otherwise the shape is known only to the run: zeros like the target, plus
  // one.
  const std::string zeros = program->UniqueName(name);
  AppendBackwardOp(
      program, block,
      framework::MakeOp("fill_zeros_like", {{"X", {target.name()}}},
                        {{"Out", {zeros}}}),
      writer);
  AppendBackwardOp(program, block,
                   framework::MakeOp("scale", {{"X", {zeros}}},
                                     {{"Out", {name}}}, {{"bias", 1.0}}),
                   writer);
}

// True if two descriptions agree except for numbers of rows that only a run
// reveals: every variable of sequences that is fed has its own.
bool MayBeAlike(const Variable& a, const Variable& b) {
  const bool dense = a.kind() == framework::proto::DENSE_TENSOR;
  return a.kind() == b.kind() && a.dtype() == b.dtype() &&
         (dense ? framework::MayBeEqual(a.dims(), b.dims())
                : a.dims() == b.dims());
}

void CheckTargetGradient(const Variable& target, const Variable& given) {
  PADDLE_ENFORCE(given.program() == target.program(), InvalidArgument,
                 "target gradient '", given.name(),
                 "' belongs to another program");
  PADDLE_ENFORCE(MayBeAlike(given, target), InvalidArgument, "target gradient ",
                 given.ToString(),
                 " differs in shape or data type from its target ",
                 target.ToString());
}

// Returns the given gradient. If its shape may turn out wrong, adds it to zeros
// of the target's shape, so that the run checks it.
std::string CheckedGradient(const Variable& target, const Variable& given) {
  CheckTargetGradient(target, given);
  // Symbols that are equal need no check.
  if (given.dims() == target.dims()) return given.name();
  Program* program = target.program().get();
  const int block = target.block();
  const std::string zeros = program->UniqueName(given.name());
  AppendBackwardOp(
      program, block,
      framework::MakeOp("fill_zeros_like", {{"X", {target.name()}}},
                        {{"Out", {zeros}}}),
      nullptr);
  const std::string checked = program->UniqueName(given.name());
  AppendBackwardOp(program, block,
                   framework::MakeOp("sum", {{"X", {zeros, given.name()}}},
                                     {{"Out", {checked}}}),
                   nullptr);
  return checked;
}

// Seeds the gradient of `target` with `given`, or with ones.
void SeedTarget(const Variable& target, const Variable& given,
                BlockGradient* gradient) {
  std::string name;
  if (given.is_valid()) {
    name = CheckedGradient(target, given);
  } else {
    name = gradient->NewName(target.name());
    AppendOnes(target, name);
  }
  gradient->Seed(target.name(), name);
}

NameList NamesOf(const std::vector<Variable>& variables,
                 const std::shared_ptr<Program>& program) {
  NameList names;
  for (const Variable& variable : variables) {
    PADDLE_ENFORCE(variable.program() == program, InvalidArgument, "'",
                   variable.name(), "' belongs to another program");
    PADDLE_ENFORCE(CanHaveGradient(variable.desc()), InvalidArgument,
                   "there is no gradient with ", variable.ToString(),
                   ", which does not hold floating point numbers");
    names.push_back(variable.name());
  }
  return names;
}

}  // namespace

ParamsAndGrads AppendBackward(const Variable& loss,
                              const BackwardOptions& options) {
  const std::shared_ptr<Program> program = loss.program();
  const int block = loss.block();
  const NameSet no_grad = KnownNames(*program, block, options.no_grad_set);
  CheckLoss(loss, no_grad);
  // The path decides which operators are differentiated at all.
  const NameList sources =
      Parameters(*program, block, options.parameter_list, no_grad);
  PADDLE_ENFORCE(!sources.empty(), InvalidArgument, "the loss '", loss.name(),
                 "' has no trainable parameter to be differentiated for");
  const GradPath path(*program, block, sources, {loss.name()}, no_grad);
  PADDLE_ENFORCE(path.Carries(loss.name()), InvalidArgument,
                 "no parameter gets a gradient from the loss '", loss.name(),
                 "': ", path.ExplainNoGradient());
  const auto cuts = CutsBehind(options.checkpoints, *program, loss, path);
  const BackwardPart part = {block, path.num_ops(), program->num_blocks()};
  // From here on the program changes; the transaction restores it on any error.
  Transaction transaction(program);
  BlockGradient gradient(program.get(), block, block, path, no_grad,
                         {loss.name()});
  SeedTarget(loss, Variable(), &gradient);
  gradient.Run();
  ParamsAndGrads result;
  for (const std::string& name : sources) {
    const std::string grad = gradient.Get(name);
    // A parameter that does not influence the loss has no gradient.
    if (grad.empty()) continue;
    result.push_back({layer::FindVariable(program, block, name),
                      Variable(program, block, grad)});
  }
  if (options.recompute) Recompute(program.get(), part, cuts);
  transaction.Commit();
  return result;
}

std::vector<Variable> Gradients(const std::vector<Variable>& targets,
                                const std::vector<Variable>& inputs,
                                const std::vector<Variable>& target_gradients,
                                const std::vector<std::string>& no_grad_set) {
  PADDLE_ENFORCE(!targets.empty(), InvalidArgument,
                 "gradients of no target at all");
  PADDLE_ENFORCE(
      target_gradients.empty() || target_gradients.size() == targets.size(),
      InvalidArgument, target_gradients.size(), " target gradients for ",
      targets.size(), " targets");
  const std::shared_ptr<Program> program = targets[0].program();
  const int block = targets[0].block();
  const NameSet no_grad = KnownNames(*program, block, no_grad_set);
  const NameList wanted = NamesOf(inputs, program);
  const NameList target_names = NamesOf(targets, program);
  const GradPath path(*program, block, wanted, target_names, no_grad);
  Transaction transaction(program);
  BlockGradient gradient(program.get(), block, block, path, no_grad,
                         target_names);
  for (size_t i = 0; i < targets.size(); ++i) {
    // A target that no input influences contributes nothing.
    if (!path.Carries(targets[i].name())) continue;
    SeedTarget(targets[i],
               target_gradients.empty() ? Variable() : target_gradients[i],
               &gradient);
  }
  gradient.Run();
  std::vector<Variable> result;
  for (const std::string& name : wanted) {
    const std::string grad = gradient.Get(name);
    result.push_back(grad.empty() ? Variable()
                                  : layer::FindVariable(program, block, grad));
  }
  transaction.Commit();
  return result;
}

}  // namespace paddle::backward
