#include "paddle/framework/executor/evaluator.h"

#include "gmock/gmock-more-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/registry/op_info_map.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

proto::OpDesc Fill(const std::string& dtype, double value, int64_t whole,
                   const std::string& out) {
  return MakeOp("fill_constant", {}, {{"Out", {out}}},
                {{"shape", std::vector<int64_t>{2, 1}},
                 {"dtype", dtype},
                 {"value", value},
                 {"int_value", whole}});
}

TEST(EvaluatorTest, GivesElementsOfEachType) {
  auto program = std::make_shared<Program>(OpInfoMap::Instance());
  program->AppendOp(0, Fill("float32", 0.1, 0, "f"));
  program->AppendOp(0, Fill("bool", 1, 0, "b"));
  program->AppendOp(0, Fill("int64", 0, (int64_t{1} << 60) + 1, "i"));
  const auto values =
      EvaluatorOn(platform::CPUPlace())(program, {"i", "f", "b"});
  ASSERT_EQ(values.size(), 3);
  EXPECT_EQ(values[0].dtype, DataType::kInt64);
  EXPECT_THAT(values[0].dims, ElementsAre(2, 1));
  EXPECT_THAT(values[0].int_values,
              ElementsAre((int64_t{1} << 60) + 1, (int64_t{1} << 60) + 1));
  EXPECT_THAT(values[0].values, IsEmpty());
  EXPECT_THAT(values[1].values, ElementsAre(0.1f, 0.1f));
  EXPECT_THAT(values[2].values, ElementsAre(1, 1));
}

TEST(EvaluatorTest, NothingComesFromOutside) {
  auto program = std::make_shared<Program>(OpInfoMap::Instance());
  program->global_block().Var("x")->set_dtype(proto::FLOAT32);
  program->global_block().Var("x")->add_dims(1);
  EXPECT_ERROR(EvaluatorOn(platform::CPUPlace())(program, {"x"}),
               FailedPrecondition, "no value");
}

}  // namespace
}  // namespace paddle::framework
