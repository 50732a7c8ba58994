#include "paddle/framework/executor/block.h"

#include "absl/types/variant.h"

#include "paddle/framework/executor/block_compiler.h"
#include "paddle/framework/executor/default_value.h"
#include "paddle/framework/executor/random_seed.h"
#include "paddle/framework/executor/run_options.h"
#include "paddle/framework/executor/scoped_run.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/prepare.h"
#include "paddle/framework/ir/prune.h"
#include "paddle/framework/ir/use_def.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/scope/scope_locks.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

// Returns the root of a chain of scopes.
Scope* RootOf(Scope* scope) {
  while (scope->parent() != nullptr) scope = scope->parent().get();
  return scope;
}

// Returns a program whose global block is `desc`.
std::shared_ptr<const Program> ProgramOf(const proto::BlockDesc& desc) {
  proto::ProgramDesc program;
  program.add_symbols("N");
  *program.add_blocks() = desc;
  program.mutable_blocks(0)->set_index(0);
  // Alone, the block has neither parent nor forward block.
  program.mutable_blocks(0)->set_parent(-1);
  program.mutable_blocks(0)->set_forward_block(-1);
  return std::make_shared<Program>(OpInfoMap::Instance(), std::move(program));
}

// Gives data without a value its default one.
void SetDefault(const proto::VarDesc& var, Variable* variable) {
  if (!var.has_default_value()) return;
  LoDTensor* tensor = variable->GetMutable<LoDTensor>();
  if (!tensor->initialized()) *tensor = DefaultValueOf(var);
}

}  // namespace

Block::Block(std::shared_ptr<const Program> program, int index)
    : program_(std::move(program)), index_(index) {
  program_->block(index);  // throws for a bad index
}

Block::Block(const proto::BlockDesc& desc) : Block(ProgramOf(desc), 0) {}

Block::~Block() = default;

const proto::BlockDesc& Block::desc() const {
  return program_->block(index_).desc();
}

void Block::CreateVariables(Scope* scope) const {
  ScopeLocks locks =
      ScopeLocks::Chain(*scope, ScopeAccess::kWrite, ScopeAccess::kWrite);
  locks.Lock();
  for (const proto::VarDesc& var : desc().vars()) {
    if (!var.persistable()) {
      SetDefault(var, scope->Var(var.name()));
    } else if (scope->FindVar(var.name()) == nullptr) {
      RootOf(scope)->Var(var.name());
    }
  }
}

void Block::CreateOperators(platform::Place place) const { Frames(place); }

void Block::CheckDerived() const {
  const NameList derived = DerivedNames(*program_);
  if (derived.empty()) return;
  const UseDef uses(*program_, index_);
  for (const std::string& name : derived) {
    if (!uses.uses(name).live_in()) continue;
    const proto::OpDesc& op = desc().ops(uses.uses(name).first_reader());
    PADDLE_THROW(Unimplemented, "operator ", op.type(), " of block ", index_,
                 " reads the derived variable ", name,
                 ", which only runs of an Executor compute; use one, or the "
                 "program that this one was made of ",
                 CallSiteText(op));
  }
}

FramePool* Block::Frames(platform::Place place) const {
  // Held while compiling: a second thread would do the same work.
  std::lock_guard<std::mutex> lock(mutex_);
  std::unique_ptr<FramePool>& frames =
      frames_[{static_cast<int>(place.kind()), place.device()}];
  if (frames == nullptr) {
    CheckDerived();
    CompileOptions options;
    options.place = place;
    options.keep_all = true;
    frames = std::make_unique<FramePool>(
        BlockCompiler(program_, index_, options).Compile());
  }
  return frames.get();
}

void Block::InferShape(Scope* scope) const {
  CreateVariables(scope);
  ScopedRun(Frames(platform::CPUPlace()), scope).InferShape();
}

void Block::Run(Scope* scope, platform::Place place) const {
  CreateVariables(scope);
  RunOptions options;
  options.seed = SeedOf(*program_);
  RunOnScope(Frames(place), scope, options);
}

void Block::RunPruned(const std::vector<std::string>& targets, Scope* scope,
                      platform::Place place) const {
  int pruned_index = 0;
  auto pruned =
      Prune(*program_, index_, {}, targets, KeepSet::kTargets, &pruned_index);
  Block(pruned, pruned_index).Run(scope, place);
}

std::vector<LoDTensor> Block::Eval(
    const std::vector<std::string>& targets, Scope* scope,
    const platform::DeviceContext& context) const {
  RunPruned(targets, scope, context.place());
  // The run has released its locks; another one may have written meanwhile,
  // hence "latest" values.
  ScopeLocks locks =
      ScopeLocks::Chain(*scope, ScopeAccess::kRead, ScopeAccess::kRead);
  locks.Lock();
  std::vector<LoDTensor> values;
  for (const std::string& target : targets) {
    if (program_->block(index_).FindVar(target) == nullptr) continue;
    const auto& value = scope->FindVar(target)->Get<LoDTensor>();
    values.emplace_back(Copy(value, value.place()), value.lod());
  }
  return values;
}

void Block::EvalOperators(const std::vector<std::string>& operators,
                          Scope* scope,
                          const platform::DeviceContext& context) const {
  RunPruned(operators, scope, context.place());
}

}  // namespace paddle::framework
