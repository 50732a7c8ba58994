#include "paddle/framework/executor/compiled_block.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "paddle/framework/executor/frame.h"
#include "paddle/framework/executor/kernel_table.h"
#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/executor/scoped_run.h"
#include "paddle/framework/registry/op_info_map.h"

namespace paddle::framework {

namespace {

// The data type that picks an operator's kernel.
DataType KernelType(const OpArguments& arguments) {
  const OpProto& proto = arguments.proto();
  if (!proto.kernel_type_slot.empty()) {
    SlotRange range = arguments.InputRange(proto.kernel_type_slot);
    if (range.count > 0) return arguments.var(range.begin).dtype;
  }
  for (int i = 0; i < arguments.num_inputs(); ++i) {
    if (!arguments.var(i).name.empty()) return arguments.var(i).dtype;
  }
  if (proto.FindAttr("dtype") != nullptr) {
    return ParseDataType(std::get<std::string>(arguments.attribute("dtype")));
  }
  return DataType::kFloat32;
}

template <typename T>
bool Contains(const std::vector<T>& all, const T& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

// Blocks inside blocks are compiled and run on one stack.
constexpr int kMostNested = 100;

// Frames kept for later runs; more threads than this make new ones.
constexpr size_t kMaxFrames = 8;

}  // namespace

CompiledBlock::CompiledBlock(std::shared_ptr<const Program> program, int block,
                             CompileOptions options)
    : program_(std::move(program)),
      block_(block),
      options_(std::move(options)) {
  const proto::BlockDesc& desc = program_->block(block_).desc();
  for (const proto::OpDesc& op : desc.ops()) {
    try {
      CompileOp(op);
    } catch (platform::Error& error) {
      RethrowWithOp(error, op, program_->block(block_));
    }
  }
  const int size = static_cast<int>(instructions_.size());
  planned_end_ = options_.plan_memory ? size : 0;
  for (int i = size - 1; i >= 0; --i) {
    if (instructions_[i].arguments->proto().value_dependent) {
      planned_end_ = std::min(planned_end_, i);
    }
  }
  for (int i = 0; i < size; ++i) NoteUses(i);
  NoteOwnedWrites();
  if (options_.own_scope) {
    for (const std::string& name : options_.fed) SlotOf(name);
    for (const std::string& name : options_.kept) SlotOf(name);
  }
  if (options_.owned) NoteEnds();
  NoteStorages();
  if (options_.owned) CheckOwned();
  for (Instruction& instruction : instructions_) {
    SortOutputs(&instruction);
    FindReuses(&instruction);
  }
  NoteReleases();
}

CompiledBlock::~CompiledBlock() = default;

void CompiledBlock::CompileOp(const proto::OpDesc& desc) {
  const OpInfo& info = OpInfoMap::Instance().Get(desc.type());
  Instruction instruction;
  const auto lookup = [&](const std::string& name) {
    const Slot& slot = slots_[SlotOf(name)];
    return OpArguments::Var{name, slot.dtype, slot.kind};
  };
  instruction.arguments = std::make_unique<OpArguments>(
      desc, info.proto, lookup, [this](int index) { return SubBlock(index); });
  const OpArguments& arguments = *instruction.arguments;
  for (int i = 0; i < arguments.num_vars(); ++i) {
    instruction.slots.push_back(SlotOfArgument(arguments, i));
  }
  instruction.schema = info.schema.get();
  instruction.op = KernelTable::Instance().Find(
      desc.type(), options_.place.kind(), KernelType(arguments))(arguments);
  instructions_.push_back(std::move(instruction));
}

int CompiledBlock::SlotOf(const std::string& name) {
  auto [it, inserted] = slot_index_.try_emplace(name, slots_.size());
  if (!inserted) return it->second;
  const proto::VarDesc& var = program_->block(block_).GetVar(name);
  Slot slot;
  slot.name = name;
  slot.kind = var.kind();
  if (var.dtype() != proto::UNKNOWN) {
    slot.dtype = DataTypeFromNumber(var.dtype());
  }
  slot.persistable = var.persistable();
  slots_.push_back(std::move(slot));
  return it->second;
}

int CompiledBlock::SlotOfArgument(const OpArguments& arguments, int argument) {
  const std::string& name = arguments.var(argument).name;
  if (name.empty()) return -1;
  const int slot = SlotOf(name);
  if (argument < arguments.num_inputs() || !Contains(options_.fed, name)) {
    return slot;
  }
  for (int i = 0; i < arguments.num_inputs(); ++i) {
    if (arguments.var(i).name == name) return slot;  // an update of the feed
  }
  slots_.push_back(slots_[slot]);
  slots_.back().dropped = true;
  return static_cast<int>(slots_.size()) - 1;
}

const CompiledBlock* CompiledBlock::SubBlock(int index) {
  int depth = 0;
  for (int i = index; i > 0; i = program_->block(i).desc().parent()) ++depth;
  PADDLE_ENFORCE(depth <= kMostNested, Unimplemented, "blocks are nested ",
                 depth, " deep, more than ", kMostNested);
  std::unique_ptr<CompiledBlock>& block = sub_blocks_[index];
  if (block == nullptr) {
    CompileOptions options;
    options.place = options_.place;
    options.plan_memory = options_.plan_memory;
    options.owned = true;
    block = std::make_unique<CompiledBlock>(program_, index, options);
  }
  return block.get();
}

void CompiledBlock::NoteUses(int i) {
  const Instruction& instruction = instructions_[i];
  const OpArguments& arguments = *instruction.arguments;
  int argument = 0;
  for (const proto::Slot& desc : arguments.desc().inputs()) {
    const SlotProto* proto = arguments.proto().FindInput(desc.name());
    for (int k = 0; k < desc.arguments_size(); ++k, ++argument) {
      if (instruction.slots[argument] < 0) continue;
      Slot& slot = slots_[instruction.slots[argument]];
      if (slot.first_writer < 0 && slot.first_reader < 0) slot.first_reader = i;
      if (!proto->shape_only) slot.last_use = i;
    }
  }
  for (; argument < arguments.num_vars(); ++argument) {
    if (instruction.slots[argument] < 0) continue;
    Slot& slot = slots_[instruction.slots[argument]];
    if (slot.first_writer < 0) slot.first_writer = i;
    slot.last_use = i;
    slot.written = true;
  }
}

// Blocks that operators own update what they capture without an output slot.
void CompiledBlock::NoteOwnedWrites() {
  for (const auto& [index, block] : sub_blocks_) {
    for (int captured : block->outside()) {
      const Slot& slot = block->slots()[captured];
      if (slot.storage != Storage::kOutside || !slot.written) continue;
      const int mine = FindSlot(slot.name);
      if (mine >= 0) slots_[mine].written = true;
    }
  }
}

void CompiledBlock::NoteStorages() {
  for (size_t i = 0; i < slots_.size(); ++i) {
    Slot& slot = slots_[i];
    slot.storage = options_.owned ? StorageOfOwned(i) : StorageOf(slot);
    const bool outside = slot.storage == Storage::kOutside;
    const bool given = slot.storage == Storage::kGiven;
    if (outside || given || slot.storage == Storage::kCopied) {
      outside_.push_back(i);
    }
    // What the owner of a block lets it capture is for the owner to see to.
    const bool updates = slot.written && slot.first_reader >= 0;
    if (updates && (given || (outside && !options_.owned))) {
      updated_.push_back(i);
    }
    writes_scope_ |= (outside && slot.written) ||
                     (slot.storage == Storage::kKept && !options_.own_scope);
  }
}

const proto::BlockDesc& CompiledBlock::desc() const {
  return program_->block(block_).desc();
}

void CompiledBlock::NoteEnds() {
  for (const std::string& name : desc().arguments()) {
    arguments_.push_back(SlotOf(name));
  }
  for (const std::string& name : desc().results()) {
    results_.push_back(SlotOf(name));
  }
  NoteSaved();
  for (size_t i = 0; i < slots_.size(); ++i) {
    if (IsForwardLink(slots_[i].name)) forward_links_.push_back(i);
  }
  for (std::vector<int>* slots : {&saved_, &forward_links_}) {
    std::sort(slots->begin(), slots->end(),
              [this](int a, int b) { return slots_[a].name < slots_[b].name; });
  }
}

// Nested gradient blocks read through slots of the operator that owns them.
void CompiledBlock::NoteSaved() {
  for (const proto::BlockDesc& gradient : program_->desc().blocks()) {
    if (gradient.forward_block() != block_) continue;
    has_gradient_ = true;
    for (const proto::OpDesc& op : gradient.ops()) NoteSavedFor(gradient, op);
  }
}

void CompiledBlock::NoteSavedFor(const proto::BlockDesc& gradient,
                                 const proto::OpDesc& op) {
  const SymbolTable& table = program_->block(block_);
  const SymbolTable& own = program_->block(gradient.index());
  const OpProto& proto = OpInfoMap::Instance().Get(op.type()).proto;
  for (const proto::Slot& slot : op.inputs()) {
    const SlotProto* declared = proto.FindInput(slot.name());
    for (const std::string& name : slot.arguments()) {
      const bool linked = !name.empty() &&
                          own.FindVar(name, /*recursive=*/false) == nullptr &&
                          table.FindVar(name, /*recursive=*/false) != nullptr;
      if (!linked) continue;
      const int index = SlotOf(name);
      if (!slots_[index].saved) saved_.push_back(index);
      slots_[index].saved = true;
      if (declared != nullptr && !declared->shape_only) {
        slots_[index].saved_value = true;
      }
    }
  }
}

// What the owner does not give must come from beyond the block.
void CompiledBlock::CheckOwned() const {
  for (int index : outside_) {
    const Slot& slot = slots_[index];
    const bool local =
        slot.storage == Storage::kOutside &&
        program_->block(block_).FindVar(slot.name, false) != nullptr;
    PADDLE_ENFORCE(!local, InvalidArgument, "variable '", slot.name,
                   "' of block ", block_,
                   " is neither an argument of it nor computed there");
  }
}

bool CompiledBlock::IsForwardLink(const std::string& name) const {
  const int forward = desc().forward_block();
  if (forward < 0) return false;
  return program_->block(block_).FindVar(name, false) == nullptr &&
         program_->block(forward).FindVar(name, false) != nullptr;
}

CompiledBlock::Storage CompiledBlock::StorageOfOwned(int index) const {
  const Slot& slot = slots_[index];
  if (Contains(arguments_, index) || Contains(forward_links_, index)) {
    return Storage::kGiven;
  }
  const Storage storage = StorageOf(slot);
  if (storage != Storage::kFrame) return storage;
  // Shapes alone are saved without memory; what is no tensor is moved.
  const bool kept = slot.kind == proto::DENSE_TENSOR &&
                    (Contains(results_, index) || slot.saved_value);
  return kept ? Storage::kKept : storage;
}

CompiledBlock::Storage CompiledBlock::StorageOf(const Slot& slot) const {
  if (slot.dropped) return Storage::kFrame;
  if (options_.own_scope) return StorageInOwnScope(slot);
  const proto::VarDesc* local =
      program_->block(block_).FindVar(slot.name, /*recursive=*/false);
  if (local == nullptr || slot.persistable || local->is_feed() ||
      slot.first_writer < 0 || slot.first_reader >= 0) {
    return Storage::kOutside;
  }
  return StorageOfMade(slot);
}

CompiledBlock::Storage CompiledBlock::StorageInOwnScope(
    const Slot& slot) const {
  if (Contains(options_.fed, slot.name)) return Storage::kGiven;
  const bool shown = slot.persistable && !options_.discard_updates;
  if (!slot.written || shown ||
      program_->block(block_).FindVar(slot.name, false) == nullptr) {
    return Storage::kOutside;
  }
  if (slot.first_reader < 0) return StorageOfMade(slot);
  // Nobody gives the value of what is read first and lives in this run only:
  // the run says so.
  return slot.persistable ? Storage::kCopied : Storage::kGiven;
}

CompiledBlock::Storage CompiledBlock::StorageOfMade(const Slot& slot) const {
  const bool kept = options_.keep_all || Contains(options_.kept, slot.name);
  return kept ? Storage::kKept : Storage::kFrame;
}

void CompiledBlock::SortOutputs(Instruction* instruction) const {
  const int inputs = instruction->arguments->num_inputs();
  const auto begin = instruction->slots.begin();
  for (size_t a = inputs; a < instruction->slots.size(); ++a) {
    const int index = instruction->slots[a];
    if (index < 0) continue;
    const Slot& slot = slots_[index];
    const bool updated =
        std::find(begin, begin + inputs, index) != begin + inputs;
    if (updated) continue;
    const bool placed =
        slot.storage == Storage::kFrame && slot.kind == proto::DENSE_TENSOR;
    (placed ? instruction->placed : instruction->own).push_back(index);
  }
}

void CompiledBlock::FindReuses(Instruction* instruction) const {
  const OpArguments& arguments = *instruction->arguments;
  const auto begin = instruction->slots.begin();
  for (const auto& [output, input] : arguments.proto().reuses) {
    const SlotRange out = arguments.OutputRange(output);
    const SlotRange in = arguments.InputRange(input);
    if (out.count == 0 || in.count == 0) continue;
    const int from = instruction->slots[in.begin];
    const int to = instruction->slots[out.begin];
    if (from < 0 || to < 0) continue;
    // Read through two arguments, the input must not change under the kernel.
    if (std::count(begin, begin + arguments.num_inputs(), from) > 1) continue;
    instruction->reuses.emplace_back(to, from);
  }
}

void CompiledBlock::NoteReleases() {
  for (int i = 0; i < slots_.size(); ++i) {
    const Slot& slot = slots_[i];
    const bool dense = slot.kind == proto::DENSE_TENSOR;
    const bool leaves = !dense && (slot.saved || Contains(results_, i));
    if (slot.storage == Storage::kFrame && !leaves &&
        slot.first_writer >= planned_end_) {
      instructions_[slot.last_use].releases.push_back(i);
    }
  }
}

int CompiledBlock::FindSlot(absl::string_view name) const {
  auto it = slot_index_.find(name);
  return it == slot_index_.end() ? -1 : it->second;
}

void CompiledBlock::Rethrow(platform::Error& error, int instruction,
                            const Frame& frame) const {
  const Instruction& failed = instructions_[instruction];
  const OpArguments& arguments = *failed.arguments;
  std::vector<std::string> shapes;
  for (int a = 0; a < arguments.num_inputs(); ++a) {
    if (failed.slots[a] < 0) continue;
    const SlotShape& shape = frame.shapes()[failed.slots[a]];
    shapes.push_back(absl::StrCat(arguments.var(a).name, " ",
                                  shape.dims.ToString(), " ",
                                  DataTypeName(arguments.var(a).dtype)));
  }
  error.AddContext(absl::StrCat("when running operator ",
                                arguments.desc().type(), " (",
                                absl::StrJoin(shapes, ", "), ")"));
  RethrowWithOp(error, arguments.desc(), program_->block(block_));
}

void CompiledBlock::Run(Scope* scope, const RunOptions& options) const {
  ScopedRun(*this, scope, options.cancellation).Run(options);
}

void CompiledBlock::InferShape(Scope* scope) const {
  ScopedRun(*this, scope).InferShape();
}

std::unique_ptr<Frame> CompiledBlock::TakeFrame(uint64_t key) const {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    auto same = std::find_if(frames_.begin(), frames_.end(),
                             [&](auto& frame) { return frame->key() == key; });
    // Of an owned block any frame will do: its bindings are few, and a key may
    // be that of an owner's frame which is gone.
    const bool full = frames_.size() == kMaxFrames;
    if (same == frames_.end() && (full || options_.owned)) {
      same = frames_.begin();
    }
    if (same != frames_.end()) {
      std::unique_ptr<Frame> frame = std::move(*same);
      frames_.erase(same);
      return frame;
    }
  }
  return std::make_unique<Frame>(*this);
}

void CompiledBlock::GiveBack(std::unique_ptr<Frame> frame) const {
  std::lock_guard<std::mutex> lock(mutex_);
  if (frames_.capacity() < kMaxFrames) frames_.reserve(kMaxFrames);
  if (frames_.size() < kMaxFrames) frames_.push_back(std::move(frame));
}

}  // namespace paddle::framework
