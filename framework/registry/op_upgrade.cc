#include "paddle/framework/registry/op_upgrade.h"

#include <string>
#include <utility>

#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

void RenameAttribute(proto::OpDesc* op, absl::string_view from,
                     absl::string_view to) {
  for (proto::Attr& attr : *op->mutable_attrs()) {
    if (attr.name() == from) attr.set_name(std::string(to));
  }
}

namespace internal {

int RegisterOpUpgrade(const char* type, int version, OpUpgrade upgrade) {
  const OpProto* proto = OpInfoMap::Instance().Find(type);
  PADDLE_ENFORCE(proto != nullptr, Internal, "an upgrade of operator ", type,
                 ", which is not registered");
  // An upgrade to a version that does not exist would never run.
  PADDLE_ENFORCE(version >= 1 && version < proto->version, Internal,
                 "an upgrade of operator ", type, " from version ", version,
                 "; the operator has version ", proto->version);
  OpUpgradeMap::Instance().Insert(type, version, std::move(upgrade));
  return 0;
}

}  // namespace internal
}  // namespace paddle::framework
