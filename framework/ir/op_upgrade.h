// Operators of older programs, said as today's operators are.
#pragma once

#include <functional>
#include <map>
#include <shared_mutex>
#include <string>
#include <utility>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/schema_source.h"

namespace paddle::framework {

// Rewrites an operator of one version so that the next version does the same
// with it: renames slots and attributes, and sets an attribute whose default
// would mean something else. Throws Unimplemented for what the next version
// cannot do. It sees one operator: no variable and no other operator changes.
using OpUpgrade = std::function<void(proto::OpDesc*)>;

// (type, version) -> what leads to the next version of that type. Filled during
// static initialisation (and by libraries loaded later). Thread safe.
class OpUpgradeMap {
 public:
  static OpUpgradeMap& Instance();

  // AlreadyExists for a second upgrade from the same version.
  void Insert(const std::string& type, int version, OpUpgrade upgrade);
  // One version after the other, until `op` is of version `to`. Unimplemented,
  // naming the versions, where an upgrade is missing; `op` may be half upgraded
  // then.
  void Upgrade(int from, int to, proto::OpDesc* op) const;
  bool Has(const std::string& type, int version) const;

 private:
  mutable std::shared_mutex mutex_;
  std::map<std::pair<std::string, int>, OpUpgrade> upgrades_;
};

// Upgrades every operator of a type that the program recorded an older version
// of, and records the present one. Newer versions and unknown types are left to
// Verify. InvalidArgument for a version below 1; the errors of Upgrade, with
// the block and the operator.
void UpgradeOps(const SchemaSource& schemas, proto::ProgramDesc* program);

}  // namespace paddle::framework
