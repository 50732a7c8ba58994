#include "paddle/framework/registry/compile_time_context.h"

#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/ir/program.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

using ::testing::ElementsAre;

class CompileTimeContextTest : public ::testing::Test {
 protected:
  CompileTimeContextTest()
      : op_(MakeOp("example", {{"X", {"x"}}, {"List", {"x", "", "y"}}},
                   {{"Out", {"out"}}, {"Outs", {"", "out2"}}},
                   {{"axis", int64_t{3}}, {"dtype", std::string("int8")}})),
        context_(op_, &table_) {
    AddVar("x", {-1, 3})->set_lod_level(2);
    AddVar("y", {5})->set_kind(proto::SELECTED_ROWS);
    out_ = table_.Var("out");
    table_.Var("out2");
  }

  proto::VarDesc* AddVar(const std::string& name, const Dims& dims) {
    proto::VarDesc* var = table_.Var(name);
    var->set_dtype(proto::FLOAT32);
    for (int64_t size : dims) var->add_dims(size);
    return var;
  }

  SymbolTable table_;
  const proto::OpDesc op_;
  CompileTimeContext context_;
  proto::VarDesc* out_;
};

TEST_F(CompileTimeContextTest, Inputs) {
  EXPECT_EQ(context_.op_type(), "example");
  EXPECT_FALSE(context_.is_running());
  EXPECT_EQ(context_.InputCount("List"), 3);
  EXPECT_EQ(context_.InputCount("Nothing"), 0);
  EXPECT_TRUE(context_.HasInput("List", 2));
  EXPECT_FALSE(context_.HasInput("List", 1));
  EXPECT_FALSE(context_.HasInput("List", 3));
  EXPECT_FALSE(context_.HasInput("List", -1));
  EXPECT_EQ(context_.InputDims("X"), Dims({-1, 3}));
  EXPECT_EQ(context_.InputType("X"), DataType::kFloat32);
  EXPECT_TRUE(context_.InputIsSelectedRows("List", 2));
  EXPECT_FALSE(context_.InputIsSelectedRows("X"));
  EXPECT_ERROR(context_.InputDims("List", 1), NotFound,
               "operator example is given no input List number 1");
}

TEST_F(CompileTimeContextTest, AnInputNeedsAShape) {
  table_.GetVar("x").set_dtype(proto::UNKNOWN);
  EXPECT_ERROR(context_.InputDims("X"), FailedPrecondition,
               "input X of operator example, 'x', has no shape");
}

TEST_F(CompileTimeContextTest, Attributes) {
  EXPECT_EQ(context_.Attr<int64_t>("axis"), 3);
  EXPECT_EQ(context_.DataTypeAttr("dtype"), DataType::kInt8);
  EXPECT_ERROR(context_.attribute("axes"), NotFound,
               "operator example has no attribute axes");
}

TEST_F(CompileTimeContextTest, AbsentOutputsAreIgnored) {
  EXPECT_EQ(context_.OutputCount("Outs"), 2);
  EXPECT_TRUE(context_.HasOutput("Outs", 1));
  context_.SetOutput("Outs", {1}, DataType::kInt8, 0);
  context_.SetOutput("Nothing", {1}, DataType::kInt8);
  context_.SetSelectedRows("Nothing", {1}, DataType::kInt8);
  context_.ShareLoD("X", "Nothing");
  EXPECT_EQ(table_.GetVar("out2").dtype(), proto::UNKNOWN);
}

TEST_F(CompileTimeContextTest, SharesShapeAndLoD) {
  context_.ShareShape("X", "Out");
  EXPECT_THAT(out_->dims(), ElementsAre(-1, 3));
  EXPECT_EQ(out_->dtype(), proto::FLOAT32);
  EXPECT_EQ(out_->lod_level(), 2);
  EXPECT_EQ(out_->kind(), proto::DENSE_TENSOR);
}

TEST_F(CompileTimeContextTest, AnInferredShapeGivesWayToAnAgreeingOne) {
  context_.SetOutput("Out", {-1, 3}, DataType::kFloat32);
  context_.SetOutput("Out", {4, 3}, DataType::kFloat32);
  EXPECT_THAT(out_->dims(), ElementsAre(4, 3));
  EXPECT_ERROR(context_.SetOutput("Out", {5, 3}, DataType::kFloat32),
               InvalidArgument,
               "output Out of operator example is [5, 3] float32, but the "
               "variable 'out' is [4, 3] float32");
  EXPECT_ERROR(context_.SetOutput("Out", {4, 3}, DataType::kInt8),
               InvalidArgument, "is [4, 3] int8, but");
  EXPECT_ERROR(context_.SetOutput("Out", {4}, DataType::kFloat32),
               InvalidArgument, "is [4] float32, but");
}

TEST_F(CompileTimeContextTest, ADeclaredShapeStands) {
  out_->set_persistable(true);
  context_.SetOutput("Out", {4, 3}, DataType::kFloat32);
  context_.SetOutput("Out", {-1, 3}, DataType::kFloat32);
  context_.ShareLoD("X", "Out");
  EXPECT_THAT(out_->dims(), ElementsAre(4, 3));
  EXPECT_EQ(out_->lod_level(), 0);
}

TEST_F(CompileTimeContextTest, Kinds) {
  context_.SetSelectedRows("Out", {4, 3}, DataType::kFloat32);
  EXPECT_EQ(out_->kind(), proto::SELECTED_ROWS);
  context_.SetSelectedRows("Out", {4, 3}, DataType::kFloat32);
  EXPECT_ERROR(context_.SetOutput("Out", {4, 3}, DataType::kFloat32),
               InvalidArgument,
               "output Out of operator example is a dense tensor, but the "
               "variable 'out' is SelectedRows");
  context_.SetOutput("Outs", {4}, DataType::kFloat32, 1);
  EXPECT_ERROR(context_.SetSelectedRows("Outs", {4}, DataType::kFloat32, 1),
               InvalidArgument,
               "is SelectedRows, but the variable 'out2' is a dense tensor");
}

TEST_F(CompileTimeContextTest, TensorArrays) {
  EXPECT_FALSE(context_.InputIsTensorArray("X"));
  context_.SetTensorArray("Out", {-1, 3}, DataType::kFloat64);
  EXPECT_EQ(out_->kind(), proto::TENSOR_ARRAY);
  EXPECT_EQ(out_->dtype(), proto::FLOAT64);
  EXPECT_THAT(out_->dims(), ElementsAre(-1, 3));
  context_.SetTensorArray("Nothing", {1}, DataType::kInt8);
  EXPECT_ERROR(context_.SetOutput("Out", {-1, 3}, DataType::kFloat64),
               InvalidArgument,
               "is a dense tensor, but the variable 'out' is a tensor array");
  EXPECT_ERROR(context_.SetSelectedRows("Out", {-1, 3}, DataType::kFloat64),
               InvalidArgument,
               "is SelectedRows, but the variable 'out' is a tensor array");
  table_.GetVar("x").set_kind(proto::TENSOR_ARRAY);
  EXPECT_TRUE(context_.InputIsTensorArray("X"));
}

TEST_F(CompileTimeContextTest, StepScopesHaveNeitherShapeNorType) {
  context_.SetStepScopes("Nothing");
  context_.SetStepScopes("Out");
  EXPECT_EQ(out_->kind(), proto::STEP_SCOPES);
  EXPECT_EQ(out_->dtype(), proto::UNKNOWN);
  EXPECT_ERROR(context_.SetOutput("Out", {1}, DataType::kInt8), InvalidArgument,
               "is a dense tensor, but the variable 'out' is step scopes");
}

TEST_F(CompileTimeContextTest, StepScopesInAVariableOfAnotherKind) {
  context_.SetOutput("Out", {4, 3}, DataType::kFloat32);
  EXPECT_ERROR(context_.SetStepScopes("Out"), InvalidArgument,
               "output Out of operator example is step scopes, but the "
               "variable 'out' is a dense tensor");
}

TEST_F(CompileTimeContextTest, ABlockOfATableOfItsOwn) {
  const proto::OpDesc op = MakeOp("example", {}, {}, {{"body", BlockIndex{1}}});
  EXPECT_ERROR(CompileTimeContext(op, &table_).OwnedBlock("body"),
               FailedPrecondition,
               "operator example owns a block: it must belong to a program");
}

TEST(OwnedBlockOfContextTest, OneOrOneOfAList) {
  Program program(OpInfoMap::Instance());
  for (int i = 0; i < 3; ++i) program.AddBlock(0);
  const proto::OpDesc op =
      MakeOp("example", {}, {},
             {{"body", BlockIndex{2}},
              {"branches", std::vector<BlockIndex>{{3}, {1}}},
              {"beyond", BlockIndex{4}},
              {"axis", int64_t{1}}});
  const CompileTimeContext context(op, &program.global_block());
  EXPECT_EQ(context.OwnedBlock("body").desc().index(), 2);
  EXPECT_EQ(context.OwnedBlock("branches").desc().index(), 3);
  EXPECT_EQ(context.OwnedBlock("branches", 1).desc().index(), 1);
  EXPECT_ERROR(context.OwnedBlock("branches", 2), OutOfRange,
               "block 2 of 2 in attribute branches");
  EXPECT_ERROR(context.OwnedBlock("branches", -1), OutOfRange, "block -1 of 2");
  EXPECT_ERROR(context.OwnedBlock("beyond"), OutOfRange, "4");
  EXPECT_ERROR(context.OwnedBlock("axis"), Internal,
               "attribute axis of operator example is a int");
  EXPECT_ERROR(context.OwnedBlock("none"), NotFound,
               "operator example has no attribute none");
}

}  // namespace
}  // namespace paddle::framework
