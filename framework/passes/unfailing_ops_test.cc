#include "paddle/framework/passes/unfailing_ops.h"

#include "gtest/gtest.h"

#include "paddle/backward/testing/program_fixture.h"

namespace paddle::framework {
namespace {

using layer::Variable;

class UnfailingOpsTest : public backward::ProgramFixture {
 protected:
  // Returns whether the last operator of the program cannot fail.
  bool LastCannotFail() const {
    const SymbolTable& table = main_->global_block();
    return CannotFail(table.desc().ops(NumOps() - 1), table);
  }
  bool CannotFailOnOf(const char* type, const Variable& x, const Variable& y) {
    layer::Op(type, {{"X", x}, {"Y", y}});
    return LastCannotFail();
  }
  static Variable Data(const std::vector<int64_t>& shape,
                       DataType dtype = DataType::kFloat32, int lod_level = 0) {
    return layer::data("x" + std::to_string(number_++), shape, dtype,
                       lod_level);
  }

  inline static int number_ = 0;
};

TEST_F(UnfailingOpsTest, NumbersOfRowsDoNotMatter) {
  const Variable rows = Data({-1, 4});
  EXPECT_TRUE(CannotFailOnOf("mul", rows, Data({4, 5})));
  EXPECT_TRUE(CannotFailOnOf("elementwise_add", rows, rows));
  EXPECT_TRUE(CannotFailOnOf("elementwise_add", rows, Data({4})));
  layer::reshape(rows, {-1, 2});
  EXPECT_TRUE(LastCannotFail());
}

TEST_F(UnfailingOpsTest, SizesThatMustAgreeMayNot) {
  const Variable other = layer::reshape(Data({-1, 2}), {-1, 4});
  EXPECT_FALSE(LastCannotFail());
  EXPECT_FALSE(CannotFailOnOf("elementwise_add", Data({-1, 4}), other));
  EXPECT_FALSE(CannotFailOnOf("matmul", other, Data({-1, 4})));
}

TEST_F(UnfailingOpsTest, IntegersAreNotDivided) {
  const Variable real = Data({3}), whole = Data({3}, DataType::kInt64);
  EXPECT_TRUE(CannotFailOnOf("elementwise_div", real, real));
  EXPECT_FALSE(CannotFailOnOf("elementwise_div", whole, whole));
  EXPECT_TRUE(CannotFailOnOf("elementwise_mul", whole, whole));
}

TEST_F(UnfailingOpsTest, RowsAreNotLookedUp) {
  layer::Op("gather",
            {{"X", Data({4, 2})}, {"Index", Data({3}, DataType::kInt64)}});
  EXPECT_FALSE(LastCannotFail());
}

// An attribute is an example here of what it is in a run.
TEST_F(UnfailingOpsTest, AttributesOfARunMayNotFit) {
  const std::vector<int64_t> shape{-1, 2};
  layer::Op("reshape", {{"X", Data({-1, 4})}}, {{"shape", shape}});
  EXPECT_TRUE(LastCannotFail());
  layer::Op(
      "reshape",
      {{"X", Data({-1, 4})}, {"ShapeTensor", Data({2}, DataType::kInt64)}},
      {{"shape", shape}});
  EXPECT_FALSE(LastCannotFail());
}

TEST_F(UnfailingOpsTest, SequencesMayDiffer) {
  const Variable x = Data({-1, 4}, DataType::kFloat32, /*lod_level=*/1);
  EXPECT_FALSE(CannotFailOnOf("elementwise_add", x, x));
}

}  // namespace
}  // namespace paddle::framework
