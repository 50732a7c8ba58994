#include "paddle/backward/param_devices.h"

#include <set>

#include "gtest/gtest.h"

#include "paddle/backward/optimizer.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/layers/layers.h"

namespace paddle::backward {
namespace {

// Two layers, a stage each; the optimizer is written outside of both.
layer::Variable Loss() {
  layer::Variable x = layer::data("x", {-1, 4});
  {
    const layer::DeviceGuard stage("stage:0");
    x = layer::fc(x, 3);
  }
  const layer::DeviceGuard stage("stage:1");
  return layer::mean(layer::fc(x, 2));
}

TEST(ParamDevicesTest, GradientsAndUpdatesStandWithTheLayer) {
  const auto main = layer::NewProgram();
  const layer::ProgramGuard programs(main, layer::NewProgram());
  OptimizerOptions options;
  options.regularizer = layer::L2Decay(0.1);
  SGDOptimizer(0.1, options).Minimize(Loss());
  const ParamDevices devices(*main);
  std::set<std::string> updated;
  for (const auto& op : main->global_block().desc().ops()) {
    EXPECT_NE(op.device(), "") << op.type();
    if (op.type() != "sgd") continue;
    const std::string param = framework::Input(op, "Param");
    EXPECT_EQ(op.device(), devices.Of(layer::Variable(main, 0, param)));
    updated.insert(op.device());
  }
  EXPECT_EQ(updated, std::set<std::string>({"stage:0", "stage:1"}));
}

}  // namespace
}  // namespace paddle::backward
