// Upgrades operators of older programs to today's versions.
#pragma once

#include <functional>
#include <map>
#include <shared_mutex>
#include <string>
#include <utility>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/schema_source.h"

namespace paddle::framework {

// Rewrites an operator of one version so that the next version behaves the
// same: renames slots and attributes, and sets an attribute whose default would
// mean something else. Throws Unimplemented if the next version cannot do it.
// Sees one operator and changes nothing else.
using OpUpgrade = std::function<void(proto::OpDesc*)>;

// Maps (type, version) to the upgrade to the next version of that type. Filled
// during static initialization (and by libraries loaded later). Thread safe.
class OpUpgradeMap {
 public:
  static OpUpgradeMap& Instance();

  // Throws AlreadyExists if there is an upgrade from this version already.
  void Insert(const std::string& type, int version, OpUpgrade upgrade);
  // Applies one upgrade after the other until `op` is of version `to`. Throws
  // Unimplemented, naming the versions, if one is missing; `op` may then be
  // upgraded only partly.
  void Upgrade(int from, int to, proto::OpDesc* op) const;
  bool Has(const std::string& type, int version) const;

 private:
  mutable std::shared_mutex mutex_;
  std::map<std::pair<std::string, int>, OpUpgrade> upgrades_;
};

// Upgrades each operator whose type the program recorded in an older version,
// and records the current one. Leaves newer versions and unknown types to
// Verify. Throws InvalidArgument for a version below 1, and the errors of
// Upgrade with block and operator added.
void UpgradeOps(const SchemaSource& schemas, proto::ProgramDesc* program);

// Notes in a program that it has operators of this type, of today's version.
// For those who add operators to the message directly: Program::AppendOp does
// it.
void RecordOpVersion(const OpProto& proto, proto::ProgramDesc* program);

}  // namespace paddle::framework
