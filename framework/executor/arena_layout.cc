#include "paddle/framework/executor/arena_layout.h"

#include <algorithm>
#include <map>
#include <set>

#include "paddle/framework/executor/memory_plan.h"

namespace paddle::framework {

namespace {

using Instruction = CompiledBlock::Instruction;

// Gives each variable a buffer, and notes how long each buffer lives.
class BufferAssignment {
 public:
  BufferAssignment(const CompiledBlock& block,
                   const std::vector<SlotShape>& shapes)
      : block_(block), shapes_(shapes) {}

  void Assign(int i) {
    const Instruction& instruction = block_.instructions()[i];
    std::set<int> taken;  // buffers taken over by outputs of this operator
    for (int slot : instruction.arena_outputs) {
      // A slot may have several writers; it keeps the buffer of the first.
      if (buffer_of_.count(slot) > 0) continue;
      const int input = FindReuse(i, slot, taken);
      int buffer = static_cast<int>(lives_.size());
      if (input >= 0) {
        buffer = buffer_of_.at(input);
        taken.insert(buffer);
      } else {
        lives_.push_back({BytesOf(slot), i, i});
      }
      Add(slot, buffer);
      in_place_of_.push_back(input);
    }
  }

  // Slots in the order in which they got buffers.
  const std::vector<int>& slots() const { return slots_; }
  const std::vector<int>& in_place_of() const { return in_place_of_; }
  int BufferOf(int slot) const { return buffer_of_.at(slot); }
  const std::vector<BufferLife>& lives() const { return lives_; }

 private:
  size_t BytesOf(int slot) const {
    return shapes_[slot].dims.Numel() * SizeOf(shapes_[slot].dtype);
  }

  void Add(int slot, int buffer) {
    buffer_of_[slot] = buffer;
    slots_.push_back(slot);
    lives_[buffer].last =
        std::max(lives_[buffer].last, block_.slots()[slot].last_use);
  }

  // Returns an input that dies at instruction i and whose buffer `slot` may
  // take over; -1 if there is none. Sizes have to be equal: a larger buffer
  // would waste its rest for as long as the output lives.
  int FindReuse(int i, int slot, const std::set<int>& taken) const {
    for (const auto& [out, in] : block_.instructions()[i].reuses) {
      const auto found = buffer_of_.find(in);
      if (out != slot || found == buffer_of_.end()) continue;
      const BufferLife& life = lives_[found->second];
      if (life.last == i && life.bytes == BytesOf(slot) &&
          taken.count(found->second) == 0) {
        return in;
      }
    }
    return -1;
  }

  const CompiledBlock& block_;
  const std::vector<SlotShape>& shapes_;
  std::vector<BufferLife> lives_;
  std::map<int, int> buffer_of_;
  std::vector<int> slots_;
  std::vector<int> in_place_of_;  // of slots_
};

}  // namespace

ArenaLayout LayOutArena(const CompiledBlock& block,
                        const std::vector<SlotShape>& shapes) {
  BufferAssignment buffers(block, shapes);
  for (int i = 0; i < block.planned_end(); ++i) buffers.Assign(i);
  const MemoryPlan memory = PlanMemory(buffers.lives());
  ArenaLayout layout;
  layout.bytes = memory.bytes;
  layout.lower_bound = memory.lower_bound;
  layout.fullest = memory.fullest;
  layout.slots = buffers.slots();
  layout.in_place_of = buffers.in_place_of();
  for (int slot : layout.slots) {
    layout.offsets.push_back(memory.offsets[buffers.BufferOf(slot)]);
  }
  return layout;
}

}  // namespace paddle::framework
