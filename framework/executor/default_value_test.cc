#include "paddle/framework/executor/default_value.h"

#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/executor/block.h"
#include "paddle/framework/executor/executor.h"
#include "paddle/framework/executor/testing/test_ops.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/gpu.h"

namespace paddle::framework::testing {
namespace {

using ::testing::ElementsAre;

class DefaultValueTest : public ::testing::Test {
 protected:
  // Data [N, 1] with a default value.
  proto::VarDesc* AddDefault(const std::string& name,
                             const std::vector<float>& values) {
    AddData(program_.get(), name, 1);
    proto::VarDesc* var = program_->global_block().FindVar(name);
    proto::DefaultValue* value = var->mutable_default_value();
    value->add_dims(static_cast<int64_t>(values.size()));
    value->add_dims(1);
    value->mutable_data()->resize(values.size() * sizeof(float));
    std::memcpy(value->mutable_data()->data(), values.data(),
                value->data().size());
    return var;
  }
  std::vector<float> Run(const Feeds& feeds, const std::string& fetch) {
    auto values = executor_.Run(program_, feeds, {fetch}, scope_.get());
    return ValuesOf(absl::get<LoDTensor>(values[0]));
  }

  std::shared_ptr<Program> program_ = NewProgram();
  std::shared_ptr<Scope> scope_ = Scope::Create();
  Executor executor_;
};

TEST_F(DefaultValueTest, FeedsWin) {
  AddDefault("x", {1, 2, 3});
  Plus(program_.get(), "x", "y", 1);
  EXPECT_THAT(Run({}, "y"), ElementsAre(2, 3, 4));
  EXPECT_THAT(Run({{"x", TensorOf({2, 1}, {5, 6})}}, "y"), ElementsAre(6, 7));
  EXPECT_THAT(Run({}, "y"), ElementsAre(2, 3, 4));
  EXPECT_THAT(Run({}, "x"), ElementsAre(1, 2, 3));
}

TEST_F(DefaultValueTest, IsReadOnAGPU) {
  PADDLE_SKIP_WITHOUT_GPU();
  AddDefault("x", {1, 2, 3});
  Plus(program_.get(), "x", "y", 1);
  Executor there(platform::CUDAPlace(0));
  for (int run = 0; run < 2; ++run) {
    const auto values = there.Run(program_, {}, {"y"}, scope_.get());
    EXPECT_THAT(ValuesOf(absl::get<LoDTensor>(values[0])),
                ElementsAre(2, 3, 4));
  }
}

TEST_F(DefaultValueTest, HasSequences) {
  proto::VarDesc* var = AddDefault("x", {1, 2, 3});
  var->set_lod_level(1);
  var->mutable_default_value()->add_lengths()->add_values(1);
  var->mutable_default_value()->mutable_lengths(0)->add_values(2);
  const auto fetched = executor_.Run(program_, {}, {"x"}, scope_.get());
  EXPECT_EQ(absl::get<LoDTensor>(fetched[0]).lod()->lengths(),
            LoD::Levels({{1, 2}}));
  EXPECT_ERROR(Run({{"x", TensorOf({2, 1}, {5, 6})}}, "x"), InvalidArgument,
               "has lod_level 1, but is fed with a value of shape [2, 1] with "
               "0 levels of sequences");
}

TEST_F(DefaultValueTest, OnlyWhatIsReadCounts) {
  AddDefault("x", {1, 2, 3});
  AddDefault("unused", {1, 2});
  Plus(program_.get(), "x", "y", 1);
  EXPECT_THAT(Run({}, "y"), ElementsAre(2, 3, 4));
  EXPECT_EQ(scope_->FindVar("unused"), nullptr);
}

TEST_F(DefaultValueTest, BatchesMustAgree) {
  AddDefault("x", {1, 2, 3});
  AddDefault("z", {1, 1, 1});
  Add(program_.get(), "x", "z", "y");
  EXPECT_THAT(Run({}, "y"), ElementsAre(2, 3, 4));
  EXPECT_ERROR(Run({{"x", TensorOf({2, 1}, {5, 6})}}, "y"), InvalidArgument,
               "variable z [N, 1] float32 is not fed and has a default value "
               "of shape [3, 1], but by the feed of variable x [N, 1] float32 "
               "axis 0 has size 2");
}

TEST_F(DefaultValueTest, AnUpdateGetsACopy) {
  AddDefault("x", {1, 2, 3});
  Fill(program_.get(), "one", {3, 1}, 1);
  Update(program_.get(), "x", "one");
  EXPECT_THAT(Run({}, "x"), ElementsAre(0, 1, 2));
  EXPECT_THAT(Run({}, "x"), ElementsAre(0, 1, 2));
}

TEST_F(DefaultValueTest, BlockRunKeepsWhatTheScopeHas) {
  AddDefault("x", {1, 2, 3});
  Plus(program_.get(), "x", "y", 1);
  const Block block(program_, 0);
  block.Run(scope_.get());
  EXPECT_THAT(ValuesOf(scope_->FindVar("y")->Get<LoDTensor>()),
              ElementsAre(2, 3, 4));
  *scope_->Var("x")->GetMutable<LoDTensor>() = TensorOf({1, 1}, {5});
  block.Run(scope_.get());
  EXPECT_THAT(ValuesOf(scope_->FindVar("y")->Get<LoDTensor>()), ElementsAre(6));
}

TEST_F(DefaultValueTest, TravelsWithTheProgram) {
  AddDefault("x", {1, 2, 3});
  Plus(program_.get(), "x", "y", 1);
  program_ = Program::Parse(program_->schemas(), program_->Serialize());
  EXPECT_THAT(Run({}, "y"), ElementsAre(2, 3, 4));
}

TEST_F(DefaultValueTest, AWrongOneIsNamed) {
  AddDefault("x", {1, 2, 3})->mutable_default_value()->add_dims(2);
  EXPECT_ERROR(Run({}, "x"), InvalidArgument,
               "a default value of shape [3, 1, 2] does not fit [N, 1]\n"
               "  in variable 'x'");
}

}  // namespace
}  // namespace paddle::framework::testing
