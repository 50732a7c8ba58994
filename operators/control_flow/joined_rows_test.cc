#include "paddle/operators/control_flow/joined_rows.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::operators {
namespace {

using framework::DataType;
using framework::Dims;
using framework::Tensor;

Tensor Rows(const std::vector<float>& values, int64_t width) {
  const auto size = static_cast<int64_t>(values.size());
  Tensor x({size / width, width}, DataType::kFloat32);
  std::copy(values.begin(), values.end(), x.mutable_data<float>());
  return x;
}

framework::LoDTensor Joined(const std::vector<Tensor>& steps) {
  JoinedRows rows;
  for (const Tensor& step : steps) rows.Add(step);
  return rows.Take(platform::CPUContext(),
                   &memory::AllocatorOf(platform::CPUPlace()));
}

TEST(JoinedRows, AreInTheOrderOfTheSteps) {
  const auto all =
      Joined({Rows({1, 2, 3, 4}, 2), Rows({}, 2), Rows({5, 6}, 2)});
  EXPECT_EQ(all.dims(), Dims({3, 2}));
  EXPECT_EQ(all.lod(), nullptr);
  EXPECT_THAT(std::vector<float>(all.data<float>(), all.data<float>() + 6),
              ::testing::ElementsAre(1, 2, 3, 4, 5, 6));
}

TEST(JoinedRows, OfOtherShapesOrTypesAreRefused) {
  EXPECT_ERROR(Joined({Rows({1, 2}, 2), Rows({1, 2, 3}, 3)}), InvalidArgument,
               "rows of steps that are joined");
  EXPECT_ERROR(Joined({Rows({1, 2}, 2), Tensor({1, 2}, DataType::kInt64)}),
               InvalidArgument, "rows of steps that are joined");
  EXPECT_ERROR(Joined({}), FailedPrecondition, "no step to be joined");
}

}  // namespace
}  // namespace paddle::operators
