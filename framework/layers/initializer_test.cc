#include "paddle/framework/layers/initializer.h"

#include <cmath>
#include <limits>
#include <string>

#include "gtest/gtest.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::layer {
namespace {

using framework::GetAttr;
using framework::proto::OpDesc;
using framework::proto::VarDesc;

VarDesc Parameter(std::initializer_list<int64_t> dims) {
  VarDesc var;
  var.set_name("w");
  var.set_dtype(framework::proto::FLOAT32);
  for (int64_t size : dims) var.add_dims(size);
  return var;
}

TEST(FansTest, CountInputsAndOutputs) {
  EXPECT_EQ(FansOf(Parameter({})).in, 1);
  EXPECT_EQ(FansOf(Parameter({7})).out, 7);
  EXPECT_EQ(FansOf(Parameter({784, 10})).in, 784);
  EXPECT_EQ(FansOf(Parameter({784, 10})).out, 10);
  EXPECT_EQ(FansOf(Parameter({50, 20, 5, 5})).in, 20 * 25);
  EXPECT_EQ(FansOf(Parameter({50, 20, 5, 5})).out, 50 * 25);
}

TEST(InitializerTest, DescribesTheOperator) {
  const OpDesc op = initializer::Constant(0.5)(Parameter({2, 3}));
  EXPECT_EQ(op.type(), "fill_constant");
  EXPECT_EQ(framework::Output(op, "Out"), "w");
  EXPECT_EQ(GetAttr<std::vector<int64_t>>(op, "shape"),
            (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(GetAttr<std::string>(op, "dtype"), "float32");
  EXPECT_EQ(GetAttr<double>(op, "value"), 0.5);
}

TEST(InitializerTest, KeepsDistributionAndSeed) {
  const OpDesc uniform = initializer::Uniform(-2, 3, 7)(Parameter({4}));
  EXPECT_EQ(GetAttr<double>(uniform, "min"), -2);
  EXPECT_EQ(GetAttr<double>(uniform, "max"), 3);
  EXPECT_EQ(GetAttr<int64_t>(uniform, "seed"), 7);
  const OpDesc normal = initializer::Normal(1, 2)(Parameter({4}));
  EXPECT_EQ(normal.type(), "gaussian_random");
  EXPECT_EQ(GetAttr<double>(normal, "mean"), 1);
  EXPECT_EQ(GetAttr<double>(normal, "std"), 2);
  EXPECT_EQ(initializer::TruncatedNormal(0, 1)(Parameter({4})).type(),
            "truncated_gaussian_random");
}

TEST(InitializerTest, XavierAndMsraFollowTheFans) {
  const VarDesc w = Parameter({30, 20});
  const OpDesc xavier = initializer::Xavier()(w);
  EXPECT_DOUBLE_EQ(GetAttr<double>(xavier, "max"), std::sqrt(6.0 / 50));
  EXPECT_DOUBLE_EQ(GetAttr<double>(xavier, "min"), -std::sqrt(6.0 / 50));
  const OpDesc normal = initializer::Xavier(/*uniform=*/false)(w);
  EXPECT_DOUBLE_EQ(GetAttr<double>(normal, "std"), std::sqrt(2.0 / 50));
  const OpDesc given = initializer::Xavier(true, 1, 2)(w);
  EXPECT_DOUBLE_EQ(GetAttr<double>(given, "max"), std::sqrt(6.0 / 3));
  const OpDesc msra = initializer::MSRA()(w);
  EXPECT_DOUBLE_EQ(GetAttr<double>(msra, "max"), std::sqrt(6.0 / 30));
  const OpDesc he = initializer::MSRA(/*uniform=*/false, 8)(w);
  EXPECT_DOUBLE_EQ(GetAttr<double>(he, "std"), 0.5);
}

TEST(InitializerTest, BilinearFiltersAreTents) {
  const OpDesc even = initializer::Bilinear()(Parameter({2, 1, 4, 4}));
  const auto values = GetAttr<std::vector<double>>(even, "values");
  ASSERT_EQ(values.size(), 32u);
  const double tent[] = {0.25, 0.75, 0.75, 0.25};
  for (int i = 0; i < 32; ++i) {
    EXPECT_DOUBLE_EQ(values[i], tent[i / 4 % 4] * tent[i % 4]) << i;
  }
  const OpDesc odd = initializer::Bilinear()(Parameter({1, 1, 1, 3}));
  EXPECT_EQ(GetAttr<std::vector<double>>(odd, "values"),
            (std::vector<double>{0.5, 1, 0.5}));
}

TEST(InitializerTest, Orthogonal) {
  const OpDesc op = initializer::Orthogonal(2, 7)(Parameter({4, 3, 2}));
  EXPECT_EQ(op.type(), "orthogonal_random");
  EXPECT_EQ(GetAttr<double>(op, "gain"), 2);
  EXPECT_EQ(GetAttr<int64_t>(op, "seed"), 7);
}

TEST(InitializerTest, SaysWhatIsWrong) {
  EXPECT_ERROR(initializer::Bilinear()(Parameter({4, 4})), InvalidArgument,
               "'w' is no set of filters");
  EXPECT_ERROR(initializer::Orthogonal()(Parameter({4})), InvalidArgument,
               "'w' cannot be orthogonal: its rank is 1");
  EXPECT_ERROR(initializer::Uniform(1, 0), InvalidArgument,
               "the lower bound of a uniform distribution is 1, above the "
               "upper one, 0");
  EXPECT_ERROR(initializer::Values({1, 2, 3})(Parameter({2, 2})),
               InvalidArgument, "parameter 'w' takes 4 values, not 3");
}

TEST(InitializerTest, RefusesWhatGivesNoNumbers) {
  const double nan = std::nan("");
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_ERROR(initializer::Normal(nan, 1), InvalidArgument,
               "the mean of an initializer is finite, not nan");
  EXPECT_ERROR(initializer::Normal(0, inf), InvalidArgument,
               "the standard deviation of an initializer is finite, not inf");
  EXPECT_ERROR(initializer::TruncatedNormal(0, -1), InvalidArgument,
               "is not negative, as -1 is");
  EXPECT_ERROR(initializer::Uniform(0, inf), InvalidArgument,
               "the upper bound of an initializer is finite, not inf");
  EXPECT_ERROR(initializer::Uniform(nan, 0), InvalidArgument,
               "the lower bound");
  EXPECT_ERROR(initializer::Xavier(true, inf), InvalidArgument, "fan_in");
  EXPECT_ERROR(initializer::Xavier(true, 1, nan), InvalidArgument, "fan_out");
  EXPECT_ERROR(initializer::MSRA(true, nan), InvalidArgument, "fan_in");
  EXPECT_ERROR(initializer::Orthogonal(inf), InvalidArgument, "the gain");
}

}  // namespace
}  // namespace paddle::layer
