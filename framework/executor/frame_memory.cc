#include "paddle/framework/executor/frame_memory.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"

#include "paddle/framework/executor/arena_stats.h"
#include "paddle/framework/executor/placement.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/tensor/isfinite.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/selected_rows.h"
#include "paddle/memory/allocation.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

// True if Allocate would leave a tensor as it is, since it is alone in memory
// of its shape: the usual case in a loop, which is asked for in each iteration.
bool HasMemory(const CompiledBlock& block, const LoDTensor& tensor,
               const SlotShape& shape) {
  return tensor.AloneAt(block.place()) &&
         tensor.raw_data() == tensor.holder()->data() &&
         tensor.dtype() == shape.dtype && tensor.dims() == shape.dims;
}

}  // namespace

FrameMemory::FrameMemory(const CompiledBlock& block, size_t max_plans)
    : block_(block),
      max_plans_(max_plans),
      allocator_(&memory::AllocatorOf(block.place())),
      locals_(Scope::Create()),
      vars_(block.slots().size(), nullptr),
      shapes_(block.slots().size()),
      arena_stats_(ArenaStats(block.place())) {
  for (size_t i = 0; i < vars_.size(); ++i) {
    const CompiledBlock::Slot& slot = block.slots()[i];
    if (!slot.in_frame) continue;
    // A discarded write has the name of the feed, whose variable is another
    // one.
    vars_[i] = locals_->NewVar(slot.discarded ? absl::StrCat(slot.name, "@", i)
                                              : slot.name);
  }
}

FrameMemory::~FrameMemory() { DropArena(); }

void FrameMemory::UnshareUpdated() {
  for (int slot : block_.updated_slots()) {
    if (vars_[slot] != nullptr) Unshare(vars_[slot]);
  }
}

const ShapePlan* FrameMemory::ChoosePlan(bool* made) {
  // The usual case first: the shapes of the run before.
  if (plan_ != nullptr && Fits(block_, *plan_, vars_)) return plan_;
  auto known = std::find_if(
      plans_.begin(), plans_.end(),
      [this](const auto& plan) { return Fits(block_, *plan, vars_); });
  if (known != plans_.end()) {
    std::rotate(plans_.begin(), known, known + 1);
  } else {
    plan_ = nullptr;
    // Made before an old plan is dropped: shape functions may throw.
    std::unique_ptr<const ShapePlan> plan =
        MakeShapePlan(block_, vars_, &shapes_);
    if (plans_.size() == max_plans_) plans_.pop_back();
    plans_.insert(plans_.begin(), std::move(plan));
    *made = true;
  }
  Apply(*plans_.front());
  return plan_;
}

void FrameMemory::Apply(const ShapePlan& plan) {
  plan_ = nullptr;
  const ArenaLayout& layout = plan.arena;
  if (arena_ == nullptr || arena_->size() < layout.bytes) Grow(layout);
  for (size_t i = 0; i < layout.slots.size(); ++i) {
    const SlotShape& shape = plan.shapes[layout.slots[i]];
    auto* tensor = vars_[layout.slots[i]]->GetMutable<LoDTensor>();
    tensor->Bind(arena_, layout.offsets[i], shape.dims, shape.dtype);
    tensor->set_lod(shape.lod);
  }
  shapes_ = plan.shapes;
  plan_ = &plan;
}

// Frees the old arena before it allocates the new one: both together might not
// fit. Variables have to let go of it first.
void FrameMemory::Grow(const ArenaLayout& layout) {
  for (int slot : layout.slots) {
    vars_[slot]->GetMutable<LoDTensor>()->Release();
  }
  DropArena();
  arena_ = allocator_->Allocate(layout.bytes);
  arena_bytes_ = layout.bytes;
  arena_stats_.Allocated(static_cast<int64_t>(arena_bytes_));
}

void FrameMemory::DropArena() {
  if (arena_ == nullptr) return;
  arena_stats_.Freed(static_cast<int64_t>(arena_bytes_));
  arena_.reset();
}

void FrameMemory::Allocate(const std::vector<int>& slots) {
  for (int slot : slots) Allocate(slot);
}

void FrameMemory::Allocate(int slot) {
  const SlotShape& shape = shapes_[slot];
  switch (block_.slots()[slot].kind) {
    case proto::DENSE_TENSOR: {
      auto* tensor = vars_[slot]->GetMutable<LoDTensor>();
      if (!HasMemory(block_, *tensor, shape)) {
        tensor->Allocate(shape.dims, shape.dtype, allocator_);
      }
      if (tensor->lod() != shape.lod) tensor->set_lod(shape.lod);
      break;
    }
    case proto::SELECTED_ROWS:
      vars_[slot]->GetMutable<SelectedRows>()->set_height(shape.dims[0]);
      break;
    default:
      break;
  }
}

void FrameMemory::Release(int slot) {
  if (block_.slots()[slot].kind == proto::DENSE_TENSOR) {
    vars_[slot]->GetMutable<LoDTensor>()->Release();
  } else {
    vars_[slot]->Clear();
  }
}

void FrameMemory::ReadShapes(int i) {
  const CompiledBlock::Instruction& instruction = block_.instructions()[i];
  const int inputs = instruction.arguments->num_inputs();
  for (size_t a = inputs; a < instruction.slots.size(); ++a) {
    const int slot = instruction.slots[a];
    if (slot < 0 || !vars_[slot]->Is<LoDTensor>()) continue;
    const auto& tensor = vars_[slot]->Get<LoDTensor>();
    shapes_[slot] = {tensor.dims(), tensor.dtype(), tensor.lod()};
  }
}

void FrameMemory::CheckFinite(int i) const {
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
