#include "paddle/backward/block_gradient.h"

#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_map.h"

#include "paddle/backward/row_sums.h"
#include "paddle/backward/tangent_block.h"
#include "paddle/framework/ir/captures.h"
#include "paddle/framework/registry/composite_gradient.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/platform/enforce.h"

namespace paddle::backward {

using framework::NameList;
using framework::OpInfoMap;
using framework::proto::OpDesc;

// The view that one gradient maker has of the backward program.
class BlockGradient::Context : public framework::CompositeContext {
 public:
  // `forward` is operator `index` of the forward block.
  Context(BlockGradient* block, const OpDesc& forward, int index)
      : block_(block), forward_(forward), index_(index) {}

  NameList OutputGrads(absl::string_view slot) override {
    NameList grads = framework::Outputs(forward_, slot);
    for (std::string& name : grads) name = block_->Get(name);
    return grads;
  }

  NameList OutputGradsOrZeros(absl::string_view slot) override {
    NameList grads = framework::Outputs(forward_, slot);
    for (std::string& name : grads) {
      if (!name.empty()) name = block_->GetOrZeros(name, &forward_);
    }
    return grads;
  }

  NameList InputGrads(absl::string_view slot) override {
    // Asking twice must not count twice, so the names are kept.
    auto [entry, inserted] = input_grads_.try_emplace(std::string(slot));
    if (inserted) entry->second = NewInputGrads(slot);
    return entry->second;
  }

  framework::GradBlock DifferentiateBlock(int block) override {
    return block_->DifferentiateSubBlock(block);
  }

  std::string NewName(const std::string& prefix) override {
    return block_->program_->UniqueName(prefix);
  }

  std::vector<int64_t> ShapeOf(const std::string& name) override {
    const auto& dims = Current().GetVar(name).dims();
    return {dims.begin(), dims.end()};
  }

  framework::proto::VarDesc Describe(const std::string& name) override {
    return Current().GetVar(name);
  }

  // Each call gives a new symbol; equal symbols would claim equal sizes.
  int64_t NewSize() override { return Current().sizes().Fresh(); }

  void SetConstant(const std::string& name) override {
    constants_.insert(name);
  }

  void AppendFirst(std::vector<OpDesc> ops) override {
    const int first = block_->AppendInstead(std::move(ops), forward_, index_);
    if (first_ < 0) first_ = first;
  }

  framework::WrittenBlock AddBlock(
      const std::vector<framework::proto::VarDesc>& arguments,
      std::vector<OpDesc> ops, const NameList& results) override {
    framework::Program* program = block_->program_;
    const int index = program->AddBlock(block_->grad_block_);
    framework::SymbolTable& table = program->block(index);
    for (const auto& argument : arguments) {
      *table.Var(argument.name()) = argument;
      table.mutable_desc()->add_arguments(argument.name());
    }
    for (OpDesc& op : ops) {
      AppendBackwardOp(program, index, std::move(op), &forward_);
    }
    for (const std::string& result : results) {
      table.mutable_desc()->add_results(result);
      // Gradients of this block must stop at constants, too.
    }
    StopAtConstants(&table);
    return {index, framework::FindCaptures(program->desc())[index].reads};
  }

  void DifferentiateThrough(std::vector<OpDesc> ops, const NameList& targets,
                            const NameList& target_grads) override {
    AppendFirst(std::move(ops));
    AddGradientsSince(first_, targets, target_grads);
  }

  void DifferentiateTwice(std::vector<OpDesc> ops, const NameList& outputs,
                          const NameList& output_grads, const NameList& inputs,
                          const NameList& input_grads) override {
    AppendFirst(std::move(ops));
    const NameList found = block_->GradientsSince(first_, outputs, output_grads,
                                                  inputs, constants_);
    NameList targets, target_grads;
    for (size_t i = 0; i < found.size(); ++i) {
      // Only where a gradient exists and something flows into it is there
      // anything to add.
      if (found[i].empty() || input_grads[i].empty()) continue;
      targets.push_back(found[i]);
      target_grads.push_back(input_grads[i]);
    }
    AddGradientsSince(first_, targets, target_grads);
  }

  void AddInputGrad(const std::string& slot, int i,
                    const std::string& grad) override {
    const std::string name = framework::Inputs(forward_, slot)[i];
    // Inputs off the path need no gradient.
    if (block_->path_.Carries(name)) block_->sums_.Add(name, grad);
  }

  int DeferSums(framework::GradBlock* grad) override {
    return DeferRowSums(block_->program_, block_->grad_block_, grad);
  }

  framework::TangentBlock AddTangents(
      int block, const std::vector<bool>& arguments,
      const std::vector<std::pair<std::string, std::string>>& captures)
      override {
    return AddTangentBlock(block_->program_, block, block_->grad_block_,
                           arguments, captures);
  }

  NameList SetBlockEnds(int block, const NameList& arguments,
                        const NameList& results) override {
    return SetTangentBlockEnds(block_->program_, block, arguments, results);
  }

  int ForwardBlock(int block) override {
    return block_->program_->block(block).desc().forward_block();
  }

  // Counts those of the names handed out that an operator has written: makers
  // need not use all of them.
  void AddContributions(const NameList& written) {
    for (const auto& [var, grad] : handed_out_) {
      if (std::find(written.begin(), written.end(), grad) != written.end()) {
        block_->sums_.Add(var, grad);
      }
    }
  }

 private:
  framework::SymbolTable& Current() const {
    return block_->program_->block(block_->grad_block_);
  }

  // Marks the constants in a copy of a block, which knows nothing of this
  // context.
  void StopAtConstants(framework::SymbolTable* table) const {
    for (const std::string& name : constants_) {
      auto* var = table->FindVar(name, /*recursive=*/false);
      if (var != nullptr) var->set_stop_gradient(true);
    }
  }

  // Adds these gradients to those of the operator's inputs.
  void AddGradientsSince(int first, const NameList& targets,
                         const NameList& target_grads) {
    NameList sources;
    for (const std::string& name : framework::InputNames(forward_)) {
      // An input may occur in several slots, but has one gradient.
      const bool known =
          std::find(sources.begin(), sources.end(), name) != sources.end();
      if (block_->path_.Carries(name) && !known) sources.push_back(name);
    }
    const NameList grads = block_->GradientsSince(first, targets, target_grads,
                                                  sources, constants_);
    for (size_t i = 0; i < sources.size(); ++i) {
      if (!grads[i].empty()) block_->sums_.Add(sources[i], grads[i]);
    }
  }

  NameList NewInputGrads(absl::string_view slot) {
    const bool differentiable = block_->path_.TakesGradient(forward_, slot);
    NameList names = framework::Inputs(forward_, slot);
    for (std::string& name : names) {
      // An empty name tells the maker that the gradient is not wanted.
      if (!differentiable || !block_->path_.Carries(name)) {
        name.clear();
        continue;
      }
      handed_out_.emplace_back(name, block_->NewName(name));
      name = handed_out_.back().second;
    }
    return names;
  }

  BlockGradient* block_;
  const OpDesc& forward_;
  const int index_;
  int first_ = -1;  // among the operators that replace it
  NameSet constants_;
  absl::flat_hash_map<std::string, NameList> input_grads_;
  std::vector<std::pair<std::string, std::string>> handed_out_;
};

BlockGradient::BlockGradient(framework::Program* program, int forward_block,
                             int grad_block, const GradPath& path,
                             const NameSet& no_grad, NameList targets)
    : program_(program),
      forward_block_(forward_block),
      grad_block_(grad_block),
      path_(path),
      no_grad_(no_grad),
      sums_(program, grad_block),
      targets_(std::move(targets)) {}

void BlockGradient::Seed(const std::string& var, const std::string& gradient) {
  sums_.Add(var, gradient);
}

std::string BlockGradient::NewName(const std::string& var) {
  const auto seeds = std::count(targets_.begin(), targets_.end(), var);
  // With a single contribution the name of the gradient itself is used, and no
  // sum is needed.
  return sums_.NewName(var, /*only=*/seeds + path_.NumUses(var) == 1);
}

std::string BlockGradient::GetOrZeros(const std::string& var,
                                      const OpDesc* forward) {
  if (Get(var).empty()) {
    const std::string zeros = sums_.NewName(var, /*only=*/true);
    AppendBackwardOp(program_, grad_block_,
                     framework::MakeOp("fill_zeros_like", {{"X", {var}}},
                                       {{"Out", {zeros}}}),
                     forward);
    sums_.Add(var, zeros);
  }
  return Get(var);
}

void BlockGradient::Run() {
  // A target that no operator reads gets only its seed.
  for (const std::string& target : targets_) {
    if (path_.FirstReader(target) == -1) sums_.Finish(target, nullptr);
  }
  // In reverse order, all readers of a variable come before its writer.
  for (int i = path_.num_ops() - 1; i >= 0; --i) {
    if (path_.OnPath(i)) Differentiate(i);
  }
}

void BlockGradient::Differentiate(int index) {
  // Copied, because appending to the same block may move the message.
  const OpDesc forward = program_->block(forward_block_).desc().ops(index);
  const NameList outputs = framework::OutputNames(forward);
  // An operator whose outputs have no gradient contributes nothing.
  const bool flows = std::any_of(
      outputs.begin(), outputs.end(),
      [this](const std::string& name) { return !Get(name).empty(); });
  if (flows) {
    Context context(this, forward, index);
    NameList written;
    const auto& info = OpInfoMap::Instance().Get(forward.type());
    PADDLE_ENFORCE(info.grad_maker != nullptr, Unimplemented, "operator ",
                   forward.type(),
                   ", a gradient itself, has no gradient; "
                   "unless one through '",
                   outputs[0], "' is wanted, mark that variable stop_gradient",
                   WrittenAt(forward));
    for (OpDesc& grad : info.grad_maker(forward, &context)) {
      CheckReads(grad, forward, index);
      const NameList names = framework::OutputNames(grad);
      written.insert(written.end(), names.begin(), names.end());
      AppendBackwardOp(program_, grad_block_, std::move(grad), &forward);
    }
    context.AddContributions(written);
  }
  // This operator was the last to contribute to these inputs.
  for (const std::string& var : framework::InputNames(forward)) {
    if (path_.FirstReader(var) == index) sums_.Finish(var, &forward);
  }
}

void BlockGradient::CheckReads(const OpDesc& grad, const OpDesc& forward,
                               int index) const {
  const auto& proto = OpInfoMap::Instance().Get(grad.type()).proto;
  for (const auto& slot : grad.inputs()) {
    const auto* declared = proto.FindInput(slot.name());
    if (declared == nullptr || declared->shape_only) continue;
    for (const std::string& name : slot.arguments()) {
      // The gradient would read the new value.
      const int update = path_.LastUpdate(name);
      PADDLE_ENFORCE(
          update <= index, Unimplemented, "the gradient of operator ",
          forward.type(), " reads '", name, "', which operator ",
          program_->block(forward_block_).desc().ops(update).type(),
          " has updated in place since: append backward passes before updates",
          WrittenAt(forward));
    }
  }
}

int BlockGradient::AppendInstead(std::vector<OpDesc> ops, const OpDesc& forward,
                                 int index) {
  const int first = program_->block(grad_block_).desc().ops_size();
  for (OpDesc& op : ops) {
    CheckReads(op, forward, index);
    AppendBackwardOp(program_, grad_block_, std::move(op), &forward);
  }
  return first;
}

NameList BlockGradient::GradientsSince(int first, const NameList& targets,
                                       const NameList& target_grads,
                                       const NameList& sources,
                                       const NameSet& constants) {
  NameList seeded;
  for (size_t i = 0; i < targets.size(); ++i) {
    if (!target_grads[i].empty()) seeded.push_back(targets[i]);
  }
  // Only the operators appended since `first` are differentiated.
  const GradPath path(*program_, grad_block_, sources, seeded, constants,
                      first);
  BlockGradient gradient(program_, grad_block_, grad_block_, path, constants,
                         seeded);
  for (size_t i = 0; i < targets.size(); ++i) {
    const bool flows = !target_grads[i].empty() && path.Carries(targets[i]);
    if (flows) gradient.Seed(targets[i], target_grads[i]);
  }
  gradient.Run();
  NameList sums;
  for (const std::string& name : sources) sums.push_back(gradient.Get(name));
  return sums;
}

framework::GradBlock BlockGradient::DifferentiateSubBlock(int block) {
  // Captures are those of the block and of blocks inside it.
  const std::vector<framework::Captures> all =
      framework::FindCaptures(program_->desc());
  framework::GradBlock grad;
  for (const std::string& name : all[block].reads) {
    if (path_.Carries(name)) grad.captures.push_back(name);
  }
  grad.index = backward::DifferentiateBlock(program_, block, grad_block_,
                                            grad.captures, no_grad_);
  // The gradient block may read forward values that the block itself captures.
  grad.reads = framework::FindCaptures(program_->desc())[grad.index].reads;
  return grad;
}

namespace {

bool CanHaveGradient(const framework::SymbolTable& table,
                     const std::string& name) {
  return backward::CanHaveGradient(table.GetVar(name));
}

// Adds an argument to the gradient block for the gradient of a result.
std::string AddGradArgument(framework::Program* program, int grad_block,
                            framework::proto::VarDesc result) {
  // The name is new, as an outer block may have the gradient's name already.
  const std::string name = NewGradName(program, grad_block, result.name());
  result.set_name(name);
  result.set_persistable(false);
  framework::SymbolTable& table = program->block(grad_block);
  *table.Var(name) = std::move(result);
  table.mutable_desc()->add_arguments(name);
  return name;
}

}  // namespace

int DifferentiateBlock(framework::Program* program, int block, int parent,
                       const NameList& wanted_captures,
                       const NameSet& no_grad) {
  const framework::SymbolTable& table = program->block(block);
  NameList wanted(table.desc().arguments().begin(),
                  table.desc().arguments().end());
  wanted.insert(wanted.end(), wanted_captures.begin(), wanted_captures.end());
  NameList sources, targets;
  // Results must be in the order that GradBlock describes.
  for (const std::string& name : wanted) {
    const bool stops = no_grad.contains(name);
    if (!stops && CanHaveGradient(table, name)) sources.push_back(name);
  }
  for (const std::string& name : table.desc().results()) {
    if (CanHaveGradient(table, name)) targets.push_back(name);
  }
  const GradPath path(*program, block, sources, targets, no_grad);
  const int grad_block = program->AddBlock(parent, block);
  BlockGradient gradient(program, block, grad_block, path, no_grad, targets);
  for (const std::string& name : targets) {
    const std::string seed =
        AddGradArgument(program, grad_block, table.GetVar(name));
    // A result that no source influences needs no seed.
    if (path.Carries(name)) gradient.Seed(name, seed);
  }
  gradient.Run();
  for (const std::string& name : wanted) {
    if (!CanHaveGradient(table, name)) continue;
    // Zeros where nothing flows: the operator that owns the block reads every
    // result.
    const std::string grad = gradient.GetOrZeros(name);
    program->block(grad_block).mutable_desc()->add_results(grad);
  }
  return grad_block;
}

}  // namespace paddle::backward
