#include "paddle/framework/passes/block_facts.h"

#include <algorithm>
#include <utility>

#include "paddle/framework/ir/contains.h"
#include "paddle/framework/registry/op_info_map.h"

namespace paddle::framework {

namespace {

void AddMentions(const proto::BlockDesc& block,
                 absl::flat_hash_map<std::string, int>* mentions) {
  // A block may give back an outer variable that no operator of it reads.
  absl::flat_hash_set<std::string> names(block.results().begin(),
                                         block.results().end());
  for (const proto::OpDesc& op : block.ops()) {
    for (std::string& name : InputNames(op)) names.insert(std::move(name));
    for (std::string& name : OutputNames(op)) names.insert(std::move(name));
  }
  for (const std::string& name : names) ++(*mentions)[name];
}

}  // namespace

BlockFacts::BlockFacts(const ProgramFacts& program, const SymbolTable& table,
                       UseDef uses)
    : program_(program), table_(table), uses_(std::move(uses)) {}

bool BlockFacts::IsPure(int index) const {
  const proto::OpDesc& op = desc().ops(index);
  const OpProto& proto = FindOpProto(program_.program_.schemas(), op.type());
  if (proto.random || proto.value_dependent || ReadsAttributes(op) ||
      !proto.updates.empty() || uses_.has_effect(index) ||
      !BlocksOf(op).empty()) {
    return false;
  }
  const NameList& writes = uses_.writes(index);
  return !writes.empty() &&
         std::all_of(writes.begin(), writes.end(),
                     [&](const auto& name) { return IsPrivateOutput(name); });
}

bool BlockFacts::IsPrivateOutput(const std::string& name) const {
  const proto::VarDesc* var = table_.FindVar(name, /*recursive=*/false);
  return var != nullptr && var->kind() == proto::DENSE_TENSOR &&
         !var->persistable() && !var->is_feed() &&
         uses_.writers(name).size() == 1 && !program_.feeds_.contains(name);
}

bool BlockFacts::IsSeenOutside(const std::string& name) const {
  const auto mentions = program_.mentions_.find(name);
  return (mentions != program_.mentions_.end() && mentions->second > 1) ||
         program_.fetches_.contains(name) ||
         Contains(desc().arguments(), name) || Contains(desc().results(), name);
}

int BlockFacts::OnlyReader(const std::string& name) const {
  const std::vector<int>& readers = uses_.readers(name);
  if (readers.size() != 1 || !IsPrivateOutput(name) || IsSeenOutside(name)) {
    return -1;
  }
  return readers[0];
}

bool BlockFacts::ReadsValue(int index, const std::string& name) const {
  const proto::OpDesc& op = desc().ops(index);
  if (!BlocksOf(op).empty()) return true;
  const OpProto& proto = FindOpProto(program_.program_.schemas(), op.type());
  for (const proto::Slot& slot : op.inputs()) {
    const auto& names = slot.arguments();
    if (std::find(names.begin(), names.end(), name) == names.end()) continue;
    const SlotProto* input = proto.FindInput(slot.name());
    if (input == nullptr || !input->shape_only) return true;
  }
  return false;
}

bool BlockFacts::KeepsValue(const std::string& name, int op, int later) const {
  return uses_.WriterBefore(name, op) == uses_.WriterBefore(name, later);
}

bool AnyOp(const Program& program,
           absl::FunctionRef<bool(const proto::OpDesc& op)> is) {
  const auto& blocks = program.desc().blocks();
  return std::any_of(blocks.begin(), blocks.end(), [&](const auto& block) {
    return std::any_of(block.ops().begin(), block.ops().end(), is);
  });
}

bool AreLinked(const SchemaSource& schemas,
               absl::Span<const char* const> types) {
  return std::all_of(types.begin(), types.end(), [&](const char* type) {
    return schemas.Find(type) != nullptr;
  });
}

ProgramFacts::ProgramFacts(const Program& program)
    : program_(program),
      captures_(FindCaptures(program.desc())),
      effects_(FindEffects(program, captures_)),
      feeds_(program.desc().feeds().begin(), program.desc().feeds().end()),
      fetches_(program.desc().fetches().begin(),
               program.desc().fetches().end()) {
  for (const auto& block : program.desc().blocks()) {
    AddMentions(block, &mentions_);
  }
}

BlockFacts ProgramFacts::Block(int index) const {
  const SymbolTable& table = program_.block(index);
  return BlockFacts(
      *this, table,
      UseDef(table.desc(), program_.schemas(), table, captures_, effects_));
}

}  // namespace paddle::framework
