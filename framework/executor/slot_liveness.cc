#include "paddle/framework/executor/slot_liveness.h"

#include <algorithm>
#include <vector>

#include "paddle/framework/executor/op_arguments.h"

namespace paddle::framework {

namespace {

using Contents = CompiledBlock::Contents;
using Instruction = CompiledBlock::Instruction;
using SavedForGradient = CompiledBlock::SavedForGradient;
using Slot = CompiledBlock::Slot;
using Storage = CompiledBlock::Storage;

void AddReads(int i, Contents* contents) {
  const Instruction& instruction = contents->instructions[i];
  const OpArguments& arguments = *instruction.arguments;
  int argument = 0;
  for (const proto::Slot& desc : arguments.desc().inputs()) {
    const SlotProto* proto = arguments.proto().FindInput(desc.name());
    for (int k = 0; k < desc.arguments_size(); ++k, ++argument) {
      if (instruction.slots[argument] < 0) continue;
      Slot& slot = contents->slots[instruction.slots[argument]];
      if (slot.first_writer < 0 && slot.first_reader < 0) slot.first_reader = i;
      // Shapes outlive the memory, so reading one does not keep it.
      if (!proto->shape_only) slot.last_use = i;
    }
  }
}

void AddWrites(int i, Contents* contents) {
  const Instruction& instruction = contents->instructions[i];
  const OpArguments& arguments = *instruction.arguments;
  for (int a = arguments.num_inputs(); a < arguments.num_vars(); ++a) {
    if (instruction.slots[a] < 0) continue;
    Slot& slot = contents->slots[instruction.slots[a]];
    if (slot.first_writer < 0) slot.first_writer = i;
    // An output that nobody reads lives during its operator.
    slot.last_use = i;
    slot.written = true;
  }
}

// Owned blocks update captured variables without an output slot of the
// operator.
void AddWritesOf(const CompiledBlock& owned, Contents* contents) {
  for (int captured : owned.external_slots()) {
    const Slot& inner = owned.slots()[captured];
    if (inner.storage != Storage::kCaptured || !inner.written) continue;
    const auto outer = contents->slot_index.find(inner.name);
    if (outer != contents->slot_index.end()) {
      contents->slots[outer->second].written = true;
    }
  }
}

bool IsUpdated(const Instruction& instruction, int slot) {
  const auto begin = instruction.slots.begin();
  const auto end = begin + instruction.arguments->num_inputs();
  return std::find(begin, end, slot) != end;
}

void SortOutputs(const std::vector<Slot>& slots, Instruction* instruction) {
  const size_t inputs = instruction->arguments->num_inputs();
  for (size_t a = inputs; a < instruction->slots.size(); ++a) {
    const int index = instruction->slots[a];
    if (index < 0 || IsUpdated(*instruction, index)) continue;
    const Slot& slot = slots[index];
    const bool in_arena = slot.storage == Storage::kIntermediate &&
                          slot.kind == proto::DENSE_TENSOR;
    (in_arena ? instruction->arena_outputs : instruction->allocated_outputs)
        .push_back(index);
  }
}

void FindReuses(Instruction* instruction) {
  const OpArguments& arguments = *instruction->arguments;
  const auto begin = instruction->slots.begin();
  for (const auto& [output, input] : arguments.proto().reuses) {
    const SlotRange out = arguments.OutputRange(output);
    const SlotRange in = arguments.InputRange(input);
    if (out.count == 0 || in.count == 0) continue;
    const int from = instruction->slots[in.begin];
    const int to = instruction->slots[out.begin];
    if (from < 0 || to < 0) continue;
    // An input that is read through two arguments must not change while the
    // kernel runs.
    if (std::count(begin, begin + arguments.num_inputs(), from) > 1) continue;
    instruction->reuses.emplace_back(to, from);
  }
}

// True for values that are moved out of the block: those that are saved or
// results and no tensors. Tensors that leave have Storage::kOutput.
bool LeavesBlock(const Contents& contents, int index) {
  const Slot& slot = contents.slots[index];
  const std::vector<int>& results = contents.boundary.results;
  return slot.kind != proto::DENSE_TENSOR &&
         (slot.saved != SavedForGradient::kNothing ||
          std::count(results.begin(), results.end(), index) > 0);
}

}  // namespace

void FindLiveness(Contents* contents) {
  const int size = static_cast<int>(contents->instructions.size());
  for (int i = 0; i < size; ++i) {
    AddReads(i, contents);
    AddWrites(i, contents);
  }
  for (const Instruction& instruction : contents->instructions) {
    for (const auto& [attribute, owned] : instruction.arguments->blocks()) {
      AddWritesOf(*owned, contents);
    }
  }
}

int FirstValueDependent(const Contents& contents) {
  const auto& all = contents.instructions;
  const auto first = std::find_if(all.begin(), all.end(), [](const auto& one) {
    return one.arguments->proto().value_dependent;
  });
  return static_cast<int>(first - all.begin());
}

bool IsWrittenFirst(const Contents& contents, const Slot& slot) {
  const SymbolTable& table = contents.program->block(contents.block_index);
  const proto::VarDesc* local = table.FindVar(slot.name, /*recursive=*/false);
  return local != nullptr && !slot.persistable && !local->is_feed() &&
         slot.first_writer >= 0 && slot.first_reader < 0;
}

void FindExternalSlots(Contents* contents) {
  for (size_t i = 0; i < contents->slots.size(); ++i) {
    const Storage storage = contents->slots[i].storage;
    if (storage != Storage::kOutput && storage != Storage::kIntermediate) {
      contents->external_slots.push_back(static_cast<int>(i));
    }
  }
}

void FindOutputMemory(Contents* contents) {
  for (Instruction& instruction : contents->instructions) {
    SortOutputs(contents->slots, &instruction);
    FindReuses(&instruction);
  }
}

void FindReleases(Contents* contents) {
  for (size_t i = 0; i < contents->slots.size(); ++i) {
    const Slot& slot = contents->slots[i];
    if (slot.storage == Storage::kIntermediate &&
        slot.first_writer >= contents->planned_end &&
        !LeavesBlock(*contents, static_cast<int>(i))) {
      contents->instructions[slot.last_use].releases.push_back(
          static_cast<int>(i));
    }
  }
}

}  // namespace paddle::framework
