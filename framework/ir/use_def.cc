#include "paddle/framework/ir/use_def.h"

#include <algorithm>
#include <utility>

#include "paddle/framework/ir/contains.h"

namespace paddle::framework {

namespace {

bool WritesPersistable(const NameList& writes, const SymbolTable& table) {
  return std::any_of(writes.begin(), writes.end(), [&](const auto& name) {
    const proto::VarDesc* var = table.FindVar(name);
    return var != nullptr && var->persistable();
  });
}

bool HasEffect(const proto::OpDesc& op, const SchemaSource& schemas,
               const SymbolTable& table, const NameList& writes,
               const std::vector<bool>& effects) {
  if (FindOpProto(schemas, op.type()).lasting_effect) return true;
  if (WritesPersistable(writes, table)) return true;
  const std::vector<int> blocks = BlocksOf(op);
  return !effects.empty() && std::any_of(blocks.begin(), blocks.end(),
                                         [&](int i) { return effects[i]; });
}

// Returns the names of which an operator reads only the shape.
NameList ShapesOf(const proto::OpDesc& op, const OpProto* proto) {
  const auto shape_only = [&](const proto::Slot& slot) {
    const SlotProto* declared =
        proto == nullptr ? nullptr : proto->FindInput(slot.name());
    return declared != nullptr && declared->shape_only;
  };
  const auto& slots = op.inputs();
  if (std::none_of(slots.begin(), slots.end(), shape_only)) return {};
  NameList shapes, values;
  for (const proto::Slot& slot : slots) {
    NameList& names = shape_only(slot) ? shapes : values;
    names.insert(names.end(), slot.arguments().begin(), slot.arguments().end());
  }
  NameList only;
  for (const std::string& name : shapes) {
    if (!Contains(values, name)) only.push_back(name);
  }
  return only;
}

// The first name of a slot that an operator declares; "" if it is left out.
std::string FirstOf(const NameList& names) {
  return names.empty() ? "" : names[0];
}

// True for a variable of the forward block of a gradient block.
bool IsOfForward(const Program& program, const SymbolTable& gradient,
                 const std::string& name) {
  const int forward = gradient.desc().forward_block();
  return forward >= 0 &&
         gradient.FindVar(name, /*recursive=*/false) == nullptr &&
         program.block(forward).FindVar(name, false) != nullptr;
}

int NumReads(const proto::OpDesc& op, const std::string& name) {
  const NameList reads = InputNames(op);
  return static_cast<int>(std::count(reads.begin(), reads.end(), name));
}

}  // namespace

int VarUses::last_use() const {
  return std::max(readers.empty() ? -1 : readers.back(), last_writer());
}

int VarUses::last_value_use() const {
  return std::max(last_value_reader, last_writer());
}

bool VarUses::live_in() const {
  if (readers.empty()) return false;
  return writers.empty() || readers.front() <= writers.front();
}

UseDef::UseDef(const proto::BlockDesc& block, const SchemaSource& schemas,
               const SymbolTable& table, const std::vector<Captures>& captures,
               const std::vector<bool>& effects, const NameList& feeds) {
  for (const proto::OpDesc& op : block.ops()) {
    const OpProto* proto = schemas.Find(op.type());
    AddOp(TouchedBy(op, captures), ShapesOf(op, proto), feeds);
    effects_.back() =
        HasEffect(op, schemas, table, ops_.back().writes, effects);
    NoteSlots(op, proto);
  }
}

UseDef::UseDef(const Program& program, int block) {
  const auto captures = FindCaptures(program.desc());
  *this =
      UseDef(program.block(block).desc(), program.schemas(),
             program.block(block), captures, FindEffects(program, captures));
}

UseDef::UseDef(const proto::BlockDesc& block, const SchemaSource* schemas,
               const NameList& feeds) {
  for (const proto::OpDesc& op : block.ops()) {
    const OpProto* proto =
        schemas == nullptr ? nullptr : schemas->Find(op.type());
    AddOp(TouchedBy(op, {}), ShapesOf(op, proto), feeds);
    NoteSlots(op, proto);
  }
}

UseDef::UseDef(std::vector<Captures> ops) {
  for (Captures& touched : ops) AddOp(std::move(touched));
}

void UseDef::AddOp(Captures touched, const NameList& shapes,
                   const NameList& feeds) {
  const int index = num_ops();
  for (const std::string& name : touched.reads) {
    VarUses& uses = vars_[name];
    uses.readers.push_back(index);
    if (!Contains(shapes, name)) uses.last_value_reader = index;
  }
  for (const std::string& name : touched.writes) {
    if (Contains(feeds, name) && !Contains(touched.reads, name)) continue;
    vars_[name].writers.push_back(index);
  }
  ops_.push_back(std::move(touched));
  effects_.push_back(false);
}

void UseDef::NoteSlots(const proto::OpDesc& op, const OpProto* proto) {
  NoteCaptured(op);
  if (proto == nullptr || proto->updates.empty()) return;
  for (const Alias& alias : AliasesOf(op, *proto)) {
    if (alias.update) vars_[alias.output].updaters.push_back(num_ops() - 1);
  }
}

// Marks captured names; TouchedBy lists them after those in slots.
void UseDef::NoteCaptured(const proto::OpDesc& op) {
  if (BlocksOf(op).empty()) return;
  const Captures slots = TouchedBy(op, {});
  const Captures& all = ops_.back();
  for (size_t i = slots.reads.size(); i < all.reads.size(); ++i) {
    vars_[all.reads[i]].captured = true;
  }
  for (size_t i = slots.writes.size(); i < all.writes.size(); ++i) {
    vars_[all.writes[i]].captured = true;
  }
}

bool UseDef::has_effect() const {
  return std::find(effects_.begin(), effects_.end(), true) != effects_.end();
}

bool UseDef::Reads(int op, absl::string_view name) const {
  const std::vector<int>& ops = readers(name);
  return std::binary_search(ops.begin(), ops.end(), op);
}
bool UseDef::Writes(int op, absl::string_view name) const {
  const std::vector<int>& ops = writers(name);
  return std::binary_search(ops.begin(), ops.end(), op);
}

const VarUses& UseDef::uses(absl::string_view name) const {
  static const VarUses& none = *new VarUses;
  auto entry = vars_.find(name);
  return entry == vars_.end() ? none : entry->second;
}

int UseDef::WriterBefore(absl::string_view name, int op) const {
  const std::vector<int>& ops = writers(name);
  auto after = std::lower_bound(ops.begin(), ops.end(), op);
  return after == ops.begin() ? -1 : *(after - 1);
}

std::vector<Alias> AliasesOf(const proto::OpDesc& op, const OpProto& proto) {
  std::vector<Alias> aliases;
  for (const auto& [output, input] : proto.updates) {
    const NameList after = Outputs(op, output);
    const NameList before = Inputs(op, input);
    for (size_t i = 0; i < std::min(after.size(), before.size()); ++i) {
      if (after[i].empty() || after[i] != before[i]) continue;
      aliases.push_back({after[i], before[i], /*update=*/true});
    }
  }
  for (const auto& [output, input] : proto.reuses) {
    const std::string to = FirstOf(Outputs(op, output));
    const std::string from = FirstOf(Inputs(op, input));
    if (to.empty() || from.empty() || NumReads(op, from) > 1) continue;
    aliases.push_back({to, from});
  }
  return aliases;
}

NameList ReadsOfForward(const Program& program, int block, const UseDef& uses) {
  const SymbolTable& table = program.block(block);
  NameList names;
  for (int i = 0; i < uses.num_ops(); ++i) {
    for (const std::string& name : uses.reads(i)) {
      if (uses.readers(name).front() == i &&
          IsOfForward(program, table, name)) {
        names.push_back(name);
      }
    }
  }
  for (const std::string& name : table.desc().results()) {
    if (uses.readers(name).empty() && IsOfForward(program, table, name)) {
      names.push_back(name);
    }
  }
  return names;
}

std::vector<bool> FindEffects(const Program& program,
                              const std::vector<Captures>& captures) {
  std::vector<bool> effects(program.num_blocks(), false);
  for (int i = program.num_blocks() - 1; i >= 0; --i) {
    for (const proto::OpDesc& op : program.block(i).desc().ops()) {
      if (effects[i]) break;
      effects[i] = HasEffect(op, program.schemas(), program.block(i),
                             TouchedBy(op, captures).writes, effects);
    }
  }
  return effects;
}

}  // namespace paddle::framework
