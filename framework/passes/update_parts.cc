#include "paddle/framework/passes/update_parts.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"

#include "paddle/framework/ir/use_def.h"
#include "paddle/framework/ir/var_dims.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

class PartFinder {
 public:
  PartFinder(const Program& program, const TrainingCut& cut);

  std::vector<UpdatePart> Find();

 private:
  bool IsOptimize(int op) const { return ops_[op].role() == proto::OPTIMIZE; }
  NameList Joining(int op) const;
  void Join(int op, const std::string& name);
  // Returns the operator that stands for the part of `op`.
  int Root(int op) {
    while (parent_[op] != op) op = parent_[op] = parent_[parent_[op]];
    return op;
  }
  UpdatePart PartOf(const std::vector<int>& ops);

  const SymbolTable& table_;
  const google::protobuf::RepeatedPtrField<proto::OpDesc>& ops_;
  const TrainingCut& cut_;
  const UseDef uses_;
  absl::flat_hash_set<std::string> gradients_;
  absl::flat_hash_set<std::string> written_;     // by role optimize
  absl::flat_hash_map<std::string, int> first_;  // operator that has the name
  std::vector<int> parent_;
  std::vector<int> read_;   // gradients of the part, by root
  std::vector<int> joint_;  // by root
};

PartFinder::PartFinder(const Program& program, const TrainingCut& cut)
    : table_(program.global_block()),
      ops_(table_.desc().ops()),
      cut_(cut),
      uses_(program, /*block=*/0),
      parent_(ops_.size()),
      read_(ops_.size(), 0),
      joint_(ops_.size(), -1) {
  std::iota(parent_.begin(), parent_.end(), 0);
  for (const ExchangedVar& var : cut.gradients) gradients_.insert(var.name);
  for (int op = 0; op < ops_.size(); ++op) {
    if (!IsOptimize(op)) continue;
    written_.insert(uses_.writes(op).begin(), uses_.writes(op).end());
  }
}

// Returns the names that join an operator to others.
NameList PartFinder::Joining(int op) const {
  NameList names;
  for (const NameList* all : {&uses_.reads(op), &uses_.writes(op)}) {
    for (const std::string& name : *all) {
      if (gradients_.contains(name) || written_.contains(name)) {
        names.push_back(name);
      }
    }
  }
  return names;
}

void PartFinder::Join(int op, const std::string& name) {
  const auto [found, anew] = first_.try_emplace(name, op);
  const int root = Root(op), other = Root(found->second);
  if (anew) {
    if (gradients_.contains(name) && ++read_[root] > 1 && joint_[root] < 0) {
      joint_[root] = op;
    }
    return;
  }
  if (root == other) return;
  parent_[root] = other;
  const bool several = read_[root] > 0 && read_[other] > 0;
  read_[other] += read_[root];
  if (joint_[other] < 0) joint_[other] = joint_[root];
  if (joint_[other] < 0 && several) joint_[other] = op;
}

UpdatePart PartFinder::PartOf(const std::vector<int>& ops) {
  UpdatePart part;
  part.ops = ops;
  part.joint = joint_[Root(ops[0])];
  absl::flat_hash_set<std::string> reads, seen;
  for (const int op : ops) {
    reads.insert(uses_.reads(op).begin(), uses_.reads(op).end());
    for (const std::string& name : uses_.writes(op)) {
      const proto::VarDesc* var = table_.FindVar(name);
      if (var == nullptr || !(var->persistable() || var->is_parameter()) ||
          !seen.insert(name).second) {
        continue;
      }
      const Dims dims = DimsOf(*var);
      PADDLE_ENFORCE(dims.IsStatic(), Unimplemented, "the optimizer changes '",
                     name, "', ", dims.ToString(),
                     ", whose size is not known before a run");
      part.state.push_back(name);
      part.bytes += dims.Numel() * SizeOf(DataTypeFromNumber(var->dtype()));
    }
  }
  for (const ExchangedVar& var : cut_.gradients) {
    if (reads.contains(var.name)) part.gradients.push_back(var.name);
  }
  return part;
}

std::vector<UpdatePart> PartFinder::Find() {
  for (int op = 0; op < ops_.size(); ++op) {
    if (!IsOptimize(op)) continue;
    for (const std::string& name : Joining(op)) Join(op, name);
  }
  std::vector<std::vector<int>> groups;
  absl::flat_hash_map<int, size_t> group_of;  // by root
  for (int op = 0; op < ops_.size(); ++op) {
    if (!IsOptimize(op)) continue;
    const auto found = group_of.try_emplace(Root(op), groups.size());
    if (found.second) groups.emplace_back();
    groups[found.first->second].push_back(op);
  }
  std::vector<UpdatePart> parts;
  for (const std::vector<int>& ops : groups) parts.push_back(PartOf(ops));
  return parts;
}

}  // namespace

std::vector<UpdatePart> FindUpdateParts(const Program& program,
                                        const TrainingCut& cut) {
  return PartFinder(program, cut).Find();
}

}  // namespace paddle::framework
