#include "paddle/framework/executor/block_compiler.h"

#include <utility>

#include "paddle/framework/executor/instruction_compiler.h"
#include "paddle/framework/executor/slot_liveness.h"
#include "paddle/framework/executor/sub_block_compiler.h"
#include "paddle/framework/ir/contains.h"
#include "paddle/framework/ir/training.h"

namespace paddle::framework {

BlockCompiler::BlockCompiler(std::shared_ptr<const Program> program, int block,
                             CompileOptions options)
    : options_(std::move(options)) {
  contents_.program = std::move(program);
  contents_.block_index = block;
  contents_.place = options_.place;
  contents_.device_graphs = options_.device_graphs;
  contents_.trains = Trains(contents_.program->desc());
  contents_.counter = options_.counter;
}

std::shared_ptr<const CompiledBlock> BlockCompiler::Compile() {
  const auto sub_block = [this](int index) {
    return CompileSubBlock(contents_.program, index, options_.place,
                           options_.plan_memory);
  };
  CompileInstructions(options_.feeds, sub_block, &contents_);
  if (options_.plan_memory) {
    contents_.planned_end = FirstValueDependent(contents_);
  }
  // Storage depends on liveness, and the lists below depend on storage.
  FindLiveness(options_.feeds, &contents_);
  if (options_.own_scope) {
    // Callers set feeds and read targets by slot, even those that no operator
    // mentions.
    for (const std::string& name : options_.feeds) SlotOf(name, &contents_);
    for (const std::string& name : options_.targets) SlotOf(name, &contents_);
  }
  ChooseStorage();
  FindExternalSlots(&contents_);
  FindOutputMemory(&contents_);
  FindReleases(&contents_);
  return std::make_shared<const CompiledBlock>(std::move(contents_));
}

void BlockCompiler::ChooseStorage() {
  for (size_t i = 0; i < contents_.slots.size(); ++i) {
    Slot& slot = contents_.slots[i];
    slot.storage = StorageOf(slot);
    slot.in_frame = IsInFrame(slot.storage);
    const bool ours =
        slot.storage == Storage::kInput || slot.storage == Storage::kCaptured;
    if (ours && slot.written && slot.first_reader >= 0) {
      contents_.updated_slots.push_back(static_cast<int>(i));
    }
    contents_.writes_scope |=
        !slot.in_frame && (slot.written || slot.storage == Storage::kOutput);
  }
}

bool BlockCompiler::IsInFrame(Storage storage) const {
  if (storage == Storage::kOutput) return options_.own_scope;
  return storage != Storage::kCaptured;
}

bool BlockCompiler::IsLocal(const Slot& slot) const {
  const SymbolTable& table = contents_.program->block(contents_.block_index);
  return table.FindVar(slot.name, /*recursive=*/false) != nullptr;
}

CompiledBlock::Storage BlockCompiler::StorageOf(const Slot& slot) const {
  // Nobody reads it, so its memory is free at once.
  if (slot.discarded) return Storage::kIntermediate;
  if (options_.own_scope) return StorageInOwnScope(slot);
  return IsWrittenFirst(contents_, slot) ? StorageOfWritten(slot)
                                         : Storage::kCaptured;
}

CompiledBlock::Storage BlockCompiler::StorageInOwnScope(
    const Slot& slot) const {
  if (Contains(options_.feeds, slot.name)) return Storage::kInput;
  // Feeds come first: a fed persistable is the feed.
  const bool lasts = slot.persistable && !options_.discard_updates;
  if (!slot.written || lasts || !IsLocal(slot)) return Storage::kCaptured;
  if (slot.first_reader < 0) return StorageOfWritten(slot);
  // A variable that is read first and lives in this run only has no value: the
  // run reports that, naming it.
  return slot.persistable ? Storage::kSnapshot : Storage::kInput;
}

CompiledBlock::Storage BlockCompiler::StorageOfWritten(const Slot& slot) const {
  const bool target =
      options_.keep_all || Contains(options_.targets, slot.name);
  return target ? Storage::kOutput : Storage::kIntermediate;
}

}  // namespace paddle::framework
