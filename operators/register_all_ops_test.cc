#include "paddle/operators/register_all_ops.h"

#include <gtest/gtest.h>

#include "paddle/framework/registry/op_registry.h"

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

}  // namespace
}  // namespace paddle::operators
