#include "paddle/framework/layers/parameter.h"

#include "gtest/gtest.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/framework/layers/testing/layer_test.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::layer {
namespace {

class ParameterTest : public LayerTest {
 protected:
  const framework::proto::BlockDesc& Startup() const {
    return startup_->global_block().desc();
  }
};

TEST_F(ParameterTest, DataIsFed) {
  const Variable x = data("x", {-1, 784});
  EXPECT_EQ(x.ToString(), "x [N, 784] float32");
  EXPECT_TRUE(x.desc().is_feed());
  EXPECT_TRUE(x.stop_gradient());
  EXPECT_FALSE(x.persistable());
  EXPECT_EQ(data("ids", {-1, 1}, DataType::kInt64).ToString(),
            "ids [N, 1] int64");
  EXPECT_EQ(data("scalar", {}).dims().rank(), 0);
}

TEST_F(ParameterTest, UnknownSizesAreSymbols) {
  const Variable images = data("images", {-1, 3, -1, -1});
  const Dims dims = images.dims();
  EXPECT_EQ(dims[0], framework::kBatchSize);
  EXPECT_LT(dims[2], 0);
  EXPECT_NE(dims[2], dims[3]);
  const Variable words = data("words", {-1, 1}, DataType::kInt64, 1);
  EXPECT_EQ(words.lod_level(), 1);
  EXPECT_LT(words.dims()[0], framework::kBatchSize);
}

TEST_F(ParameterTest, DataSaysWhatIsWrong) {
  data("x", {-1, 3});
  EXPECT_ERROR(data("x", {-1, 3}), AlreadyExists, "a variable 'x' already");
  EXPECT_ERROR(data("", {1}), InvalidArgument, "needs a name");
  EXPECT_ERROR(data("y", {-2}), InvalidArgument, "axis 0");
  EXPECT_ERROR(data("y", {1}, DataType::kFloat32, -1), InvalidArgument,
               "lod_level");
  const int64_t large = int64_t{1} << 40;
  EXPECT_ERROR(data("y", {-1, large, large}), InvalidArgument, "overflows");
  EXPECT_EQ(main_->global_block().FindVar("y"), nullptr);
}

TEST_F(ParameterTest, StandsInBothPrograms) {
  const int child = main_->AddBlock(0);
  const BlockGuard block(child);
  ParamAttr attr;
  attr.learning_rate = 2;
  attr.regularizer = L2Decay(0.1);
  attr.gradient_clip = ClipByNorm(1);
  const Variable w = parameter({3, 4}, DataType::kFloat64, attr, "fc_0.w",
                               initializer::Constant(1));
  EXPECT_EQ(w.ToString(), "fc_0.w_0 [3, 4] float64");
  EXPECT_EQ(w.block(), 0);
  EXPECT_TRUE(w.persistable() && w.is_parameter() && w.trainable());
  EXPECT_FALSE(w.stop_gradient());
  EXPECT_EQ(w.desc().learning_rate(), 2);
  EXPECT_EQ(w.desc().regularizer().coefficient(), 0.1);
  EXPECT_EQ(w.desc().gradient_clip().norm(), 1);
  ASSERT_EQ(Startup().ops_size(), 1);
  EXPECT_EQ(Startup().ops(0).type(), "fill_constant");
  EXPECT_TRUE(Startup().vars(0).persistable());
  EXPECT_EQ(main_->global_block().desc().ops_size(), 0);
}

TEST_F(ParameterTest, IsSharedByName) {
  const Variable w = parameter({3, 4}, DataType::kFloat32, "shared");
  EXPECT_EQ(parameter({3, 4}, DataType::kFloat32, "shared"), w);
  EXPECT_EQ(Startup().ops_size(), 1);
  EXPECT_ERROR(parameter({4, 3}, DataType::kFloat32, "shared"), InvalidArgument,
               "variable 'shared' exists already: it is [3, 4] float32, and a "
               "persistable [4, 3] float32 is asked for");
}

TEST_F(ParameterTest, IsInitialisedOnceForTwoPrograms) {
  parameter({2}, DataType::kFloat32, "w");
  const ProgramGuard test(NewProgram());
  EXPECT_EQ(parameter({2}, DataType::kFloat32, "w").program(),
            DefaultMainProgram());
  EXPECT_EQ(Startup().ops_size(), 1);
}

TEST_F(ParameterTest, NotTrainableStopsGradients) {
  ParamAttr attr;
  attr.trainable = false;
  const Variable w = parameter({2}, DataType::kFloat32, attr);
  EXPECT_EQ(w.name(), "parameter_0");
  EXPECT_FALSE(w.trainable());
  EXPECT_TRUE(w.stop_gradient());
}

TEST_F(ParameterTest, SaysWhatIsWrong) {
  EXPECT_ERROR(parameter({-1, 2}), InvalidArgument, "must be fixed");
  ParamAttr attr = "frozen";
  attr.learning_rate = 0;
  EXPECT_ERROR(parameter({2}, DataType::kFloat32, attr), InvalidArgument,
               "trainable = false");
  ParamAttr wrong = "wrong";
  wrong.initializer = initializer::Values({1, 2, 3});
  EXPECT_ERROR(parameter({2}, DataType::kFloat32, wrong), InvalidArgument,
               "parameter 'wrong' takes 2 values, not 3");
  EXPECT_EQ(Startup().vars_size(), 0);
  EXPECT_EQ(main_->global_block().desc().vars_size(), 0);
}

TEST_F(ParameterTest, GlobalVariablesAreNoParameters) {
  const RoleGuard role(framework::proto::OPTIMIZE);
  const Variable step = global_variable({1}, DataType::kInt64, 7);
  EXPECT_EQ(step.ToString(), "global_0 [1] int64");
  EXPECT_TRUE(step.persistable());
  EXPECT_FALSE(step.is_parameter());
  ASSERT_EQ(Startup().ops_size(), 1);
  EXPECT_EQ(Startup().ops(0).role(), framework::proto::FORWARD);
}

TEST_F(ParameterTest, GetVariableLooksThroughBlocks) {
  const Variable w = parameter({2}, DataType::kFloat32, "fc.w");
  const BlockGuard block(main_->AddBlock(0));
  EXPECT_EQ(get_variable("fc.w"), w);
  EXPECT_ERROR(get_variable("fc.b"), NotFound, "fc.w");
}

TEST_F(ParameterTest, NamesAreFoundFromInnerBlocks) {
  const Variable w = parameter({4}, DataType::kFloat32, "fc.w");
  const int child = main_->AddBlock(0);
  {
    const BlockGuard guard(child);
    EXPECT_EQ(get_variable("fc.w"), w);
    main_->block(child).Var("local");
    EXPECT_EQ(get_variable("local"), Variable(main_, child, "local"));
    main_->block(child).Var("fc.w");
    EXPECT_EQ(get_variable("fc.w"), Variable(main_, child, "fc.w"));
  }
  EXPECT_EQ(get_variable("fc.w"), w);
  EXPECT_ERROR(get_variable("local"), NotFound, "no variable is called");
}

}  // namespace
}  // namespace paddle::layer
