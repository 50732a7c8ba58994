// Computes when a program is prepared what depends on constants alone, and
// writes it down as assign_value.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"

#include "paddle/framework/ir/op_upgrade.h"
#include "paddle/framework/passes/block_facts.h"
#include "paddle/framework/passes/known_bytes.h"
#include "paddle/framework/passes/pass.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

// Descriptions stay small, and so does the work of preparing them.
constexpr int64_t kMostFolded = 64 << 10;
constexpr int64_t kMostComputed = 1 << 20;

// True for an operator, such as shape, that asks its inputs for nothing but
// their dims.
bool ReadsDimsAlone(const proto::OpDesc& op, const SchemaSource& schemas) {
  const OpProto& proto = FindOpProto(schemas, op.type());
  return std::all_of(op.inputs().begin(), op.inputs().end(),
                     [&](const proto::Slot& slot) {
                       const SlotProto* input = proto.FindInput(slot.name());
                       return input != nullptr && input->shape_only;
                     });
}

bool AllIn(const proto::OpDesc& op,
           const absl::flat_hash_set<absl::string_view>& names) {
  for (const proto::Slot& slot : op.inputs()) {
    for (const std::string& name : slot.arguments()) {
      if (!name.empty() && !names.contains(name)) return false;
    }
  }
  return true;
}

// True if an operator reads only what operators write that need no values.
// Where none does, which is most programs, the analysis is saved.
bool MayFold(const proto::BlockDesc& block, const SchemaSource& schemas) {
  absl::flat_hash_set<absl::string_view> sources;
  for (const proto::OpDesc& op : block.ops()) {
    const bool known = AllIn(op, sources);
    if (known && !InputNames(op).empty()) return true;
    if (!known && !ReadsDimsAlone(op, schemas)) continue;
    for (const proto::Slot& slot : op.outputs()) {
      sources.insert(slot.arguments().begin(), slot.arguments().end());
    }
  }
  return false;
}

// The operators of a block that depend on constants alone.
class ConstantOps {
 public:
  ConstantOps(const BlockFacts& facts, const SymbolTable& table,
              const SchemaSource& schemas)
      : facts_(facts), table_(table), schemas_(schemas) {
    for (int i = 0; i < facts.desc().ops_size(); ++i) Visit(i);
  }

  const std::vector<int>& all() const { return all_; }
  // The operators worth folding: they read constants, and have small outputs.
  const std::vector<int>& folded() const { return folded_; }
  // The variables from elsewhere of which they read the dims.
  const absl::flat_hash_set<std::string>& shapes() const { return shapes_; }

 private:
  void Visit(int op);
  bool ReadsConstants(int op) const;
  bool NeedsNoValues(int op) const;
  bool OutputsFit(int op, int64_t most) const;
  bool OutputsCanBeWritten(int op) const;

  const BlockFacts& facts_;
  const SymbolTable& table_;
  const SchemaSource& schemas_;
  std::vector<int> all_;
  std::vector<int> folded_;
  absl::flat_hash_set<std::string> names_;
  absl::flat_hash_set<std::string> shapes_;
};

bool ConstantOps::OutputsFit(int op, int64_t most) const {
  for (const std::string& name : facts_.uses().writes(op)) {
    const int64_t bytes = KnownBytes(table_.GetVar(name));
    if (bytes < 0 || bytes > most) return false;
  }
  return true;
}

// A description holds no elements that are stored only.
bool ConstantOps::OutputsCanBeWritten(int op) const {
  const NameList& writes = facts_.uses().writes(op);
  return std::none_of(
      writes.begin(), writes.end(), [&](const std::string& name) {
        return IsStoredOnly(DataTypeFromNumber(table_.GetVar(name).dtype()));
      });
}

bool ConstantOps::ReadsConstants(int op) const {
  const NameList& reads = facts_.uses().reads(op);
  return std::all_of(reads.begin(), reads.end(), [&](const std::string& name) {
    return names_.contains(name);
  });
}

// A run checks a feed against the dims that are declared, so that dims without
// symbols are constants. Nobody checks persistables, nor what depends on them.
bool ConstantOps::NeedsNoValues(int op) const {
  const NameList& reads = facts_.uses().reads(op);
  if (reads.empty()) return true;
  // Stands in for what is fed (AddStandIn).
  if (schemas_.Find("fill_constant") == nullptr ||
      !ReadsDimsAlone(facts_.desc().ops(op), schemas_)) {
    return false;
  }
  return std::all_of(reads.begin(), reads.end(), [&](const std::string& name) {
    const proto::VarDesc& var = table_.GetVar(name);
    const int64_t bytes = KnownBytes(var);
    return var.is_feed() && var.kind() == proto::DENSE_TENSOR && bytes >= 0 &&
           bytes <= kMostComputed;
  });
}

void ConstantOps::Visit(int op) {
  const bool is_source = facts_.uses().reads(op).empty() || !ReadsConstants(op);
  if (is_source && !NeedsNoValues(op)) return;
  if (!facts_.IsPure(op) || !OutputsFit(op, kMostComputed)) return;
  all_.push_back(op);
  for (const std::string& name : facts_.uses().reads(op)) {
    if (!names_.contains(name)) shapes_.insert(name);
  }
  const NameList& writes = facts_.uses().writes(op);
  names_.insert(writes.begin(), writes.end());
  if (!is_source && OutputsFit(op, kMostFolded) && OutputsCanBeWritten(op)) {
    folded_.push_back(op);
  }
}

// Writes a variable of which only the dims and the type are read.
void AddStandIn(const proto::VarDesc& var, Program* program) {
  proto::BlockDesc* block = program->mutable_desc()->mutable_blocks(0);
  proto::VarDesc* stand_in = block->add_vars();
  stand_in->set_name(var.name());
  stand_in->set_dtype(var.dtype());
  *stand_in->mutable_dims() = var.dims();
  const std::vector<int64_t> dims(var.dims().begin(), var.dims().end());
  const std::string dtype(DataTypeName(DataTypeFromNumber(var.dtype())));
  *block->add_ops() = MakeOp("fill_constant", {}, {{"Out", {var.name()}}},
                             {{"shape", dims}, {"dtype", dtype}});
  program->schemas().CheckAndComplete(
      block->mutable_ops(block->ops_size() - 1));
}

// A program of these operators alone, with the variables that they write.
std::shared_ptr<const Program> ProgramOf(const Program& program, int block,
                                         const ConstantOps& ops) {
  auto made = std::make_shared<Program>(program.schemas());
  const SymbolTable& table = program.block(block);
  proto::ProgramDesc* desc = made->mutable_desc();
  proto::BlockDesc* to = desc->mutable_blocks(0);
  for (const std::string& name : ops.shapes()) {
    AddStandIn(table.GetVar(name), made.get());
  }
  for (int i : ops.all()) {
    *to->add_ops() = table.desc().ops(i);
    for (const std::string& name : OutputNames(table.desc().ops(i))) {
      *to->add_vars() = table.GetVar(name);
    }
  }
  *desc->mutable_op_versions() = program.desc().op_versions();
  desc->set_next_op_id(program.desc().next_op_id());
  made->Changed();
  return made;
}

// A NaN may have bits that a description does not keep.
bool HasNaN(const Constant& constant) {
  return std::any_of(constant.values.begin(), constant.values.end(),
                     [](double value) { return std::isnan(value); });
}

// By operator, the values of its outputs.
using Constants = absl::flat_hash_map<int, std::vector<Constant>>;

// Hands each folded operator its part of the values, which come in their order.
Constants ByOperator(const proto::BlockDesc& block, const std::vector<int>& ops,
                     std::vector<Constant> values) {
  Constants constants;
  auto next = values.begin();
  for (int i : ops) {
    const auto end =
        next + static_cast<int64_t>(OutputNames(block.ops(i)).size());
    if (std::none_of(next, end, HasNaN)) {
      constants[i].assign(std::make_move_iterator(next),
                          std::make_move_iterator(end));
    }
    next = end;
  }
  return constants;
}

// An operator that fails here fails in the run again, where it is reported.
Constants Evaluate(const Program& program, int index, const ConstantOps& ops,
                   const Evaluator& evaluate) {
  if (ops.folded().empty()) return {};
  const proto::BlockDesc& block = program.block(index).desc();
  NameList names;
  for (int i : ops.folded()) {
    const NameList outputs = OutputNames(block.ops(i));
    names.insert(names.end(), outputs.begin(), outputs.end());
  }
  try {
    return ByOperator(block, ops.folded(),
                      evaluate(ProgramOf(program, index, ops), names));
  } catch (const platform::Error&) {
    return {};
  }
}

proto::OpDesc AssignValue(const std::string& name, const Constant& constant,
                          const SchemaSource& schemas) {
  proto::OpDesc op =
      MakeOp("assign_value", {}, {{"Out", {name}}},
             {{"shape", constant.dims},
              {"dtype", std::string(DataTypeName(constant.dtype))},
              {"values", constant.values},
              {"int_values", constant.int_values}});
  schemas.CheckAndComplete(&op);
  return op;
}

// Writes the values of an operator in its place. The first keeps its id and
// name.
void Replace(const proto::OpDesc& op, const std::vector<Constant>& values,
             Program* program, proto::BlockDesc* block) {
  proto::ProgramDesc* desc = program->mutable_desc();
  const NameList names = OutputNames(op);
  for (size_t i = 0; i < names.size(); ++i) {
    proto::OpDesc* made = block->add_ops();
    *made = AssignValue(names[i], values[i], program->schemas());
    made->set_role(op.role());
    *made->mutable_call_site() = op.call_site();
    if (i == 0) {
      made->set_id(op.id());
      made->set_name(op.name());
    } else {
      made->set_id(desc->next_op_id());
      desc->set_next_op_id(made->id() + 1);
    }
  }
}

void Fold(const Constants& constants, int index, Program* program) {
  proto::BlockDesc* block = program->mutable_desc()->mutable_blocks(index);
  proto::BlockDesc before;
  before.mutable_ops()->Swap(block->mutable_ops());
  for (int i = 0; i < before.ops_size(); ++i) {
    const auto folded = constants.find(i);
    if (folded == constants.end()) {
      block->add_ops()->Swap(before.mutable_ops(i));
    } else {
      Replace(before.ops(i), folded->second, program, block);
    }
  }
}

std::shared_ptr<const Program> FoldConstants(
    const std::shared_ptr<const Program>& program, const PassContext& context) {
  const OpProto* assign_value = program->schemas().Find("assign_value");
  if (!context.evaluate || assign_value == nullptr) return program;
  const auto& blocks = program->desc().blocks();
  if (std::none_of(blocks.begin(), blocks.end(),
                   [&](const proto::BlockDesc& block) {
                     return MayFold(block, program->schemas());
                   })) {
    return program;
  }
  const ProgramFacts facts(*program);
  std::shared_ptr<Program> changed;
  for (int i = 0; i < program->num_blocks(); ++i) {
    const BlockFacts block = facts.Block(i);
    const ConstantOps ops(block, program->block(i), program->schemas());
    const Constants constants = Evaluate(*program, i, ops, context.evaluate);
    if (constants.empty()) continue;
    if (changed == nullptr) changed = program->Clone();
    Fold(constants, i, changed.get());
  }
  if (changed == nullptr) return program;
  RecordOpVersion(*assign_value, changed->mutable_desc());
  changed->Changed();
  return changed;
}

}  // namespace

REGISTER_PASS(fold_constants, /*version=*/1, kExact, PassStage::kSimplify,
              "Computes in advance what depends on constants alone.",
              FoldConstants);

}  // namespace paddle::framework
