#include "paddle/framework/executor/sub_block.h"

#include <algorithm>
#include <exception>
#include <string>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "absl/strings/match.h"

#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

using Storage = CompiledBlock::Storage;

// Binding a frame is cheap, so any idle one will do; a key, moreover, may be
// that of a destroyed frame of the owner. The steps of a ragged batch have as
// many shapes as it has lengths, hence more plans than on a scope.
constexpr FramePoolOptions kFrames = {/*max_idle=*/8, /*max_plans=*/128,
                                      /*share_idle=*/true};

OpArguments::Var VarOf(const CompiledBlock& block, int slot) {
  const CompiledBlock::Slot& var = block.slots()[slot];
  return {var.name, var.dtype, var.kind};
}

// Gradients may be omitted; kernels rely on everything else.
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

// Skips inputs read for their shape alone: they may have no elements.
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

SubBlock::SubBlock(const OpArguments& arguments, absl::string_view attribute,
                   int i)
    : frames_(
          std::make_unique<FramePool>(arguments.block(attribute, i), kFrames)) {
  CheckGiven(arguments);
  for (int slot : block().external_slots()) {
    const CompiledBlock::Slot& outer = block().slots()[slot];
    if (outer.storage != Storage::kCaptured) continue;
    captures_.push_back(FindArgument(arguments, outer.name));
  }
  const CompiledBlock::Boundary& boundary = block().boundary();
  for (int slot : boundary.arguments)
    arguments_.push_back(VarOf(block(), slot));
  for (int slot : boundary.results) results_.push_back(VarOf(block(), slot));
  NameList names;
  for (int slot : boundary.saved) names.push_back(block().slots()[slot].name);
  saved_names_ = std::make_shared<const NameList>(std::move(names));
}

const proto::VarDesc& SubBlock::described_argument(int i) const {
  return block().table().GetVar(arguments_[i].name);
}

const proto::VarDesc& SubBlock::described_result(int i) const {
  return block().table().GetVar(results_[i].name);
}

bool SubBlock::IsCaptured(int result) const {
  const int slot = block().boundary().results[result];
  return block().slots()[slot].storage == Storage::kCaptured;
}

bool SubBlock::OwnsResult(int result) const {
  const std::vector<int>& results = block().boundary().results;
  const CompiledBlock::Slot& slot = block().slots()[results[result]];
  return slot.storage != Storage::kInput &&
         slot.storage != Storage::kCaptured &&
         slot.saved != CompiledBlock::SavedForGradient::kValue &&
         std::count(results.begin(), results.end(), results[result]) == 1;
}

StepScopes* SubBlock::BeginSteps(const KernelContext& context,
                                 SlotRange scopes) const {
  if (scopes.count == 0) return nullptr;
  auto* steps = context.var(scopes.begin)->GetMutable<StepScopes>();
  steps->Begin(saved_names_);
  return steps;
}

SubBlockRun::SubBlockRun(const SubBlock& block, const KernelContext& context)
    : block_(block.block()),
      boundary_(block_.boundary()),
      frames_(*block.frames_),
      context_(context),
      exceptions_(std::uncaught_exceptions()) {
  // The owner's arguments have one address as long as its frame lives.
  const auto key = reinterpret_cast<uintptr_t>(context.vars());
  frame_ = frames_.Take(key);
  absl::InlinedVector<Variable*, 16> captured;
  for (int argument : block.captures_) {
    captured.push_back(context.var(argument));
  }
  frame_->BindCaptures(key, captured);
}

SubBlockRun::~SubBlockRun() {
  Unload();
  if (std::uncaught_exceptions() > exceptions_) return;
  frame_->ReleaseValues();
  frames_.GiveBack(std::move(frame_));
}

void SubBlockRun::Step(int64_t iteration) {
  frame_->Step(*context_.state(), iteration);
}

void SubBlockRun::Save(StepScopes* steps) {
  VariableValue* value = steps->Add();
  for (int slot : boundary_.saved) {
    Variable* var = frame_->var(slot);
    const CompiledBlock::Slot& saved = block_.slots()[slot];
    if (saved.kind == proto::DENSE_TENSOR &&
        saved.saved == CompiledBlock::SavedForGradient::kShape) {
      // Keeps the shape and LoD, and gives the memory back.
      auto* shape = value->GetMutable<LoDTensor>();
      *shape = var->Get<LoDTensor>();
      shape->Release();
    } else {
      var->Swap(value);
    }
    ++value;
  }
}

void SubBlockRun::FindLinks(const StepScopes& steps) {
  std::vector<int> links;
  for (int slot : boundary_.forward_links) {
    const std::string& name = block_.slots()[slot].name;
    const NameList& names = steps.names();
    const auto found = std::lower_bound(names.begin(), names.end(), name);
    PADDLE_ENFORCE(found != names.end() && *found == name, InvalidArgument,
                   "a gradient block reads '", name,
                   "' of its forward block, whose steps do not have it");
    links.push_back(static_cast<int>(found - names.begin()));
  }
  links_ = std::move(links);
}

void SubBlockRun::SwapLinks() {
  VariableValue* step = loaded_->Get(loaded_step_);
  const std::vector<int>& slots = boundary_.forward_links;
  for (size_t i = 0; i < slots.size(); ++i) {
    frame_->var(slots[i])->Swap(step + links_[i]);
  }
}

void SubBlockRun::Load(StepScopes* steps, int64_t step) {
  Unload();
  if (links_.empty()) FindLinks(*steps);
  steps->Get(step);
  loaded_ = steps;
  loaded_step_ = step;
  SwapLinks();
}

void SubBlockRun::Unload() {
  if (loaded_ != nullptr) SwapLinks();
  loaded_ = nullptr;
}

}  // namespace paddle::framework
