#include "paddle/operators/register_all_ops.h"

#include <gtest/gtest.h>

#include "paddle/framework/ir/op_upgrade.h"
#include "paddle/framework/registry/op_info_map.h"

namespace paddle::operators {
namespace {

TEST(RegisterAllOpsTest, NamesASchemaAndAKernelOfEachOp) {
  int written = 0;  // Gradient types are registered with their forward type.
  const auto& ops = framework::OpInfoMap::Instance();
  for (const auto& type : ops.Types()) {
    constexpr char kGrad[] = "_grad";
    if (type.size() < 5 || type.substr(type.size() - 5) != kGrad) ++written;
  }
  EXPECT_GE(RegisterAllOps(), 2 * written);
}

TEST(RegisterAllOpsTest, EachVersionOfAnOperatorCanBeRead) {
  const auto& ops = framework::OpInfoMap::Instance();
  int upgrades = 0;
  for (const auto& type : ops.Types()) {
    for (int old = 1; old < ops.Find(type)->version; ++old, ++upgrades) {
      EXPECT_TRUE(framework::OpUpgradeMap::Instance().Has(type, old))
          << "register how " << type << " reads version " << old
          << " (framework/registry/op_upgrade.h)";
    }
  }
  EXPECT_GE(upgrades, 1);  // that of adam
}

}  // namespace
}  // namespace paddle::operators
