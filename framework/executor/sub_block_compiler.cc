#include "paddle/framework/executor/sub_block_compiler.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/executor/instruction_compiler.h"
#include "paddle/framework/executor/slot_liveness.h"
#include "paddle/framework/ir/contains.h"
#include "paddle/framework/ir/use_def.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

using Contents = CompiledBlock::Contents;
using SavedForGradient = CompiledBlock::SavedForGradient;
using Slot = CompiledBlock::Slot;
using Storage = CompiledBlock::Storage;

// Nested blocks are compiled and run recursively: this bounds the stack.
constexpr int kMaxNesting = 100;

bool Contains(const std::vector<int>& all, int one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

bool HasVar(const SymbolTable& table, const std::string& name) {
  return table.FindVar(name, /*recursive=*/false) != nullptr;
}

void CheckNesting(const Program& program, int index) {
  int depth = 0;
  for (int i = index; i > 0; i = program.block(i).desc().parent()) ++depth;
  PADDLE_ENFORCE(depth <= kMaxNesting, Unimplemented, "blocks are nested ",
                 depth, " deep, more than ", kMaxNesting);
}

class SubBlockCompilation {
 public:
  SubBlockCompilation(const std::shared_ptr<const Program>& program, int block,
                      platform::Place place, bool plan_memory)
      : table_(program->block(block)), plan_memory_(plan_memory) {
    contents_.program = program;
    contents_.block_index = block;
    contents_.place = place;
    contents_.device_graphs = false;  // a step is part of its owner's run
  }

  std::shared_ptr<const CompiledBlock> Compile() {
    const auto sub_block = [this](int index) {
      return CompileSubBlock(contents_.program, index, contents_.place,
                             plan_memory_);
    };
    CompileInstructions(/*feeds=*/{}, sub_block, &contents_);
    if (plan_memory_) contents_.planned_end = FirstValueDependent(contents_);
    FindLiveness(/*feeds=*/{}, &contents_);
    FindBoundary();
    ChooseStorage();
    FindExternalSlots(&contents_);
    CheckExternalSlots();
    FindOutputMemory(&contents_);
    FindReleases(&contents_);
    return std::make_shared<const CompiledBlock>(std::move(contents_));
  }

 private:
  void FindBoundary() {
    CompiledBlock::Boundary& boundary = contents_.boundary;
    for (const std::string& name : table_.desc().arguments()) {
      boundary.arguments.push_back(SlotOf(name, &contents_));
    }
    for (const std::string& name : table_.desc().results()) {
      boundary.results.push_back(SlotOf(name, &contents_));
    }
    FindSaved();
    for (size_t i = 0; i < contents_.slots.size(); ++i) {
      if (IsForwardLink(contents_.slots[i].name)) {
        boundary.forward_links.push_back(static_cast<int>(i));
      }
    }
    for (std::vector<int>* slots : {&boundary.saved, &boundary.forward_links}) {
      // Sorted by name, so that steps and forward links match by a binary
      // search.
      std::sort(slots->begin(), slots->end(), [this](int a, int b) {
        return contents_.slots[a].name < contents_.slots[b].name;
      });
    }
  }

  // Finds the variables that gradient blocks read. Nested gradient blocks read
  // through slots of the operator that owns them.
  void FindSaved() {
    const Program& program = *contents_.program;
    for (const proto::BlockDesc& gradient : program.desc().blocks()) {
      if (gradient.forward_block() != contents_.block_index) continue;
      contents_.boundary.has_gradient = true;
      const UseDef uses(gradient, &program.schemas());
      for (const auto& name : ReadsOfForward(program, gradient.index(), uses)) {
        Save(SlotOf(name, &contents_),
             uses.uses(name).last_value_reader >= 0 ||
                 framework::Contains(gradient.results(), name));
      }
    }
  }

  void Save(int index, bool value) {
    SavedForGradient& saved = contents_.slots[index].saved;
    if (saved == SavedForGradient::kNothing) {
      contents_.boundary.saved.push_back(index);
      saved = SavedForGradient::kShape;
    }
    if (value) saved = SavedForGradient::kValue;
  }

  bool IsForwardLink(const std::string& name) const {
    const int forward = table_.desc().forward_block();
    return forward >= 0 && !HasVar(table_, name) &&
           HasVar(contents_.program->block(forward), name);
  }

  void ChooseStorage() {
    for (size_t i = 0; i < contents_.slots.size(); ++i) {
      Slot& slot = contents_.slots[i];
      slot.storage = StorageOf(static_cast<int>(i));
      slot.in_frame = slot.storage != Storage::kCaptured;
      // The owner decides whether the block may update captures.
      if (slot.storage == Storage::kInput && slot.written &&
          slot.first_reader >= 0) {
        contents_.updated_slots.push_back(static_cast<int>(i));
      }
      contents_.writes_scope |= !slot.in_frame && slot.written;
    }
  }

  Storage StorageOf(int index) const {
    const Slot& slot = contents_.slots[index];
    const CompiledBlock::Boundary& boundary = contents_.boundary;
    if (Contains(boundary.arguments, index) ||
        Contains(boundary.forward_links, index)) {
      return Storage::kInput;
    }
    if (!IsWrittenFirst(contents_, slot)) return Storage::kCaptured;
    // Shapes alone are saved without memory; values that are no tensors are
    // moved.
    const bool leaves = slot.kind == proto::DENSE_TENSOR &&
                        (Contains(boundary.results, index) ||
                         slot.saved == SavedForGradient::kValue);
    return leaves ? Storage::kOutput : Storage::kIntermediate;
  }

  // Checks that captured variables come from outside of the block.
  void CheckExternalSlots() const {
    for (int index : contents_.external_slots) {
      const Slot& slot = contents_.slots[index];
      PADDLE_ENFORCE(
          slot.storage != Storage::kCaptured || !HasVar(table_, slot.name),
          InvalidArgument, "variable '", slot.name, "' of block ",
          contents_.block_index,
          " is neither an argument of it nor computed there");
    }
  }

  const SymbolTable& table_;
  const bool plan_memory_;
  Contents contents_;
};

}  // namespace

std::shared_ptr<const CompiledBlock> CompileSubBlock(
    const std::shared_ptr<const Program>& program, int block,
    platform::Place place, bool plan_memory) {
  CheckNesting(*program, block);
  return SubBlockCompilation(program, block, place, plan_memory).Compile();
}

}  // namespace paddle::framework
