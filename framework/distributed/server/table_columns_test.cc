#include "paddle/framework/distributed/server/table_columns.h"

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/backward/testing/program_fixture.h"
#include "paddle/framework/ir/named_block.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/server_blocks.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

using framework::MakeOp;

class TableColumnsTest : public backward::ProgramFixture {
 protected:
  // Makes an operator give `name` its first values. Returns its id.
  int64_t Begin(const std::string& name, const char* type, int64_t height,
                framework::AttributeMap attributes) {
    attributes.push_back({"shape", std::vector<int64_t>{height, 3}});
    const int64_t id =
        startup_->AppendOp(0, MakeOp(type, {}, {{"Out", {name}}}, attributes))
            .id();
    startup_->global_block().GetVar(name).set_persistable(true);
    return id;
  }
  std::vector<TableSpec> Read(const framework::NameList& columns) {
    MoveToNamedBlock(framework::InitializeBlock("w"),
                     std::vector<bool>(columns.size(), true), {}, columns,
                     startup_.get());
    return ReadTables(*startup_);
  }
};

TEST_F(TableColumnsTest, KnowWhatRowsBeginWith) {
  startup_->set_random_seed(5);
  const int64_t uniform =
      Begin("w", "uniform_random", 9, {{"min", -0.5}, {"max", 0.25}});
  const int64_t normal =
      Begin("v", "gaussian_random", 9,
            {{"mean", 1.0}, {"std", 2.0}, {"seed", int64_t{8}}});
  Begin("m", "fill_constant", 9, {{"value", 0.125}});
  const auto tables = Read({"w", "v", "m"});
  ASSERT_EQ(tables.size(), 1);
  EXPECT_EQ(tables[0].name, "w");
  EXPECT_EQ(tables[0].height, 9);
  const auto& columns = tables[0].columns;
  ASSERT_EQ(columns.size(), 3);
  EXPECT_EQ(columns[0].width, 3);
  EXPECT_EQ(columns[0].initializer.kind, RowInitializer::kUniform);
  EXPECT_EQ(columns[0].initializer.a, -0.5);
  EXPECT_EQ(columns[0].initializer.b, 0.25);
  EXPECT_EQ(columns[0].initializer.key.seed, 5);
  EXPECT_EQ(columns[0].initializer.key.op, uniform);
  EXPECT_EQ(columns[1].name, "v");
  EXPECT_EQ(columns[1].initializer.kind, RowInitializer::kNormal);
  EXPECT_EQ(columns[1].initializer.b, 2);
  EXPECT_EQ(columns[1].initializer.key.seed, 8);
  EXPECT_EQ(columns[1].initializer.key.op, normal);
  EXPECT_EQ(columns[2].initializer.kind, RowInitializer::kConstant);
  EXPECT_EQ(columns[2].initializer.a, 0.125);
}

TEST_F(TableColumnsTest, OtherProgramsHaveNoTables) {
  Begin("w", "fill_constant", 9, {});
  EXPECT_TRUE(ReadTables(*startup_).empty());
}

TEST_F(TableColumnsTest, RefuseOtherValues) {
  Begin("w", "truncated_gaussian_random", 9, {});
  EXPECT_ERROR(Read({"w"}), Unimplemented,
               "operator truncated_gaussian_random gives the table 'w' its "
               "first values");
}

TEST_F(TableColumnsTest, RefuseOtherTypes) {
  Begin("w", "fill_constant", 9, {{"dtype", std::string("float64")}});
  EXPECT_ERROR(Read({"w"}), Unimplemented, "of rank 2 of float64");
}

TEST_F(TableColumnsTest, OperatorsMayHaveNoOutputs) {
  Begin("w", "fill_constant", 9, {});
  ASSERT_EQ(Read({"w"}).size(), 1);
  framework::proto::ProgramDesc desc = startup_->desc();
  for (auto& block : *desc.mutable_blocks()) {
    block.add_ops()->set_type("nothing");
  }
  const framework::OpInfoMap& schemas = framework::OpInfoMap::Instance();
  EXPECT_EQ(ReadTables(framework::Program(schemas, desc)).size(), 1);
  for (auto& block : *desc.mutable_blocks()) block.mutable_ops()->Clear();
  EXPECT_ERROR(ReadTables(framework::Program(schemas, desc)), InvalidArgument,
               "nothing gives the table 'w' its first values");
}

TEST_F(TableColumnsTest, HaveOneHeight) {
  Begin("w", "fill_constant", 9, {});
  Begin("m", "fill_constant", 8, {});
  EXPECT_ERROR(Read({"w", "m"}), InvalidArgument, "have 9 rows and 8");
}

}  // namespace
}  // namespace paddle::distributed
