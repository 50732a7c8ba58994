#include "paddle/framework/registry/exact_integers.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/op_maker.h"
#include "paddle/framework/registry/schema_check.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

constexpr int64_t kOdd = (int64_t{1} << 53) + 1;
constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
using Ints = std::vector<int64_t>;
using Floats = std::vector<double>;

class FillMaker : public OpMaker {
 public:
  void Make() override {
    AddAttr<double>("value", "A number.").SetDefault(0);
    AddAttr<int64_t>("int_value", "The same, exactly.").SetDefault(0);
    AddAttr<Floats>("values", "Numbers.").SetDefault({}).AnyLength();
    AddAttr<Ints>("int_values", "The same, exactly.")
        .SetDefault({})
        .AnyLength();
    AddAttr<double>("factor", "A float.").SetDefault(1);
    AddAttr<Floats>("weights", "Floats.").SetDefault({}).AnyLength();
    AddComment("For tests.");
  }
};

proto::OpDesc Completed(const AttributeMap& attrs) {
  proto::OpDesc op = MakeOp("fill", {}, {}, attrs);
  CheckAndCompleteOp(FillMaker().Build("fill"), &op);
  return op;
}

TEST(ExactIntegersTest, ANumberThatADoubleHoldsStaysWhereItIs) {
  for (int64_t value : {int64_t{0}, int64_t{-7}, kOdd - 1}) {
    const proto::OpDesc op = Completed({{"value", value}});
    EXPECT_EQ(GetAttr<double>(op, "value"), static_cast<double>(value));
    EXPECT_EQ(GetAttr<int64_t>(op, "int_value"), 0);
  }
}

TEST(ExactIntegersTest, OthersGoToTheirOwnAttribute) {
  for (int64_t value : {kOdd, -kOdd, kMax}) {
    const proto::OpDesc op = Completed({{"value", value}});
    EXPECT_EQ(GetAttr<int64_t>(op, "int_value"), value);
    EXPECT_EQ(GetAttr<double>(op, "value"), static_cast<double>(value));
    proto::OpDesc again = op;
    CheckAndCompleteOp(FillMaker().Build("fill"), &again);
    EXPECT_EQ(again.SerializeAsString(), op.SerializeAsString());
  }
}

TEST(ExactIntegersTest, AListGoesThereAsAWhole) {
  const proto::OpDesc op = Completed({{"values", Ints{1, kOdd}}});
  EXPECT_EQ(GetAttr<Ints>(op, "int_values"), (Ints{1, kOdd}));
  EXPECT_TRUE(GetAttr<Floats>(op, "values").empty());
  EXPECT_EQ(GetAttr<Floats>(Completed({{"values", Ints{1, 2}}}), "values"),
            (Floats{1, 2}));
}

TEST(ExactIntegersTest, AFloatAttributeOfNoSuchKindRefusesThem) {
  EXPECT_ERROR(Completed({{"factor", kOdd}}), InvalidArgument,
               "attribute factor of operator fill is a float, which cannot "
               "hold 9007199254740993");
  EXPECT_ERROR(Completed({{"weights", Ints{1, kMax}}}), InvalidArgument,
               "cannot hold 9223372036854775807");
  EXPECT_EQ(GetAttr<double>(Completed({{"factor", kOdd - 1}}), "factor"),
            9007199254740992.0);
}

TEST(ExactIntegersTest, TwoNumbersForOneAreRefused) {
  EXPECT_ERROR(Completed({{"value", kOdd}, {"int_value", int64_t{5}}}),
               InvalidArgument, "9007199254740993 as value and 5 as int_value");
  EXPECT_ERROR(Completed({{"values", Ints{kOdd}}, {"int_values", Ints{1}}}),
               InvalidArgument, "both values and int_values");
}

}  // namespace
}  // namespace paddle::framework
