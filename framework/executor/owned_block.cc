#include "paddle/framework/executor/owned_block.h"

#include <algorithm>
#include <exception>
#include <string>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "absl/strings/match.h"

#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

// Gradients may be left out; kernels take everything else for given.
void CheckGiven(const OpArguments& arguments) {
  const proto::OpDesc& op = arguments.desc();
  for (const auto* slots : {&op.inputs(), &op.outputs()}) {
    for (const proto::Slot& slot : *slots) {
      if (absl::EndsWith(slot.name(), "@GRAD")) continue;
      for (const std::string& name : slot.arguments()) {
        PADDLE_ENFORCE(!name.empty(), InvalidArgument, "slot ", slot.name(),
                       " of operator ", op.type(), " has an empty place");
      }
    }
  }
}

// Of inputs that are read for their shape alone there may be no elements.
int FindArgument(const OpArguments& arguments, const std::string& name) {
  for (const proto::Slot& slot : arguments.desc().inputs()) {
    const SlotProto* declared = arguments.proto().FindInput(slot.name());
    if (declared == nullptr || declared->shape_only) continue;
    const int begin = arguments.InputRange(slot.name()).begin;
    for (int i = 0; i < slot.arguments_size(); ++i) {
      if (slot.arguments(i) == name) return begin + i;
    }
  }
  PADDLE_THROW(InvalidArgument, "a block of operator ", arguments.desc().type(),
               " uses '", name, "', which is in no slot of the operator");
}

}  // namespace

OwnedBlock::OwnedBlock(const OpArguments& arguments,
                       absl::string_view attribute, int i)
    : block_(arguments.block(attribute, i)) {
  CheckGiven(arguments);
  for (int slot : block_.outside()) {
    const CompiledBlock::Slot& outer = block_.slots()[slot];
    if (outer.storage != CompiledBlock::Storage::kOutside) continue;
    captured_.push_back(FindArgument(arguments, outer.name));
  }
  NameList names;
  for (int slot : block_.saved()) names.push_back(block_.slots()[slot].name);
  saved_names_ = std::make_shared<const NameList>(std::move(names));
}

StepScopes* OwnedBlock::BeginSteps(const KernelContext& context,
                                   SlotRange scopes) const {
  if (scopes.count == 0) return nullptr;
  auto* steps = context.var(scopes.begin)->GetMutable<StepScopes>();
  steps->Begin(saved_names_);
  return steps;
}

BlockRun::BlockRun(const OwnedBlock& block, const KernelContext& context)
    : block_(block),
      arguments_(block.block_.arguments()),
      results_(block.block_.results()),
      context_(context),
      exceptions_(std::uncaught_exceptions()) {
  const auto key = reinterpret_cast<uintptr_t>(context.vars());
  frame_ = block.block_.TakeFrame(key);
  absl::InlinedVector<Variable*, 16> captured;
  for (int argument : block.captured_) {
    captured.push_back(context.var(argument));
  }
  frame_->BindOwned(key, captured);
}

BlockRun::~BlockRun() {
  Unload();
  if (std::uncaught_exceptions() > exceptions_) return;
  frame_->ReleaseOwned();
  block_.block_.GiveBack(std::move(frame_));
}

void BlockRun::Step(int64_t iteration) {
  frame_->Step(*context_.state(), iteration);
}

void BlockRun::Save(StepScopes* steps) {
  VariableValue* value = steps->Add();
  for (int slot : block_.block_.saved()) {
    Variable* var = frame_->var(slot);
    const CompiledBlock::Slot& saved = block_.block_.slots()[slot];
    if (saved.kind == proto::DENSE_TENSOR && !saved.saved_value) {
      auto* shape = value->GetMutable<LoDTensor>();
      *shape = var->Get<LoDTensor>();
      shape->Release();
    } else {
      var->Swap(value);
    }
    ++value;
  }
}

void BlockRun::FindLinks(const StepScopes& steps) {
  std::vector<int> links;
  for (int slot : block_.block_.forward_links()) {
    const std::string& name = block_.block_.slots()[slot].name;
    const NameList& names = steps.names();
    const auto found = std::lower_bound(names.begin(), names.end(), name);
    PADDLE_ENFORCE(found != names.end() && *found == name, InvalidArgument,
                   "a gradient block reads '", name,
                   "' of its forward block, whose steps do not have it");
    links.push_back(static_cast<int>(found - names.begin()));
  }
  links_ = std::move(links);
}

void BlockRun::SwapLinks() {
  VariableValue* step = loaded_->Get(loaded_step_);
  const std::vector<int>& slots = block_.block_.forward_links();
  for (size_t i = 0; i < slots.size(); ++i) {
    frame_->var(slots[i])->Swap(step + links_[i]);
  }
}

void BlockRun::Load(StepScopes* steps, int64_t step) {
  Unload();
  if (links_.empty()) FindLinks(*steps);
  steps->Get(step);
  loaded_ = steps;
  loaded_step_ = step;
  SwapLinks();
}

void BlockRun::Unload() {
  if (loaded_ != nullptr) SwapLinks();
  loaded_ = nullptr;
}

}  // namespace paddle::framework
