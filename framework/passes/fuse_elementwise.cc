// Joins elementwise operators into one that computes all of them on a part of
// the elements while it is in cache, or in the registers of a GPU, so that each
// array is read and written once.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"

#include "paddle/framework/ir/cleanup.h"
#include "paddle/framework/ir/op_upgrade.h"
#include "paddle/framework/passes/block_facts.h"
#include "paddle/framework/passes/block_writer.h"
#include "paddle/framework/passes/changed_program.h"
#include "paddle/framework/passes/elementwise_groups.h"
#include "paddle/framework/passes/number_attributes.h"
#include "paddle/framework/passes/pass.h"
#include "paddle/framework/registry/elementwise_rule.h"

namespace paddle::framework {

namespace {

constexpr char kFused[] = "fused_elementwise";

// The attributes of fused_elementwise.
class StepWriter {
 public:
  StepWriter(const ElementwiseGroup& group, const SchemaSource& schemas)
      : group_(group), schemas_(schemas), results_(group.outputs.size()) {
    for (size_t i = 0; i < group.inputs.size(); ++i) {
      operand_[group.inputs[i]] = static_cast<int64_t>(i);
    }
  }

  // Adds the steps of an operator, one for each of its outputs.
  void Add(const proto::OpDesc& op);
  // Returns the operator in the place of the last member.
  proto::OpDesc Fused(const proto::OpDesc& last) const;

 private:
  void AddStep(const proto::OpDesc& op, const std::string& slot);

  const ElementwiseGroup& group_;
  const SchemaSource& schemas_;
  absl::flat_hash_map<std::string, int64_t> operand_;  // by variable
  NameList types_, outputs_;
  std::vector<int64_t> operands_, results_;
  NumberAttributes numbers_;
};

void StepWriter::AddStep(const proto::OpDesc& op, const std::string& slot) {
  types_.push_back(op.type());
  outputs_.push_back(slot);
  for (const auto& input : FindElementwiseRule(op.type(), slot)->inputs) {
    operands_.push_back(operand_.at(Input(op, input)));
  }
  numbers_.Add(absl::StrCat(types_.size() - 1, "."), op,
               FindOpProto(schemas_, op.type()));
}

// An operator reads nothing that it writes: its results are known after it.
void StepWriter::Add(const proto::OpDesc& op) {
  absl::flat_hash_map<std::string, int64_t> results;
  for (const proto::Slot& slot : op.outputs()) {
    for (const std::string& name : slot.arguments()) {
      if (name.empty()) continue;
      const auto step = static_cast<int64_t>(types_.size());
      AddStep(op, slot.name());
      results[name] = -1 - step;
      const auto output =
          std::find(group_.outputs.begin(), group_.outputs.end(), name);
      if (output != group_.outputs.end()) {
        results_[output - group_.outputs.begin()] = step;
      }
    }
  }
  operand_.insert(results.begin(), results.end());
}

proto::OpDesc StepWriter::Fused(const proto::OpDesc& last) const {
  AttributeMap attributes = {{"types", types_},
                             {"outputs", outputs_},
                             {"operands", operands_},
                             {"results", results_}};
  numbers_.AppendTo(&attributes);
  proto::OpDesc op = MakeOp(kFused, {{"X", group_.inputs}},
                            {{"Out", group_.outputs}}, attributes);
  schemas_.CheckAndComplete(&op);
  TakePlaceOf(last, &op);
  return op;
}

// Reads the shape of what is not computed any more from an output.
void RenameShapes(const ElementwiseGroup& group, proto::BlockDesc* block) {
  if (group.shapes.empty()) return;
  for (int i = group.ops.back() + 1; i < block->ops_size(); ++i) {
    for (const auto& [name, output] : group.shapes) {
      RenameInput(block->mutable_ops(i), name, output);
    }
  }
}

void Replace(const std::vector<ElementwiseGroup>& groups,
             const SchemaSource& schemas, proto::BlockDesc* block) {
  std::vector<bool> kept(block->ops_size(), true);
  for (const ElementwiseGroup& group : groups) {
    StepWriter writer(group, schemas);
    for (int i : group.ops) {
      writer.Add(block->ops(i));
      kept[i] = false;
    }
    const int last = group.ops.back();
    *block->mutable_ops(last) = writer.Fused(block->ops(last));
    kept[last] = true;
    RenameShapes(group, block);
  }
  KeepOps(kept, block);
}

// A program, and whether another look may find more.
struct Fused {
  std::shared_ptr<const Program> program;
  bool again = false;
};

// Replaces the groups of each block. Returns `program` itself if there is none.
Fused FuseOnce(const std::shared_ptr<const Program>& program,
               const PassContext& context) {
  absl::optional<ProgramFacts> facts;
  const SchemaSource& schemas = program->schemas();
  ChangedProgram changed(program);
  bool gave_up = false;
  for (int i = 0; i < program->num_blocks(); ++i) {
    const SymbolTable& table = program->block(i);
    if (!MayHaveElementwiseGroups(table, context)) continue;
    if (!facts) facts.emplace(*program);
    const ElementwiseGroups groups =
        FindElementwiseGroups(facts->Block(i), table, schemas, context);
    gave_up = gave_up || groups.gave_up;
    if (groups.found.empty()) continue;
    Replace(groups.found, schemas,
            changed.get()->mutable_desc()->mutable_blocks(i));
  }
  if (!changed.made()) return {program};
  RecordOpVersion(*schemas.Find(kFused), changed.get()->mutable_desc());
  return {changed.Finish(), gave_up};
}

std::shared_ptr<const Program> FuseElementwise(
    const std::shared_ptr<const Program>& program, const PassContext& context) {
  if (!context.place || program->schemas().Find(kFused) == nullptr) {
    return program;
  }
  PassContext here = context;
  // Each operator that is joined saves a launch there, however small it is.
  if (context.place == platform::PlaceKind::kCUDA) here.few_elements = 0;
  Fused fused = {program, /*again=*/true};
  while (fused.again) fused = FuseOnce(fused.program, here);
  return fused.program;
}

}  // namespace

REGISTER_PASS(fuse_elementwise, /*version=*/1, kExact, PassStage::kFuse,
              "Computes elementwise operators together, part by part in cache.",
              FuseElementwise);

}  // namespace paddle::framework
