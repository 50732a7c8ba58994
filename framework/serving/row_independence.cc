#include "paddle/framework/serving/row_independence.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/elementwise_rule.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/registry/row_rules.h"

namespace paddle::serving {
namespace {

using framework::FindRowRule;
using framework::NameList;
using framework::Program;
using framework::RowRule;
using framework::SchemaSource;
using framework::SymbolTable;
using framework::proto::OpDesc;
using framework::proto::VarDesc;

// The group of what depends on the batch, but has no rows.
constexpr RowGroup kMixed{-1, false};

// Follows the rows of the feeds through the operators of a program.
class RowFlow {
 public:
  RowFlow(const Program& program, const SchemaSource& schemas)
      : table_(program.global_block()), schemas_(schemas) {}

  RowIndependence Find(const framework::proto::ProgramDesc& desc) {
    RowIndependence found;
    for (int i = 0; i < desc.feeds_size(); ++i) {
      if (!AddFeed(i, table_.GetVar(desc.feeds(i)))) {
        found.reason = absl::StrCat("input ", desc.feeds(i),
                                    " has no rows: the size of its first axis "
                                    "is fixed");
        return found;
      }
      found.feeds.push_back(*groups_[desc.feeds(i)]);
    }
    for (const OpDesc& op : table_.desc().ops()) {
      if (!Follow(op)) {
        found.reason = absl::StrCat("operator ", op.type(), ", which computes ",
                                    NamesOf(op), ", may mix rows of the batch");
        return found;
      }
    }
    for (const std::string& fetch : desc.fetches()) {
      const auto group = GroupOf(fetch);
      if (!group || *group == kMixed) {
        found.reason =
            absl::StrCat("output ", fetch, " has no row for each of the batch");
        return found;
      }
      found.fetches.push_back(*group);
    }
    return found;
  }

 private:
  using Group = absl::optional<RowGroup>;  // none: the same for any batch

  static std::string NamesOf(const OpDesc& op) {
    const NameList names = framework::OutputNames(op);
    return names.empty() ? "nothing" : names[0];
  }

  bool AddFeed(int index, const VarDesc& var) {
    if (var.dims_size() == 0 || var.dims(0) >= 0) return false;
    // Two feeds of sequences may have the same rows, and other lengths.
    const int first = var.lod_level() > 0
                          ? index
                          : feeds_.emplace(var.dims(0), index).first->second;
    groups_[var.name()] = RowGroup{first, false};
    return true;
  }

  Group GroupOf(const std::string& name) const {
    const auto found = groups_.find(name);
    return found == groups_.end() ? Group() : found->second;
  }

  bool Follow(const OpDesc& op) {
    const framework::OpProto* proto = schemas_.Find(op.type());
    if (proto == nullptr || proto->lasting_effect ||
        !framework::BlocksOf(op).empty()) {
      return false;
    }
    const RowRule* rule = FindRowRule(op.type());
    // Dropout draws nothing when it is tested.
    if (proto->random && (rule == nullptr || !rule->keeps(op, table_))) {
      return false;
    }
    bool rows = false;
    for (const std::string& name : framework::InputNames(op)) {
      const Group group = GroupOf(name);
      if (group && *group == kMixed) return false;
      rows = rows || group;
    }
    if (!rows) return true;
    if (rule != nullptr) return FollowRule(op, *rule);
    return FollowElementwise(op, *proto);
  }

  bool FollowRule(const OpDesc& op, const RowRule& rule) {
    // The attributes are known only when the program runs.
    if (framework::ReadsAttributes(op)) return false;
    if (!rule.keeps(op, table_)) return false;
    Group group;
    for (const auto& slot : op.inputs()) {
      const auto place =
          std::find(rule.slots.begin(), rule.slots.end(), slot.name());
      for (const std::string& name : slot.arguments()) {
        if (name.empty()) continue;
        const Group rows = GroupOf(name);
        if (rows.has_value() != (place != rule.slots.end())) return false;
        if (!rows) continue;
        if (rule.kind == RowRule::Kind::kSpreads && slot.name() == "X") {
          if (!rows->sequences) return false;
          continue;
        }
        if (group && !(*group == *rows)) return false;
        group = rows;
      }
    }
    if (!group) return false;
    if (rule.kind == RowRule::Kind::kSpreads) {
      const Group rows = GroupOf(framework::Input(op, "X"));
      if (rows->feed != group->feed || group->sequences) return false;
    } else if (rule.kind != RowRule::Kind::kRows && group->sequences) {
      return false;
    }
    if (rule.kind == RowRule::Kind::kPools) group->sequences = true;
    return Set(op, *group);
  }

  bool FollowElementwise(const OpDesc& op, const framework::OpProto& proto) {
    const auto& rules = framework::ElementwiseRules(op.type());
    if (rules.size() != proto.outputs.size()) return false;
    int rank = 0;
    for (const std::string& name : framework::InputNames(op)) {
      rank = std::max(rank, table_.GetVar(name).dims_size());
    }
    const int64_t axis = framework::HasAttr(op, "axis")
                             ? framework::GetAttr<int64_t>(op, "axis")
                             : -1;
    Group group;
    for (const std::string& name : framework::InputNames(op)) {
      const bool second = name == framework::Input(op, "Y");
      const int64_t begin =
          axis >= 0 && second ? axis : rank - table_.GetVar(name).dims_size();
      const Group rows = GroupOf(name);
      if (!rows && begin == 0 && table_.GetVar(name).dims_size() > 0 &&
          table_.GetVar(name).dims(0) != 1) {
        return false;  // a parameter as high as the batch
      }
      if (!rows) continue;
      if (begin != 0 || (group && !(*group == *rows))) return false;
      group = rows;
    }
    return Set(op, *group);
  }

  // Marks what an operator writes. What has no axis of rows, such as the
  // statistics of a normalization, nobody may read.
  bool Set(const OpDesc& op, RowGroup group) {
    for (const std::string& name : framework::OutputNames(op)) {
      const VarDesc& var = table_.GetVar(name);
      const bool rows = var.dims_size() > 0 && var.dims(0) < 0;
      groups_[name] = rows ? group : kMixed;
    }
    return true;
  }

  const SymbolTable& table_;
  const SchemaSource& schemas_;
  std::map<int64_t, int> feeds_;  // the first feed with a symbol
  std::map<std::string, Group> groups_;
};

}  // namespace

RowIndependence FindRowIndependence(const Program& program,
                                    const SchemaSource& schemas) {
  return RowFlow(program, schemas).Find(program.desc());
}

}  // namespace paddle::serving
