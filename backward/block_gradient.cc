#include "paddle/backward/block_gradient.h"

#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_map.h"

#include "paddle/framework/ir/use_def.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/platform/enforce.h"

namespace paddle::backward {

using framework::NameList;
using framework::OpInfoMap;
using framework::proto::OpDesc;

// What one gradient maker sees.
class BlockGradient::Context : public framework::GradContext {
 public:
  Context(BlockGradient* block, const OpDesc& forward)
      : block_(block), forward_(forward) {}

  NameList OutputGrads(absl::string_view slot) override {
    NameList grads = framework::Outputs(forward_, slot);
    for (std::string& name : grads) name = block_->Get(name);
    return grads;
  }

  NameList OutputGradsOrZeros(absl::string_view slot) override {
    NameList grads = OutputGrads(slot);
    const NameList outputs = framework::Outputs(forward_, slot);
    for (size_t i = 0; i < grads.size(); ++i) {
      if (grads[i].empty() && !outputs[i].empty()) grads[i] = Zeros(outputs[i]);
    }
    return grads;
  }

  NameList InputGrads(absl::string_view slot) override {
    auto [entry, inserted] = input_grads_.try_emplace(std::string(slot));
    if (inserted) entry->second = NewInputGrads(slot);
    return entry->second;
  }

  int DifferentiateBlock(int block) override {
    return block_->DifferentiateSubBlock(block);
  }

  // Of the names handed out, those that an operator has written count.
  void AddContributions(const NameList& written) {
    for (const auto& [var, grad] : handed_out_) {
      if (std::find(written.begin(), written.end(), grad) != written.end()) {
        block_->sums_.Add(var, grad);
      }
    }
  }

 private:
  NameList NewInputGrads(absl::string_view slot) {
    const auto& proto = OpInfoMap::Instance().Get(forward_.type()).proto;
    const auto* declared = proto.FindInput(slot);
    const bool differentiable = declared != nullptr && !declared->no_gradient;
    NameList names = framework::Inputs(forward_, slot);
    for (std::string& name : names) {
      if (!differentiable || !block_->path_.Carries(name)) {
        name.clear();
        continue;
      }
      handed_out_.emplace_back(name, block_->NewName(name));
      name = handed_out_.back().second;
    }
    return names;
  }

  std::string Zeros(const std::string& output) {
    const std::string zeros = block_->sums_.NewName(output, /*only=*/true);
    AppendBackwardOp(block_->program_, block_->grad_block_,
                     framework::MakeOp("fill_zeros_like", {{"X", {output}}},
                                       {{"Out", {zeros}}}),
                     &forward_);
    block_->sums_.Add(output, zeros);
    return zeros;
  }

  BlockGradient* block_;
  const OpDesc& forward_;
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
  return sums_.NewName(var, /*only=*/seeds + path_.NumUses(var) == 1);
}

void BlockGradient::Run() {
  for (const std::string& target : targets_) {
    if (path_.FirstReader(target) == -1) sums_.Finish(target, nullptr);
  }
  for (int i = path_.num_ops() - 1; i >= 0; --i) {
    if (path_.OnPath(i)) Differentiate(i);
  }
}

void BlockGradient::Differentiate(int index) {
  // A copy: the gradient may be appended to the same block.
  const OpDesc forward = program_->block(forward_block_).desc().ops(index);
  const NameList outputs = framework::OutputNames(forward);
  const bool flows = std::any_of(
      outputs.begin(), outputs.end(),
      [this](const std::string& name) { return !Get(name).empty(); });
  if (flows) {
    Context context(this, forward);
    NameList written;
    const auto& info = OpInfoMap::Instance().Get(forward.type());
    for (OpDesc& grad : info.grad_maker(forward, &context)) {
      CheckReads(grad, forward, index);
      const NameList names = framework::OutputNames(grad);
      written.insert(written.end(), names.begin(), names.end());
      AppendBackwardOp(program_, grad_block_, std::move(grad), &forward);
    }
    context.AddContributions(written);
  }
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
      const int update = path_.LastUpdate(name);
      PADDLE_ENFORCE(
          update <= index, Unimplemented, "the gradient of operator ",
          forward.type(), " reads '", name, "', which operator ",
          program_->block(forward_block_).desc().ops(update).type(),
          " has updated in place since: append backward passes before updates");
    }
  }
}

int BlockGradient::DifferentiateSubBlock(int block) {
  NameList captures;
  for (const auto& name :
       framework::FindCaptures(program_->desc())[block].reads) {
    if (path_.Carries(name)) captures.push_back(name);
  }
  return DifferentiateBlock(program_, block, grad_block_, captures, no_grad_);
}

namespace {

// The variables that stand for the gradients of the block's results.
NameList AddGradArguments(framework::Program* program, int block,
                          const NameList& results, int grad_block) {
  NameList arguments;
  framework::SymbolTable& table = program->block(grad_block);
  for (const std::string& result : results) {
    framework::proto::VarDesc var = program->block(block).GetVar(result);
    std::string name;
    if (CanHaveGradient(var)) {
      name = program->UniqueName(framework::GradName(result));
      var.set_name(name);
      var.set_persistable(false);
      *table.Var(name) = var;
    }
    arguments.push_back(name);
    table.mutable_desc()->add_arguments(name);
  }
  return arguments;
}

}  // namespace

int DifferentiateBlock(framework::Program* program, int block, int parent,
                       const NameList& wanted_captures,
                       const NameSet& no_grad) {
  const auto& forward = program->block(block).desc();
  const NameList results(forward.results().begin(), forward.results().end());
  NameList wanted(forward.arguments().begin(), forward.arguments().end());
  wanted.insert(wanted.end(), wanted_captures.begin(), wanted_captures.end());
  NameList sources, targets;
  for (const std::string& name : wanted) {
    const auto& var = program->block(block).GetVar(name);
    if (CanHaveGradient(var) && !no_grad.contains(name)) {
      sources.push_back(name);
    }
  }
  for (const std::string& name : results) {
    if (CanHaveGradient(program->block(block).GetVar(name))) {
      targets.push_back(name);
    }
  }
  const GradPath path(*program, block, sources, targets, no_grad);
  const int grad_block = program->AddBlock(parent, block);
  const NameList seeds = AddGradArguments(program, block, results, grad_block);
  BlockGradient gradient(program, block, grad_block, path, no_grad, targets);
  for (size_t i = 0; i < results.size(); ++i) {
    if (path.Carries(results[i])) gradient.Seed(results[i], seeds[i]);
  }
  gradient.Run();
  for (const std::string& name : wanted) {
    program->block(grad_block).mutable_desc()->add_results(gradient.Get(name));
  }
  return grad_block;
}

}  // namespace paddle::backward
