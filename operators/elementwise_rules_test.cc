// Holds operators to what they say of themselves as elementwise ones.
#include <memory>
#include <string>

#include "gtest/gtest.h"

#include "paddle/framework/executor/kernel_table.h"
#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/elementwise_rule.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/operators/common/elementwise_tile.h"
#include "paddle/operators/register_all_ops.h"

namespace paddle::operators {
namespace {

using framework::ElementwiseRule;
using framework::KernelKey;
using framework::KernelTable;
using framework::OpArguments;

framework::proto::OpDesc StepOf(const framework::OpProto& proto,
                                const ElementwiseRule& rule) {
  auto op = framework::MakeOp(proto.type, {}, {{rule.output, {"out"}}});
  for (const std::string& slot : rule.inputs) {
    framework::SetInput(&op, slot, {slot});
  }
  for (const framework::AttrProto& attr : proto.attrs) {
    const bool required =
        TypeOf(attr.default_value) == framework::AttrType::kNone;
    EXPECT_FALSE(required) << proto.type << " requires " << attr.name;
    framework::SetAttribute(&op, attr.name, attr.default_value);
  }
  return op;
}

void ExpectTiles(const framework::proto::OpDesc& op,
                 const framework::OpProto& proto, const KernelKey& key) {
  const OpArguments arguments(op, proto, [&](const std::string& name) {
    return OpArguments::Var{name, key.dtype};
  });
  const auto kernel =
      KernelTable::Instance().Find(op.type(), key.place, key.dtype)(arguments);
  EXPECT_NE(dynamic_cast<const ElementwiseTile*>(kernel.get()), nullptr)
      << op.type() << ", " << key.ToString();
}

TEST(ElementwiseRules, NameSlotsOfOperatorsWhoseKernelsComputeTiles) {
  EXPECT_GT(RegisterAllOps(), 0);
  EXPECT_GT(framework::ElementwiseTypes().size(), 50u);
  for (const std::string& type : framework::ElementwiseTypes()) {
    const auto& proto = framework::OpInfoMap::Instance().Get(type).proto;
    for (const ElementwiseRule& rule : framework::ElementwiseRules(type)) {
      EXPECT_NE(proto.FindOutput(rule.output), nullptr) << type;
      for (const std::string& slot : rule.inputs) {
        EXPECT_NE(proto.FindInput(slot), nullptr) << type << " " << slot;
      }
      EXPECT_TRUE(!rule.broadcasts || rule.inputs.size() == 2) << type;
      for (const KernelKey& key : KernelTable::Instance().Keys(type)) {
        if (key.place != platform::PlaceKind::kCPU) continue;
        ExpectTiles(StepOf(proto, rule), proto, key);
      }
    }
  }
}

}  // namespace
}  // namespace paddle::operators
