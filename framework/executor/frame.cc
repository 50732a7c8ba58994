#include "paddle/framework/executor/frame.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"

#include "paddle/framework/executor/placement.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/tensor/isfinite.h"
#include "paddle/platform/cancellation.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/event.h"
#include "paddle/platform/on_cuda.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::framework {

namespace {

using Storage = CompiledBlock::Storage;

// Shape plans a frame remembers. Ragged batches rarely come back sooner; but
// the steps of one batch see as many shapes as there are lengths.
constexpr size_t kMaxPlans = 8;
constexpr size_t kMaxOwnedPlans = 128;

// The random numbers of an iteration: a step number that no run has.
uint64_t StepOfIteration(uint64_t step, int64_t iteration) {
  uint64_t mixed =
      step * 0x9E3779B97F4A7C15u + static_cast<uint64_t>(iteration);
  mixed = (mixed ^ (mixed >> 32)) * 0xD6E8FEB86659FD93u;
  return (mixed ^ (mixed >> 32)) | (uint64_t{1} << 63);
}

// The operator whose random numbers it draws: as a rule, itself.
uint64_t RandomIdOf(const proto::OpDesc& op) {
  for (const proto::Attr& attr : op.attrs()) {
    if (attr.name() == "draws_as" && attr.i() != 0) return attr.i();
  }
  return op.id();
}

// Grows whenever a variable appears in or vanishes from the chain of scopes.
uint64_t ChainVersion(const Scope* scope) {
  uint64_t version = 0;
  for (; scope != nullptr; scope = scope->parent().get()) {
    version += scope->version();
  }
  return version;
}

// Whether the frame makes the variable.
bool IsLocal(const CompileOptions& options, Storage storage) {
  if (storage == Storage::kKept) return options.owned || options.own_scope;
  return storage != Storage::kOutside;
}

bool IsTensor(const CompiledBlock::Slot& slot) {
  return slot.kind == proto::DENSE_TENSOR;
}

// Given without elements, since nobody reads them.
bool IsShapeOnly(const CompiledBlock::Slot& slot) {
  return slot.storage == Storage::kGiven && slot.last_use < 0;
}

// Whether a recorded run does with a variable what any run does. From outside,
// all but tensors holds numbers of the host: rows, how long an array is. Memory
// of a result that somebody else has taken is left alone.
bool Repeats(const Variable& var, Storage storage) {
  if (var.empty()) return true;
  if (storage != Storage::kKept) return var.Is<LoDTensor>();
  return !var.Is<LoDTensor>() || var.Get<LoDTensor>().holder().use_count() <= 1;
}

// Where no operator may be left to look for it.
void CheckCancelled() {
  platform::CancellationToken* const token = platform::CurrentCancellation();
  if (token != nullptr) token->Check();
}

}  // namespace

Frame::Frame(const CompiledBlock& block)
    : block_(block),
      labels_(block),
      locals_(Scope::Create()),
      vars_(block.slots().size(), nullptr),
      sources_(block.slots().size(), nullptr),
      shapes_(block.slots().size()) {
  state_.device = &platform::DeviceContextOf(block.options().place);
  state_.allocator = &memory::AllocatorOf(block.options().place);
  for (size_t i = 0; i < vars_.size(); ++i) {
    const CompiledBlock::Slot& slot = block.slots()[i];
    if (!IsLocal(block.options(), slot.storage)) continue;
    vars_[i] = locals_->NewVar(slot.dropped ? absl::StrCat(slot.name, "@", i)
                                            : slot.name);
  }
}

void Frame::Enter(Scope* scope) {
  if (key_ == scope->uid()) {
    locks_.Lock();
    if (IsBound(*scope)) return;
    locks_.Unlock();
  }
  key_ = 0;
  if (!block_.writes_scope()) {
    locks_ = ScopeLocks::Chain(*scope, ScopeAccess::kRead, ScopeAccess::kRead);
    locks_.Lock();
    if (Bind(scope, /*alone=*/false)) return;
    locks_.Unlock();
  }
  locks_ = ScopeLocks::Chain(*scope, ScopeAccess::kWrite, ScopeAccess::kWrite);
  locks_.Lock();
  Bind(scope, /*alone=*/true);
  // On a GPU another run could move back what is here now.
  if (!block_.options().place.is_cuda()) locks_.Downgrade();
}

void Frame::Run(const RunOptions& options) {
  const platform::SerialLibraries serial;
  CheckCancelled();
  CopyFromScope();
  OwnUpdated();
  ChoosePlan();
  if (state_.seed != options.seed) graph_.Reset();
  state_.seed = options.seed;
  state_.step = options.step;
  state_.check_nan_inf = options.check_nan_inf;
  if (state_.device->place().is_cuda()) {
    RunAsGraph();
  } else {
    RunAll();
  }
}

void Frame::BindOwned(uint64_t key, absl::Span<Variable* const> captured) {
  bool same = key_ != 0;
  Variable* const* next = captured.data();
  for (int slot : block_.outside()) {
    if (block_.slots()[slot].storage != Storage::kOutside) continue;
    same = same && vars_[slot] == *next;
    vars_[slot] = *next++;
  }
  key_ = key;
  if (!same) BindArguments();
}

void Frame::Step(const RunState& owner, int64_t iteration) {
  OwnUpdated();
  ChoosePlan();
  state_.seed = owner.seed;
  state_.step = StepOfIteration(owner.step, iteration);
  state_.check_nan_inf = owner.check_nan_inf;
  if (block_.instructions().empty()) CheckCancelled();  // else RunAll does
  RunAll();
}

void Frame::ReleaseOwned() {
  for (size_t i = 0; i < vars_.size(); ++i) {
    const Storage storage = block_.slots()[i].storage;
    if (storage == Storage::kGiven || storage == Storage::kKept) Release(i);
  }
}

void Frame::InferShape() {
  ChoosePlan();
  for (size_t i = 0; i < vars_.size(); ++i) {
    const CompiledBlock::Slot& slot = block_.slots()[i];
    const bool planned = slot.first_writer < block_.planned_end();
    if (slot.storage == Storage::kKept && planned) Prepare(i);
  }
}

bool Frame::IsBound(const Scope& scope) const {
  if (scope_version_ != ChainVersion(&scope)) return false;
  PADDLE_IF_CUDA(if (NeedsMove()) return false);
  return true;
}

bool Frame::Bind(Scope* scope, bool alone) {
  if (!FindVariables(scope, alone) || !FindCounter(scope, alone)) return false;
  PADDLE_IF_CUDA(if (NeedsMove()) {
    if (!alone) return false;
    MoveOutside();
  });
  BindArguments();
  NoteAccess(*scope);
  key_ = scope->uid();
  scope_version_ = ChainVersion(scope);
  return true;
}

bool Frame::FindVariables(Scope* scope, bool alone) {
  for (size_t i = 0; i < vars_.size(); ++i) {
    const CompiledBlock::Slot& slot = block_.slots()[i];
    if (slot.storage == Storage::kCopied) {
      sources_[i] = scope->FindVar(slot.name);
    }
    if (IsLocal(block_.options(), slot.storage)) continue;
    const bool made = slot.storage == Storage::kKept;
    vars_[i] = made ? nullptr : scope->FindVar(slot.name);
    if (vars_[i] != nullptr || !(made || slot.first_writer >= 0)) continue;
    if (!alone) return false;
    vars_[i] =
        (made || !slot.persistable ? scope : &scope->root())->Var(slot.name);
  }
  return true;
}

bool Frame::FindCounter(Scope* scope, bool alone) {
  const std::string& name = block_.options().counter;
  if (name.empty()) return true;
  Scope& root = scope->root();
  if (root.FindLocalVar(name) == nullptr && !alone) return false;
  counter_ = root.Var(name)->GetMutable<std::atomic<uint64_t>>();
  return true;
}

void Frame::NoteAccess(const Scope& scope) {
  int depth = locks_.size();
  for (const Scope* s = &scope; s != nullptr; s = s->parent().get()) {
    bool written = false;
    for (size_t i = 0; i < vars_.size() && !written; ++i) {
      const CompiledBlock::Slot& slot = block_.slots()[i];
      written = !IsLocal(block_.options(), slot.storage) &&
                (slot.written || slot.storage == Storage::kKept) &&
                s->FindLocalVar(slot.name) == vars_[i];
    }
    locks_.set_access(--depth,
                      written ? ScopeAccess::kWrite : ScopeAccess::kRead);
  }
}

void Frame::BindArguments() {
  arguments_.clear();
  for (const CompiledBlock::Instruction& instruction : block_.instructions()) {
    for (int slot : instruction.slots) {
      arguments_.push_back(slot < 0 ? nullptr : vars_[slot]);
    }
  }
  contexts_.clear();
  Variable* const* next = arguments_.data();
  for (const CompiledBlock::Instruction& instruction : block_.instructions()) {
    contexts_.emplace_back(next, &state_,
                           RandomIdOf(instruction.arguments->desc()));
    next += instruction.slots.size();
  }
}

void Frame::MoveOutside() {
  for (int slot : block_.outside()) {
    const bool read = block_.slots()[slot].first_reader >= 0;
    if (read && vars_[slot] != nullptr) {
      MoveTo(block_.options().place, vars_[slot]);
    }
  }
}

bool Frame::NeedsMove() const {
  for (int slot : block_.outside()) {
    const bool read = block_.slots()[slot].first_reader >= 0;
    const Tensor* value =
        read && vars_[slot] != nullptr ? ValueOf(*vars_[slot]) : nullptr;
    if (value != nullptr && value->place() != block_.options().place) {
      return true;
    }
  }
  return false;
}

void Frame::CopyFromScope() {
  for (int slot : block_.outside()) {
    if (block_.slots()[slot].storage != Storage::kCopied) continue;
    if (sources_[slot] == nullptr) {
      vars_[slot]->Clear();
    } else {
      CopyValue(*sources_[slot], block_.options().place, vars_[slot]);
    }
  }
}

void Frame::OwnUpdated() {
  for (int slot : block_.updated()) {
    if (vars_[slot] != nullptr) MakeOwn(vars_[slot]);
  }
}

void Frame::ChoosePlan() {
  if (plan_ != nullptr && Fits(*plan_)) return;
  for (auto it = plans_.begin(); it != plans_.end(); ++it) {
    if (!Fits(**it)) continue;
    std::rotate(plans_.begin(), it, it + 1);
    Apply(*plans_.front());
    return;
  }
  plan_ = nullptr;
  std::unique_ptr<ShapePlan> plan = MakePlan();
  graph_.Reset();
  const size_t most = block_.options().owned ? kMaxOwnedPlans : kMaxPlans;
  if (plans_.size() == most) plans_.pop_back();
  plans_.insert(plans_.begin(), std::move(plan));
  Apply(*plans_.front());
}

bool Frame::Fits(const ShapePlan& plan) const {
  const std::vector<int>& outside = block_.outside();
  for (size_t i = 0; i < outside.size(); ++i) {
    const CompiledBlock::Slot& slot = block_.slots()[outside[i]];
    if (slot.first_reader < 0) continue;
    const Variable* var = vars_[outside[i]];
    if (IsTensor(slot)) {
      if (var == nullptr || !var->Is<LoDTensor>()) return false;
      const LoDTensor& tensor = var->Get<LoDTensor>();
      if (!(tensor.initialized() || IsShapeOnly(slot)) ||
          tensor.dims() != plan.outside[i].dims ||
          tensor.dtype() != plan.outside[i].dtype ||
          !SameLoD(tensor.lod(), plan.outside[i].lod)) {
        return false;
      }
    } else if (slot.kind == proto::SELECTED_ROWS) {
      if (var == nullptr || !var->Is<SelectedRows>() ||
          var->Get<SelectedRows>().DenseDims() != plan.outside[i].dims) {
        return false;
      }
    }
  }
  return true;
}

SlotShape Frame::ShapeOfOutside(int index) const {
  const CompiledBlock::Slot& slot = block_.slots()[index];
  if (slot.first_reader < 0) return {};
  const Variable* var = vars_[index];
  if (var == nullptr || var->empty()) FailUninitialized(index);
  if (slot.kind == proto::SELECTED_ROWS) {
    const auto& rows = var->Get<SelectedRows>();
    rows.Check();
    return {rows.DenseDims(), rows.value().dtype(), nullptr};
  }
  if (!IsTensor(slot)) return {Dims(), slot.dtype, nullptr};
  const auto& tensor = var->Get<LoDTensor>();
  if (!tensor.initialized() && !IsShapeOnly(slot)) FailUninitialized(index);
  PADDLE_ENFORCE_EQ(tensor.dtype(), slot.dtype, "variable ", slot.name,
                    " of the scope does not have the data type the program "
                    "says");
  const LoDPtr& lod = tensor.lod();
  PADDLE_ENFORCE(
      lod == nullptr || (tensor.rank() > 0 && lod->rows() == tensor.dims()[0]),
      InvalidArgument, "the sequences of variable ", slot.name, " cover ",
      lod == nullptr ? 0 : lod->rows(), " rows, but its shape is ",
      tensor.dims().ToString());
  return {tensor.dims(), tensor.dtype(), lod};
}

void Frame::FailUninitialized(int index) const {
  const CompiledBlock::Slot& slot = block_.slots()[index];
  try {
    PADDLE_THROW(
        FailedPrecondition, "variable ", slot.name, " is not initialised: ",
        slot.persistable ? "run the startup program, or load it, first"
        : slot.storage == Storage::kGiven
            ? "nothing writes it before it is read, and what is not "
              "persistable begins each run without a value; feed it"
            : "nothing writes it before it is read, and the scope has no "
              "value for it");
  } catch (platform::Error& error) {
    block_.Rethrow(error, slot.first_reader, *this);
  }
}

std::unique_ptr<ShapePlan> Frame::MakePlan() {
  auto plan = std::make_unique<ShapePlan>();
  shapes_.assign(block_.slots().size(), SlotShape());
  for (size_t i = 0; i < shapes_.size(); ++i) {
    shapes_[i].dtype = block_.slots()[i].dtype;
  }
  for (int slot : block_.outside()) {
    plan->outside.push_back(ShapeOfOutside(slot));
    shapes_[slot] = plan->outside.back();
  }
  int i = 0;
  try {
    for (; i < block_.planned_end(); ++i) {
      const CompiledBlock::Instruction& one = block_.instructions()[i];
      RuntimeShapes(one, &shapes_).Infer();
    }
  } catch (platform::Error& error) {
    block_.Rethrow(error, i, *this);
  }
  plan->shapes = shapes_;
  PlaceInArena(block_, plan.get());
  return plan;
}

void Frame::Apply(const ShapePlan& plan) {
  plan_ = nullptr;
  if (arena_ == nullptr || arena_->size() < plan.arena_bytes) {
    for (int slot : plan.placed) {
      vars_[slot]->GetMutable<LoDTensor>()->Release();
    }
    arena_.reset();
    arena_ = state_.allocator->Allocate(plan.arena_bytes);
  }
  for (size_t i = 0; i < plan.placed.size(); ++i) {
    const SlotShape& shape = plan.shapes[plan.placed[i]];
    auto* tensor = vars_[plan.placed[i]]->GetMutable<LoDTensor>();
    tensor->Bind(arena_, plan.offsets[i], shape.dims, shape.dtype);
    tensor->set_lod(shape.lod);
  }
  shapes_ = plan.shapes;
  plan_ = &plan;
}

void Frame::RunAll() {
  const auto& instructions = block_.instructions();
  const int size = static_cast<int>(instructions.size());
  platform::CancellationToken* const token = platform::CurrentCancellation();
  int i = 0;
  try {
    for (; i < block_.planned_end(); ++i) {
      if (token != nullptr) token->Check();
      RunOne(i);
      if (state_.check_nan_inf) CheckFinite(i);
    }
    for (; i < size; ++i) {
      if (token != nullptr) token->Check();
      RunUnplanned(i);
      if (state_.check_nan_inf) CheckFinite(i);
      for (int slot : instructions[i].releases) Release(slot);
    }
  } catch (platform::Error& error) {
    block_.Rethrow(error, i, *this);
  }
}

void Frame::RunAsGraph() {
  const bool every_piece =
      platform::EventSession() != 0 || state_.check_nan_inf;
  const size_t size = block_.instructions().size();
  const bool planned = static_cast<size_t>(block_.planned_end()) == size;
  if (!block_.options().device_graphs || every_piece || !planned ||
      !ListAddresses()) {
    RunAll();
    return;
  }
  graph_.Run(*state_.device, addresses_, state_.step, [this] { RunAll(); });
}

bool Frame::ListAddresses() {
  addresses_.assign({plan_, arena_->data(), state_.workspace.raw_data()});
  for (size_t i = 0; i < vars_.size(); ++i) {
    const Storage storage = block_.slots()[i].storage;
    if (storage == Storage::kFrame) continue;
    const Variable* var = vars_[i];
    if (var != nullptr && !Repeats(*var, storage)) return false;
    const Tensor* value = var == nullptr ? nullptr : ValueOf(*var);
    addresses_.push_back(value == nullptr ? nullptr : value->raw_data());
  }
  return true;
}

inline void Frame::RunOne(int i) {
  const CompiledBlock::Instruction& instruction = block_.instructions()[i];
  platform::RecordEvent event;
  if (!instruction.own.empty()) PrepareOwn(instruction);
  instruction.op->Compute(contexts_[i]);
  if (event.recording()) Store(i, &event);
}

void Frame::RunUnplanned(int i) {
  const CompiledBlock::Instruction& instruction = block_.instructions()[i];
  platform::RecordEvent event;
  RuntimeShapes(instruction, &shapes_).Infer();
  const bool value_dependent = instruction.arguments->proto().value_dependent;
  if (!value_dependent) {
    for (int slot : instruction.placed) Prepare(slot);
    PrepareOwn(instruction);
  }
  instruction.op->Compute(contexts_[i]);
  if (value_dependent) ReadBack(instruction);
  if (event.recording()) Store(i, &event);
}

void Frame::Store(int i, platform::RecordEvent* event) {
  event->End();
  event->Store(labels_.Of(i, shapes_), state_.allocator->stats().current);
}

void Frame::PrepareOwn(const CompiledBlock::Instruction& instruction) {
  for (int slot : instruction.own) Prepare(slot);
}

void Frame::Prepare(int slot) {
  const SlotShape& shape = shapes_[slot];
  switch (block_.slots()[slot].kind) {
    case proto::DENSE_TENSOR: {
      auto* tensor = vars_[slot]->GetMutable<LoDTensor>();
      tensor->Allocate(shape.dims, shape.dtype, state_.allocator);
      tensor->set_lod(shape.lod);
      break;
    }
    case proto::SELECTED_ROWS:
      vars_[slot]->GetMutable<SelectedRows>()->set_height(shape.dims[0]);
      break;
    default:
      break;
  }
}

// Dims stay: shapes alone may be read later.
void Frame::Release(int slot) {
  if (IsTensor(block_.slots()[slot])) {
    vars_[slot]->GetMutable<LoDTensor>()->Release();
  } else {
    vars_[slot]->Clear();
  }
}

void Frame::ReadBack(const CompiledBlock::Instruction& instruction) {
  const int inputs = instruction.arguments->num_inputs();
  for (size_t a = inputs; a < instruction.slots.size(); ++a) {
    const int slot = instruction.slots[a];
    if (slot < 0 || !vars_[slot]->Is<LoDTensor>()) continue;
    const auto& tensor = vars_[slot]->Get<LoDTensor>();
    shapes_[slot] = {tensor.dims(), tensor.dtype(), tensor.lod()};
  }
}

void Frame::CheckFinite(int i) const {
  const CompiledBlock::Instruction& instruction = block_.instructions()[i];
  const int inputs = instruction.arguments->num_inputs();
  for (size_t a = inputs; a < instruction.slots.size(); ++a) {
    const int slot = instruction.slots[a];
    if (slot < 0) continue;
    const Tensor* tensor = ValueOf(*vars_[slot]);
    PADDLE_ENFORCE(tensor == nullptr || !HasNonFinite(*tensor),
                   FailedPrecondition, "output ", block_.slots()[slot].name,
                   " has a NaN or infinity");
  }
}

}  // namespace paddle::framework
