#include "paddle/framework/executor/program_memory.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "paddle/framework/executor/compiled_block.h"
#include "paddle/framework/executor/default_value.h"
#include "paddle/framework/executor/feed_check.h"
#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/executor/runtime_shapes.h"
#include "paddle/framework/executor/shape_plan.h"
#include "paddle/framework/ir/var_dims.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

using Slot = CompiledBlock::Slot;
using Storage = CompiledBlock::Storage;

size_t BytesOf(const SlotShape& shape) {
  return shape.dims.Numel() * SizeOf(shape.dtype);
}

// Returns the feeds, and data of which the program itself knows the shape.
std::vector<FeedShape> AllFeeds(const Program& program,
                                std::vector<FeedShape> feeds) {
  std::set<std::string> given;
  for (const FeedShape& feed : feeds) given.insert(feed.name);
  for (const proto::VarDesc& var : program.global_block().desc().vars()) {
    const Dims dims = DimsOf(var);
    const bool open = var.has_default_value() || var.lod_level() > 0;
    if (!var.is_feed() || open || !dims.IsStatic()) continue;
    if (given.count(var.name()) == 0) feeds.push_back({var.name(), dims});
  }
  return feeds;
}

std::vector<std::string> NamesOf(const std::vector<FeedShape>& feeds) {
  std::vector<std::string> names;
  for (const FeedShape& feed : feeds) names.push_back(feed.name);
  return names;
}

// Plans the blocks of a prepared program, the outer ones first.
class Planner {
 public:
  Planner(const Program& program, const std::vector<FeedShape>& feeds)
      : program_(program) {
    CheckFeeds(feeds);
  }

  ProgramMemory Plan(const CompiledBlock& global) {
    AddPersistables();
    std::vector<SlotShape> external;
    for (int slot : global.external_slots()) {
      external.push_back(ShapeInGlobal(global.slots()[slot]));
      const bool fed = feeds_.count(global.slots()[slot].name) > 0;
      if (fed) made_.feeds += BytesOf(external.back());
    }
    PlanBlock(global, std::move(external), "");
    return std::move(made_);
  }

 private:
  void CheckFeeds(const std::vector<FeedShape>& feeds) {
    std::vector<FeedSize> sizes;
    for (const FeedShape& feed : feeds) {
      const proto::VarDesc& var = program_.global_block().GetVar(feed.name);
      PADDLE_ENFORCE(feed.dims.IsStatic(), InvalidArgument, Described(var),
                     " is given the shape ", feed.dims.ToString(),
                     ", which is not one of numbers");
      CheckFeedShape(var, feed.dims, feed.lod, /*is_default=*/false, &sizes);
      AddFeed(var, feed.dims, feed.lod);
    }
    for (const proto::VarDesc& var : program_.global_block().desc().vars()) {
      if (!var.has_default_value() || feeds_.count(var.name()) > 0) continue;
      const LoDTensor value = DefaultValueOf(var);
      CheckFeedShape(var, value.dims(), value.lod(), true, &sizes);
      AddFeed(var, value.dims(), value.lod());
    }
  }

  void AddFeed(const proto::VarDesc& var, const Dims& dims, const LoDPtr& lod) {
    feeds_[var.name()] = {dims, DataTypeFromNumber(var.dtype()), lod};
  }

  void AddPersistables() {
    for (const proto::VarDesc& var : program_.global_block().desc().vars()) {
      const Dims dims = DimsOf(var);
      if (!var.persistable() || var.dtype() == proto::UNKNOWN) continue;
      if (!dims.IsStatic()) continue;
      (var.is_parameter() ? made_.parameters : made_.state) +=
          BytesOf({dims, DataTypeFromNumber(var.dtype()), nullptr});
    }
  }

  SlotShape ShapeInGlobal(const Slot& slot) const {
    if (slot.first_reader < 0) return {Dims({0}), slot.dtype, nullptr};
    const auto fed = feeds_.find(slot.name);
    if (fed != feeds_.end()) return fed->second;
    if (slot.kind == proto::RAW) return {Dims(), slot.dtype, nullptr};
    const proto::VarDesc& var = program_.global_block().GetVar(slot.name);
    const Dims dims = DimsOf(var);
    PADDLE_ENFORCE(dims.IsStatic(), InvalidArgument, Described(var),
                   " is read, and only a run knows its shape: give it as one "
                   "of the feeds");
    return {dims, slot.dtype, nullptr};
  }

  void PlanBlock(const CompiledBlock& block, std::vector<SlotShape> external,
                 const std::string& owner) {
    std::vector<SlotShape> shapes;
    const auto plan = MakeShapePlan(block, std::move(external), &shapes);
    auto& known = known_[block.block_index()];
    for (size_t i = 0; i < shapes.size(); ++i) {
      const Slot& slot = block.slots()[i];
      if (slot.first_writer >= block.planned_end() || slot.discarded) continue;
      known[slot.name] = shapes[i];
      NoteSizes(block.table().GetVar(slot.name), shapes[i]);
    }
    made_.blocks.push_back(Describe(block, *plan, owner));
    if (owner.empty()) AddFetches(block, shapes);
    PlanOwned(block);
  }

  void AddFetches(const CompiledBlock& block,
                  const std::vector<SlotShape>& shapes) {
    for (size_t i = 0; i < shapes.size(); ++i) {
      const Slot& slot = block.slots()[i];
      const bool planned = slot.first_writer < block.planned_end();
      if (planned && slot.storage == Storage::kOutput &&
          slot.kind == proto::DENSE_TENSOR) {
        made_.fetches += BytesOf(shapes[i]);
      }
    }
  }

  // Remembers which numbers symbols stand for.
  void NoteSizes(const proto::VarDesc& var, const SlotShape& shape) {
    if (shape.dims.rank() != var.dims_size()) return;
    for (int i = 0; i < var.dims_size(); ++i) {
      if (var.dims(i) < 0) sizes_.emplace(var.dims(i), shape.dims[i]);
    }
  }

  PlannedBlock Describe(const CompiledBlock& block, const ShapePlan& plan,
                        const std::string& owner) const {
    PlannedBlock made;
    made.index = block.block_index();
    made.owner = owner;
    for (const auto& instruction : block.instructions()) {
      made.operators.push_back(instruction.arguments->desc().type());
    }
    made.planned = block.planned_end();
    made.bytes = plan.arena.bytes;
    made.lower_bound = plan.arena.lower_bound;
    made.fullest = plan.arena.fullest;
    for (size_t i = 0; i < plan.arena.slots.size(); ++i) {
      const Slot& slot = block.slots()[plan.arena.slots[i]];
      const int input = plan.arena.in_place_of[i];
      made.variables.push_back({slot.name,
                                BytesOf(plan.shapes[plan.arena.slots[i]]),
                                plan.arena.offsets[i], slot.first_writer,
                                std::max(slot.first_writer, slot.last_use),
                                input < 0 ? "" : block.slots()[input].name});
    }
    return made;
  }

  void PlanOwned(const CompiledBlock& block) {
    for (const auto& instruction : block.instructions()) {
      const std::string& type = instruction.arguments->desc().type();
      for (const auto& [attribute, owned] : instruction.arguments->blocks()) {
        if (!seen_.insert(owned->block_index()).second) continue;
        std::vector<SlotShape> external;
        if (FindShapes(*owned, &external)) {
          PlanBlock(*owned, std::move(external), type);
        } else {
          made_.unplanned.push_back(type);
        }
      }
    }
  }

  // Returns false if only a run knows the shapes that a block is given.
  bool FindShapes(const CompiledBlock& block,
                  std::vector<SlotShape>* external) const {
    for (int index : block.external_slots()) {
      const Slot& slot = block.slots()[index];
      const proto::VarDesc* own = block.table().FindVar(slot.name, false);
      const SlotShape* known =
          own == nullptr ? FindKnown(block.block_index(), slot.name) : nullptr;
      SlotShape shape = {Dims(), slot.dtype, nullptr};
      if (known != nullptr) {
        shape = *known;
      } else if (slot.kind == proto::DENSE_TENSOR &&
                 !Resolve(block.table().GetVar(slot.name), &shape.dims)) {
        return false;
      }
      external->push_back(std::move(shape));
    }
    return true;
  }

  // A gradient block also sees the names of its forward block.
  const SlotShape* FindKnown(int block, const std::string& name) const {
    while (block >= 0) {
      const proto::BlockDesc& desc = program_.block(block).desc();
      for (int index : {block, desc.forward_block()}) {
        const auto shapes = known_.find(index);
        if (shapes == known_.end()) continue;
        const auto found = shapes->second.find(name);
        if (found != shapes->second.end()) return &found->second;
      }
      block = desc.parent();
    }
    return nullptr;
  }

  bool Resolve(const proto::VarDesc& var, Dims* dims) const {
    // The steps of sequences have other sequences at each step.
    if (var.lod_level() > 0) return false;
    for (int64_t size : var.dims()) {
      const auto known = sizes_.find(size);
      if (size < 0 && known == sizes_.end()) return false;
      dims->Append(size < 0 ? known->second : size);
    }
    return true;
  }

  const Program& program_;
  std::map<std::string, SlotShape> feeds_;
  std::map<int64_t, int64_t> sizes_;                       // by symbol
  std::map<int, std::map<std::string, SlotShape>> known_;  // by block and name
  std::set<int> seen_;                                     // blocks
  ProgramMemory made_;
};

}  // namespace

ProgramMemory PlanProgramMemory(const std::shared_ptr<const Program>& program,
                                const std::vector<FeedShape>& given,
                                const std::vector<std::string>& fetches,
                                platform::Place place,
                                const ExecutorOptions& options) {
  const std::vector<FeedShape> feeds = AllFeeds(*program, given);
  const PreparedProgram prepared(program, NamesOf(feeds), fetches,
                                 RunMode::kRun, place, options);
  return Planner(prepared.pruned(), feeds).Plan(prepared.block());
}

}  // namespace paddle::framework
