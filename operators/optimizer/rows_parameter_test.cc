// Steps for parameters that are SelectedRows, as a program takes them.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/executor/executor.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/selected_rows.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::operators {
namespace {

using framework::LoDTensor;
using framework::SelectedRows;
using ::testing::ElementsAre;

constexpr int64_t kRowsOfAll = 9;

// A program of one step, out = w - 0.5 * g, on rows of a [9, 1] matrix.
class RowsParameterTest : public ::testing::Test {
 protected:
  RowsParameterTest() {
    for (const char* name : {"w", "g", "out"}) Declare(name, true);
    Declare("rate", false);
    auto* rate = scope_->Var("rate")->GetMutable<LoDTensor>();
    rate->Allocate({1}, framework::DataType::kFloat32);
    *rate->mutable_data<float>() = 0.5f;
    Set("w", {8, 0, 3}, {1, 2, 3});
  }

  void Declare(const std::string& name, bool rows) {
    framework::proto::VarDesc* var = program_->global_block().Var(name);
    var->set_dtype(framework::proto::FLOAT32);
    var->set_persistable(true);
    var->add_dims(rows ? kRowsOfAll : 1);
    if (!rows) return;
    var->set_kind(framework::proto::SELECTED_ROWS);
    var->add_dims(1);
  }
  void Set(const std::string& name, const std::vector<int64_t>& rows,
           const std::vector<float>& values) {
    auto* made = scope_->Var(name)->GetMutable<SelectedRows>();
    made->set_height(kRowsOfAll);
    *made->mutable_rows() = rows;
    made->mutable_value()->Allocate({static_cast<int64_t>(rows.size()), 1},
                                    framework::DataType::kFloat32);
    std::copy(values.begin(), values.end(),
              made->mutable_value()->mutable_data<float>());
  }
  std::vector<float> ValueOf(const std::string& name) const {
    const auto& rows = scope_->FindVar(name)->Get<SelectedRows>();
    const float* first = rows.value().data<float>();
    return {first, first + rows.value().numel()};
  }
  void Step(const std::string& out) {
    program_->AppendOp(
        0, framework::MakeOp(
               "sgd",
               {{"Param", {"w"}}, {"Grad", {"g"}}, {"LearningRate", {"rate"}}},
               {{"ParamOut", {out}}}, {}));
    framework::Executor().Run(program_, {}, {}, scope_.get());
  }

  const std::shared_ptr<framework::Program> program_ =
      std::make_shared<framework::Program>(framework::OpInfoMap::Instance());
  const std::shared_ptr<framework::Scope> scope_ = framework::Scope::Create();
};

TEST_F(RowsParameterTest, AddsUpEqualRowsOfTheGradient) {
  Set("g", {3, 8, 3}, {2, 4, 6});
  Step("w");
  EXPECT_THAT(ValueOf("w"), ElementsAre(-1, 2, -1));
  EXPECT_THAT(scope_->FindVar("w")->Get<SelectedRows>().rows(),
              ElementsAre(8, 0, 3));
}

// The gradient is merged already, so that its rows are used as they are.
TEST_F(RowsParameterTest, TakesAGradientOfRowsThatAscend) {
  Set("w", {0, 3, 8}, {1, 2, 3});
  Set("g", {3, 8}, {2, 4});
  Step("w");
  EXPECT_THAT(ValueOf("w"), ElementsAre(1, 1, 1));
}

TEST_F(RowsParameterTest, WritesNothingForARowThatIsNotThere) {
  Set("g", {3, 8, 5}, {2, 4, 6});
  EXPECT_ERROR(Step("w"), OutOfRange,
               "row 5 is not among the 3 rows of the table");
  EXPECT_THAT(ValueOf("w"), ElementsAre(1, 2, 3));
}

TEST_F(RowsParameterTest, MayGoToAnotherVariable) {
  Set("g", {0}, {2});
  Step("out");
  EXPECT_THAT(ValueOf("w"), ElementsAre(1, 2, 3));
  EXPECT_THAT(ValueOf("out"), ElementsAre(1, 1, 3));
  const auto& out = scope_->FindVar("out")->Get<SelectedRows>();
  EXPECT_THAT(out.rows(), ElementsAre(8, 0, 3));
  EXPECT_EQ(out.height(), kRowsOfAll);
}

}  // namespace
}  // namespace paddle::operators
