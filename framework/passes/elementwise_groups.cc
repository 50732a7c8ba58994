#include "paddle/framework/passes/elementwise_groups.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"

#include "paddle/framework/passes/elementwise_members.h"
#include "paddle/framework/registry/elementwise_rule.h"

namespace paddle::framework {
namespace {

// A group keeps as many arrays in the innermost cache as fit there.
constexpr int kMostSteps = 16;
constexpr int kMostInputs = 8;

using Members = std::set<int>;

class Finder {
 public:
  Finder(const BlockFacts& facts, const SymbolTable& table,
         const SchemaSource& schemas, const PassContext& context)
      : facts_(facts), table_(table), schemas_(schemas), context_(context) {}

  ElementwiseGroups Find();

 private:
  const proto::OpDesc& op(int i) const { return facts_.desc().ops(i); }
  const std::string& ResultOf(int i) const {
    return facts_.uses().writes(i)[0];
  }
  bool SameKind(int a, int b) const;
  bool MayJoin(const Members& members) const;
  bool StaysSame(const Members& members, int i, int last) const;
  void Join(int i);
  bool IsKept(const Members& members, const std::string& name) const;
  std::string ShapeOf(const Members& members, std::string name) const;
  void AddShape(const Members& members, const std::string& name,
                ElementwiseGroup* group) const;
  NameList InputsOf(const Members& members) const;
  ElementwiseGroup GroupOf(const Members& members) const;
  void PutReusableFirst(int last, NameList* inputs) const;
  bool TakesSum(const ElementwiseGroup& group, int i) const;
  bool Saves(const ElementwiseGroup& group) const;
  NameList ValuesReadBy(int i) const;
  int CountWhole(const NameList& names, const std::string& result) const;

  const BlockFacts& facts_;
  const SymbolTable& table_;
  const SchemaSource& schemas_;
  const PassContext& context_;
  std::vector<Members> groups_;
  std::vector<int> group_of_;  // by operator; -1: not elementwise
};

bool Finder::SameKind(int a, int b) const {
  const proto::VarDesc& x = table_.GetVar(ResultOf(a));
  const proto::VarDesc& y = table_.GetVar(ResultOf(b));
  return op(a).role() == op(b).role() && op(a).device() == op(b).device() &&
         !op(a).has_part() && !op(b).has_part() && x.dtype() == y.dtype() &&
         SameDims(x, y);
}

// True if operator i computes the same at the place of the last one, and nobody
// else needs its results before.
bool Finder::StaysSame(const Members& members, int i, int last) const {
  const UseDef& uses = facts_.uses();
  for (const std::string& name : uses.reads(i)) {
    if (!facts_.KeepsValue(name, i, last)) return false;
  }
  for (const std::string& name : uses.writes(i)) {
    for (int reader : uses.readers(name)) {
      if (reader < last && members.count(reader) == 0) return false;
    }
  }
  return true;
}

bool Finder::MayJoin(const Members& members) const {
  if (members.size() > kMostSteps) return false;
  const int last = *members.rbegin();
  return std::all_of(members.begin(), members.end(), [&](int i) {
    return SameKind(i, last) && StaysSame(members, i, last);
  });
}

// Joins the operator with the groups of what it reads, one after the other.
void Finder::Join(int i) {
  group_of_[i] = static_cast<int>(groups_.size());
  groups_.push_back({i});
  for (const std::string& name : facts_.uses().reads(i)) {
    const int writer = facts_.uses().WriterBefore(name, i);
    if (writer < 0 || group_of_[writer] < 0) continue;
    const int from = group_of_[writer], to = group_of_[i];
    if (from == to) continue;
    Members both = groups_[to];
    both.insert(groups_[from].begin(), groups_[from].end());
    if (!MayJoin(both) || InputsOf(both).size() > kMostInputs) continue;
    for (int member : groups_[from]) group_of_[member] = to;
    groups_[to] = std::move(both);
    groups_[from].clear();
  }
}

// The first output may have other sequences.
bool Finder::IsKept(const Members& members, const std::string& name) const {
  if (context_.keep_all || facts_.IsSeenOutside(name)) return true;
  const bool has_sequences = table_.GetVar(name).lod_level() > 0;
  const std::vector<int>& readers = facts_.uses().readers(name);
  return readers.empty() ||
         std::any_of(readers.begin(), readers.end(), [&](int reader) {
           return members.count(reader) == 0 &&
                  (has_sequences || facts_.ReadsValue(reader, name));
         });
}

// Returns a variable whose shape the result of a member has, whatever shapes
// operands turn out to have that broadcast.
std::string Finder::ShapeOf(const Members& members, std::string name) const {
  while (true) {
    const std::vector<int>& writers = facts_.uses().writers(name);
    if (writers.size() != 1 || members.count(writers[0]) == 0) return name;
    const ElementwiseRule& rule = ElementwiseRules(op(writers[0]).type())[0];
    if (rule.broadcasts) return name;
    name = Input(op(writers[0]), rule.inputs[0]);
  }
}

// Keeps a result of which others read the shape, unless an output has it.
void Finder::AddShape(const Members& members, const std::string& name,
                      ElementwiseGroup* group) const {
  const std::vector<int>& readers = facts_.uses().readers(name);
  const bool is_read =
      std::any_of(readers.begin(), readers.end(),
                  [&](int reader) { return members.count(reader) == 0; });
  if (!is_read) return;
  const std::string shape = ShapeOf(members, name);
  for (const std::string& output : group->outputs) {
    // Whoever reads the shape may take sequences over with it.
    if (ShapeOf(members, output) != shape ||
        table_.GetVar(output).lod_level() > 0) {
      continue;
    }
    group->shapes.emplace_back(name, output);
    return;
  }
  group->outputs.push_back(name);
}

// Returns the variables of which the operator reads more than the shape.
NameList Finder::ValuesReadBy(int i) const {
  NameList values;
  for (const proto::Slot& slot : op(i).outputs()) {
    const ElementwiseRule* rule =
        FindElementwiseRule(op(i).type(), slot.name());
    if (rule == nullptr || slot.arguments_size() == 0) continue;
    for (const std::string& input : rule->inputs) {
      const std::string name = Input(op(i), input);
      if (std::find(values.begin(), values.end(), name) == values.end()) {
        values.push_back(name);
      }
    }
  }
  return values;
}

// Returns the variables that members read and none of them has computed before.
NameList Finder::InputsOf(const Members& members) const {
  NameList inputs;
  absl::flat_hash_set<std::string> known;
  for (int i : members) {
    for (const std::string& name : ValuesReadBy(i)) {
      if (known.insert(name).second) inputs.push_back(name);
    }
    const NameList& writes = facts_.uses().writes(i);
    known.insert(writes.begin(), writes.end());
  }
  return inputs;
}

ElementwiseGroup Finder::GroupOf(const Members& members) const {
  ElementwiseGroup group;
  group.ops.assign(members.begin(), members.end());
  group.inputs = InputsOf(members);
  NameList inner;
  for (int i : members) {
    for (const std::string& name : facts_.uses().writes(i)) {
      if (IsKept(members, name)) {
        // The last one first: no member reads after it.
        group.outputs.insert(group.outputs.begin(), name);
      } else {
        inner.push_back(name);
      }
    }
  }
  for (const std::string& name : inner) AddShape(members, name, &group);
  PutReusableFirst(group.ops.back(), &group.inputs);
  return group;
}

void Finder::PutReusableFirst(int last, NameList* inputs) const {
  const proto::VarDesc& out = table_.GetVar(ResultOf(last));
  const auto is_free = [&](const std::string& name) {
    const proto::VarDesc& var = table_.GetVar(name);
    return SameDims(var, out) && !var.persistable() &&
           !facts_.IsSeenOutside(name) && facts_.uses().LastUse(name) <= last;
  };
  const auto first = std::find_if(inputs->begin(), inputs->end(), is_free);
  if (first != inputs->end()) std::rotate(inputs->begin(), first, first + 1);
}

int Finder::CountWhole(const NameList& names, const std::string& result) const {
  const proto::VarDesc& out = table_.GetVar(result);
  return static_cast<int>(
      std::count_if(names.begin(), names.end(), [&](const std::string& name) {
        return SameDims(table_.GetVar(name), out);
      }));
}

// True for an operator that takes the sum of two for what it reads, which
// another member adds up for nobody else: one loop in place of two.
bool Finder::TakesSum(const ElementwiseGroup& group, int i) const {
  const std::vector<ElementwiseRule>& rules = ElementwiseRules(op(i).type());
  if (rules.size() != 1 || !rules[0].of_sums) return false;
  const std::string name = Input(op(i), rules[0].inputs[0]);
  const int writer = facts_.uses().WriterBefore(name, i);
  const auto is_in = [](const auto& all, const auto& one) {
    return std::find(all.begin(), all.end(), one) != all.end();
  };
  int readers = 0;
  for (int reader : facts_.uses().readers(name)) {
    readers += is_in(group.ops, reader) ? 1 : 0;
  }
  return writer >= 0 && op(writer).type() == "elementwise_add" &&
         is_in(group.ops, writer) && !is_in(group.outputs, name) &&
         readers == 1;
}

// True if the group takes less time than its members: where loops become fewer,
// or arrays that are read and written much fewer. A few less do not pay, as the
// second level of cache is nearly as fast as the first. Arrays that are
// broadcast are small.
bool Finder::Saves(const ElementwiseGroup& group) const {
  if (context_.few_elements == 0) return true;
  const std::string& result = ResultOf(group.ops.back());
  int apart = 0;
  for (int i : group.ops) {
    if (TakesSum(group, i)) return true;
    apart += CountWhole(ValuesReadBy(i), result);
    apart += static_cast<int>(facts_.uses().writes(i).size());
  }
  const int together =
      CountWhole(group.inputs, result) + static_cast<int>(group.outputs.size());
  return 2 * apart >= 5 * together;
}

ElementwiseGroups Finder::Find() {
  group_of_.assign(facts_.desc().ops_size(), -1);
  for (int i = 0; i < facts_.desc().ops_size(); ++i) {
    if (IsElementwise(i, facts_, table_, schemas_, context_)) Join(i);
  }
  ElementwiseGroups groups;
  for (const Members& members : groups_) {
    if (members.size() < 2) continue;
    ElementwiseGroup group = GroupOf(members);
    if (Saves(group)) {
      groups.found.push_back(std::move(group));
    } else {
      groups.gave_up = true;
    }
  }
  return groups;
}

}  // namespace

bool MayHaveElementwiseGroups(const SymbolTable& table,
                              const PassContext& context) {
  absl::flat_hash_set<absl::string_view> results;
  for (const proto::OpDesc& op : table.desc().ops()) {
    if (ElementwiseRules(op.type()).empty()) continue;
    for (const proto::Slot& slot : op.inputs()) {
      for (const std::string& name : slot.arguments()) {
        if (results.contains(name)) return true;
      }
    }
    for (const proto::Slot& slot : op.outputs()) {
      for (const std::string& name : slot.arguments()) {
        const proto::VarDesc* var = table.FindVar(name, /*recursive=*/false);
        if (var != nullptr && HasAtLeast(context.few_elements, *var)) {
          results.insert(name);
        }
      }
    }
  }
  return false;
}

ElementwiseGroups FindElementwiseGroups(const BlockFacts& facts,
                                        const SymbolTable& table,
                                        const SchemaSource& schemas,
                                        const PassContext& context) {
  return Finder(facts, table, schemas, context).Find();
}

}  // namespace paddle::framework
