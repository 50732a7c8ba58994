#include "paddle/framework/ir/op_upgrade.h"

#include <mutex>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"

#include "paddle/platform/enforce.h"

namespace paddle::framework {

// Never destroyed: programs may be read while static variables are destroyed.
OpUpgradeMap& OpUpgradeMap::Instance() {
  static OpUpgradeMap& map = *new OpUpgradeMap;
  return map;
}

void OpUpgradeMap::Insert(const std::string& type, int version,
                          OpUpgrade upgrade) {
  std::unique_lock lock(mutex_);
  const bool inserted =
      upgrades_.emplace(std::make_pair(type, version), std::move(upgrade))
          .second;
  PADDLE_ENFORCE(inserted, AlreadyExists, "two upgrades of operator ", type,
                 " from version ", version);
}

bool OpUpgradeMap::Has(const std::string& type, int version) const {
  std::shared_lock lock(mutex_);
  return upgrades_.count({type, version}) > 0;
}

void OpUpgradeMap::Upgrade(int from, int to, proto::OpDesc* op) const {
  std::shared_lock lock(mutex_);
  // Upgrades lead from one version to the next, so each is written only once.
  for (int version = from; version < to; ++version) {
    const auto upgrade = upgrades_.find({op->type(), version});
    PADDLE_ENFORCE(upgrade != upgrades_.end(), Unimplemented,
                   "the program has version ", from, " of operator ",
                   op->type(), "; this build has version ", to,
                   " and no upgrade from version ", version);
    upgrade->second(op);
  }
}

namespace {

struct Versions {
  int recorded = 1;
  int present = 1;
};
using OlderTypes = absl::flat_hash_map<std::string, Versions>;

// Returns the types that the program recorded in an older version, and records
// the current versions.
OlderTypes TakeOlder(const SchemaSource& schemas, proto::ProgramDesc* program) {
  OlderTypes older;
  for (proto::OpVersion& version : *program->mutable_op_versions()) {
    PADDLE_ENFORCE(version.version() >= 1, InvalidArgument, "version ",
                   version.version(), " of operator ", version.type());
    const OpProto* proto = schemas.Find(version.type());
    // Unknown types and newer versions are reported by Verify, with advice.
    if (proto == nullptr || version.version() >= proto->version) continue;
    older.emplace(version.type(), Versions{version.version(), proto->version});
    version.set_version(proto->version);
  }
  return older;
}

}  // namespace

void UpgradeOps(const SchemaSource& schemas, proto::ProgramDesc* program) {
  const OlderTypes older = TakeOlder(schemas, program);
  if (older.empty()) return;
  const OpUpgradeMap& map = OpUpgradeMap::Instance();
  for (proto::BlockDesc& block : *program->mutable_blocks()) {
    for (proto::OpDesc& op : *block.mutable_ops()) {
      const auto found = older.find(op.type());
      if (found == older.end()) continue;
      try {
        map.Upgrade(found->second.recorded, found->second.present, &op);
      } catch (platform::Error& error) {
        // The id identifies the operator, which has no call site after loading.
        error.AddContext(absl::StrCat("in operator ", op.type(), " (id ",
                                      op.id(), ") of block ", block.index()));
        throw;
      }
    }
  }
}

void RecordOpVersion(const OpProto& proto, proto::ProgramDesc* program) {
  for (proto::OpVersion& known : *program->mutable_op_versions()) {
    if (known.type() != proto.type) continue;
    return known.set_version(proto.version);
  }
  proto::OpVersion* added = program->add_op_versions();
  added->set_type(proto.type);
  added->set_version(proto.version);
}

}  // namespace paddle::framework
