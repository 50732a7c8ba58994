#include "paddle/framework/executor/frame.h"

#include "paddle/framework/executor/instruction_error.h"
#include "paddle/framework/executor/placement.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/platform/cancellation.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/event.h"
#include "paddle/platform/flush_denormals.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::framework {

namespace {

using Storage = CompiledBlock::Storage;

// Returns the step number that keys the random numbers of an iteration. Mixing
// spreads the bits, and the highest bit keeps it apart from steps of runs.
uint64_t StepOfIteration(uint64_t step, int64_t iteration) {
  uint64_t mixed =
      step * 0x9E3779B97F4A7C15u + static_cast<uint64_t>(iteration);
  mixed = (mixed ^ (mixed >> 32)) * 0xD6E8FEB86659FD93u;
  return (mixed ^ (mixed >> 32)) | (uint64_t{1} << 63);
}

// Returns whose random numbers an operator draws: its own, unless another one
// has to draw the same ones ("draws_as"), or it is one of several parts.
RandomSource RandomSourceOf(const proto::OpDesc& op) {
  RandomSource source;
  source.op_id = op.id();
  if (op.has_part()) {
    source = {static_cast<uint64_t>(op.part().op_id()),
              static_cast<uint64_t>(op.part().index()),
              static_cast<uint64_t>(op.part().count())};
  }
  for (const proto::Attr& attr : op.attrs()) {
    if (attr.name() == "draws_as" && attr.i() != 0) source.op_id = attr.i();
  }
  return source;
}

// True if a recorded run treats a variable as any run would. Of values from
// outside only tensors qualify: others hold numbers of the host, such as rows
// or the length of an array. A result whose memory somebody has kept does not
// qualify either: the replay would overwrite it.
bool Repeats(const Variable& var, Storage storage) {
  if (var.empty()) return true;
  if (storage != Storage::kOutput) return var.Is<LoDTensor>();
  return !var.Is<LoDTensor>() || var.Get<LoDTensor>().holder().use_count() <= 1;
}

// Checks for cancellation in runs that may have no operator to do so.
void CheckCancelled() {
  platform::CancellationToken* const token = platform::CurrentCancellation();
  if (token != nullptr) token->Check();
}

// True if an instruction is the last one to use a tensor, which is alone in its
// memory, where the block runs.
bool DiesAlone(const CompiledBlock& block, int i, int slot,
               const Variable& var) {
  const CompiledBlock::Slot& described = block.slots()[slot];
  if (described.storage != Storage::kIntermediate || described.last_use != i ||
      !var.Is<LoDTensor>()) {
    return false;
  }
  const auto& tensor = var.Get<LoDTensor>();
  return tensor.AloneAt(block.place()) &&
         tensor.raw_data() == tensor.holder()->data();
}

// Gives an output the memory of an input, as a plan does (arena_layout.h): of
// one that the operator may write over, if sizes are equal. Returns false if
// there is none. The input lets go of it when it is released.
bool TakeOver(const CompiledBlock& block, int i, int slot,
              FrameMemory* memory) {
  const SlotShape& shape = memory->shapes()[slot];
  for (const auto& [output, input] : block.instructions()[i].reuses) {
    Variable* const from = memory->vars()[input];
    if (output != slot || !DiesAlone(block, i, input, *from)) continue;
    const auto& tensor = from->Get<LoDTensor>();
    const size_t bytes = shape.dims.Numel() * SizeOf(shape.dtype);
    if (tensor.bytes() != bytes) continue;
    auto* taker = memory->vars()[slot]->GetMutable<LoDTensor>();
    taker->Bind(tensor.holder(), 0, shape.dims, shape.dtype);
    taker->set_lod(shape.lod);
    return true;
  }
  return false;
}

}  // namespace

Frame::Frame(const CompiledBlock& block, size_t max_plans)
    : block_(block),
      memory_(block, max_plans),
      binding_(block, memory_.mutable_vars()),
      labels_(block) {
  state_.device = &platform::DeviceContextOf(block.place());
  state_.allocator = memory_.allocator();
}

void Frame::Enter(Scope* scope) {
  // Pointers are gathered again only if variables may have moved.
  if (binding_.Enter(scope)) BindArguments();
  key_ = scope->uid();
}

void Frame::Run(const RunOptions& options) {
  const platform::SerialLibraries serial;
  // Gradients vanish on long ways, through denormal numbers.
  const platform::FlushDenormals flush(block_.trains() ||
                                       platform::FlushDenormals::IsOn());
  CheckCancelled();
  binding_.TakeSnapshots();
  memory_.UnshareUpdated();
  ChoosePlan();
  // A recording has the seed built in, unlike the step.
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

void Frame::BindCaptures(uint64_t key, absl::Span<Variable* const> captured) {
  std::vector<Variable*>& vars = *memory_.mutable_vars();
  bool same = key_ != 0;
  Variable* const* next = captured.data();
  for (int slot : block_.external_slots()) {
    if (block_.slots()[slot].storage != Storage::kCaptured) continue;
    same = same && vars[slot] == *next;
    vars[slot] = *next++;
  }
  key_ = key;
  if (!same) BindArguments();
}

void Frame::Step(const RunState& owner, int64_t iteration) {
  memory_.UnshareUpdated();
  ChoosePlan();
  state_.seed = owner.seed;
  state_.step = StepOfIteration(owner.step, iteration);
  state_.check_nan_inf = owner.check_nan_inf;
  if (block_.instructions().empty()) CheckCancelled();  // else RunAll does
  RunAll();
}

void Frame::ReleaseValues() {
  const int size = static_cast<int>(block_.slots().size());
  for (int i = 0; i < size; ++i) {
    const Storage storage = block_.slots()[i].storage;
    if (storage == Storage::kInput || storage == Storage::kOutput) {
      memory_.Release(i);
    }
  }
}

void Frame::InferShape() {
  ChoosePlan();
  const int size = static_cast<int>(block_.slots().size());
  for (int i = 0; i < size; ++i) {
    const CompiledBlock::Slot& slot = block_.slots()[i];
    const bool planned = slot.first_writer < block_.planned_end();
    if (slot.storage == Storage::kOutput && planned) memory_.Allocate(i);
  }
}

// Gathers pointers to the variables of all instructions in one array, so that a
// kernel reaches an argument by an index.
void Frame::BindArguments() {
  arguments_.clear();
  for (const CompiledBlock::Instruction& instruction : block_.instructions()) {
    for (int slot : instruction.slots) {
      arguments_.push_back(slot < 0 ? nullptr : memory_.vars()[slot]);
    }
  }
  contexts_.clear();
  Variable* const* next = arguments_.data();
  for (const CompiledBlock::Instruction& instruction : block_.instructions()) {
    contexts_.emplace_back(next, &state_,
                           RandomSourceOf(instruction.arguments->desc()));
    next += instruction.slots.size();
  }
}

void Frame::ChoosePlan() {
  bool made = false;
  plan_ = memory_.ChoosePlan(&made);
  // A new plan may lie at the address of a dropped one, which addresses_ lists.
  if (made) graph_.Reset();
}

void Frame::RunAll() {
  const auto& instructions = block_.instructions();
  const int size = static_cast<int>(instructions.size());
  platform::CancellationToken* const token = platform::CurrentCancellation();
  int i = 0;
  try {
    // Two loops: planned instructions have their shapes and memory, so nothing
    // is inferred or released between kernels.
    for (; i < block_.planned_end(); ++i) {
      if (token != nullptr) token->Check();
      RunPlanned(i);
      // After each operator, so that the first culprit is named.
      if (state_.check_nan_inf) memory_.CheckFinite(i);
    }
    for (; i < size; ++i) {
      if (token != nullptr) token->Check();
      RunUnplanned(i);
      if (state_.check_nan_inf) memory_.CheckFinite(i);
      for (int slot : instructions[i].releases) memory_.Release(slot);
    }
  } catch (platform::Error& error) {
    RethrowFromInstruction(error, block_, i, memory_.shapes());
  }
}

void Frame::RunAsGraph() {
  // Profiles and checks look at single operators, which a graph would hide.
  const bool every_piece =
      platform::EventSession() != 0 || state_.check_nan_inf;
  const size_t size = block_.instructions().size();
  const bool planned = static_cast<size_t>(block_.planned_end()) == size;
  if (!block_.device_graphs() || every_piece || !planned || !ListAddresses()) {
    RunAll();
    return;
  }
  graph_.Run(*state_.device, addresses_, state_.step, [this] { RunAll(); });
  if (block_.writes_scope()) MarkWritten();
}

// A replay writes to memory and asks no variable for its value.
void Frame::MarkWritten() {
  for (size_t i = 0; i < block_.slots().size(); ++i) {
    const CompiledBlock::Slot& slot = block_.slots()[i];
    Variable* const var = memory_.vars()[i];
    if (slot.written && !slot.in_frame && var != nullptr) var->MarkChanged();
  }
}

bool Frame::ListAddresses() {
  addresses_.assign({plan_, memory_.arena(), state_.workspace.raw_data()});
  for (size_t i = 0; i < block_.slots().size(); ++i) {
    const Storage storage = block_.slots()[i].storage;
    if (storage == Storage::kIntermediate) continue;
    const Variable* var = memory_.vars()[i];
    if (var != nullptr && !Repeats(*var, storage)) return false;
    const Tensor* value = var == nullptr ? nullptr : ValueOf(*var);
    addresses_.push_back(value == nullptr ? nullptr : value->raw_data());
  }
  return true;
}

inline void Frame::RunPlanned(int i) {
  const CompiledBlock::Instruction& instruction = block_.instructions()[i];
  platform::RecordEvent event;
  if (!instruction.allocated_outputs.empty()) {
    memory_.Allocate(instruction.allocated_outputs);
  }
  instruction.op->Compute(contexts_[i]);
  if (event.recording()) Record(i, &event);
}

void Frame::RunUnplanned(int i) {
  const CompiledBlock::Instruction& instruction = block_.instructions()[i];
  platform::RecordEvent event;
  RuntimeShapes(instruction, memory_.mutable_shapes()).Infer();
  const bool value_dependent = instruction.arguments->proto().value_dependent;
  // A value-dependent kernel allocates its outputs itself.
  if (!value_dependent) {
    for (int slot : instruction.arena_outputs) {
      if (!TakeOver(block_, i, slot, &memory_)) memory_.Allocate(slot);
    }
    memory_.Allocate(instruction.allocated_outputs);
  }
  instruction.op->Compute(contexts_[i]);
  if (value_dependent) memory_.ReadShapes(i);
  if (event.recording()) Record(i, &event);
}

void Frame::Record(int i, platform::RecordEvent* event) {
  event->End();
  event->Store(labels_.Of(i, memory_.shapes()),
               state_.allocator->stats().current);
}

}  // namespace paddle::framework
