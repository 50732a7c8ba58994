#include "paddle/framework/layers/layer_helper.h"

#include "gtest/gtest.h"

#include "paddle/framework/layers/program_guard.h"
#include "paddle/framework/layers/testing/layer_test.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::layer {
namespace {

class LayerHelperTest : public LayerTest {
 protected:
  const Variable x_ = data("x", {-1, 3}, DataType::kFloat64);
};

TEST_F(LayerHelperTest, NamesEverythingAfterTheLayer) {
  LayerHelper layer("thing", {x_});
  EXPECT_EQ(layer.name(), "thing_0");
  const Variable w = layer.Weight({3, 3}, {});
  EXPECT_EQ(w.ToString(), "thing_0.w_0 [3, 3] float64");
  EXPECT_EQ(layer.Weight({3, 3}, {}).name(), "thing_0.w_1");
  EXPECT_EQ(layer.Bias({3}, {}).name(), "thing_0.b_0");
  EXPECT_EQ(layer.Op("elementwise_add", {{"X", x_}, {"Y", x_}}).name(),
            "thing_0.tmp_0");
  EXPECT_EQ(LayerHelper("thing", {x_}, "mine").name(), "mine");
  EXPECT_EQ(LayerHelper("thing", {x_}).name(), "thing_1");
}

TEST_F(LayerHelperTest, WeightsAreRandomAndBiasesZero) {
  LayerHelper layer("thing", {x_});
  layer.Weight({3, 3}, {});
  layer.Bias({3}, {});
  const auto& ops = startup_->global_block().desc().ops();
  EXPECT_EQ(ops[0].type(), "uniform_random");
  EXPECT_EQ(ops[1].type(), "fill_constant");
  EXPECT_EQ(framework::GetAttr<double>(ops[1], "value"), 0);
}

TEST_F(LayerHelperTest, StateIsKeptButNotTrained) {
  LayerHelper layer("thing", {x_});
  const Variable mean = layer.State("mean", {3}, 1, "");
  EXPECT_EQ(mean.name(), "thing_0.mean_0");
  EXPECT_TRUE(mean.persistable());
  EXPECT_FALSE(mean.trainable());
  EXPECT_TRUE(mean.stop_gradient());
  EXPECT_EQ(layer.State("mean", {3}, 1, "given").name(), "given");
}

TEST_F(LayerHelperTest, AddsBiasAlongAnAxis) {
  LayerHelper layer("thing", {x_});
  EXPECT_EQ(layer.AddBias(x_, absl::nullopt, -1), x_);
  const Variable y = layer.AddBias(x_, ParamAttr("b"), -1);
  EXPECT_EQ(y.dims(), x_.dims());
  EXPECT_EQ(get_variable("b").dims(), Dims({3}));
  EXPECT_ERROR(layer.AddBias(x_, ParamAttr(), 0), InvalidArgument,
               "the shape of thing_0's bias would be [N]");
}

TEST_F(LayerHelperTest, SaysWhatIsWrong) {
  EXPECT_ERROR(LayerHelper("thing", {}), InvalidArgument,
               "thing needs at least one input");
  const ProgramGuard other(NewProgram());
  EXPECT_ERROR(LayerHelper("thing", {x_}), InvalidArgument,
               "use a ProgramGuard");
}

}  // namespace
}  // namespace paddle::layer
