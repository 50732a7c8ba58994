#include "paddle/framework/executor/slot_liveness.h"

#include <algorithm>
#include <string>
#include <vector>

#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/ir/use_def.h"

namespace paddle::framework {

namespace {

using Contents = CompiledBlock::Contents;
using Instruction = CompiledBlock::Instruction;
using SavedForGradient = CompiledBlock::SavedForGradient;
using Slot = CompiledBlock::Slot;
using Storage = CompiledBlock::Storage;

void SetLiveness(const VarUses& uses, Slot* slot) {
  // Readers matter only where they see the value from before the block.
  slot->first_reader = uses.live_in() ? uses.first_reader() : -1;
  slot->first_writer = uses.first_writer();
  // Shapes outlive the memory, so reading one does not keep it; an output that
  // nobody reads lives during its operator.
  slot->last_use = uses.last_value_use();
  slot->written = slot->first_writer >= 0;
}

// The write to a feed that is discarded has a slot of its own.
void SetDiscarded(int i, Contents* contents) {
  const Instruction& instruction = contents->instructions[i];
  const OpArguments& arguments = *instruction.arguments;
  for (int a = arguments.num_inputs(); a < arguments.num_vars(); ++a) {
    if (instruction.slots[a] < 0) continue;
    Slot& slot = contents->slots[instruction.slots[a]];
    if (!slot.discarded) continue;
    slot.first_writer = slot.last_use = i;
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

// Returns the slot of the output that an operator writes under a name; a feed
// may have several slots.
int OutputSlot(const Instruction& instruction, const std::string& name) {
  const OpArguments& arguments = *instruction.arguments;
  int a = arguments.num_inputs();
  while (arguments.var(a).name != name) ++a;
  return instruction.slots[a];
}

void FindReuses(const Contents& contents, Instruction* instruction) {
  const OpArguments& arguments = *instruction->arguments;
  for (const Alias& alias : AliasesOf(arguments.desc(), arguments.proto())) {
    if (alias.update) continue;
    instruction->reuses.emplace_back(OutputSlot(*instruction, alias.output),
                                     contents.slot_index.at(alias.input));
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

void FindLiveness(const NameList& feeds, Contents* contents) {
  const Program& program = *contents->program;
  const UseDef uses(program.block(contents->block_index).desc(),
                    &program.schemas(), feeds);
  for (Slot& slot : contents->slots) {
    if (!slot.discarded) SetLiveness(uses.uses(slot.name), &slot);
  }
  for (int i = 0; i < uses.num_ops(); ++i) SetDiscarded(i, contents);
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
    FindReuses(*contents, &instruction);
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
