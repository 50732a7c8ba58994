#include "paddle/operators/testing/array.h"

#include <cmath>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/scope/scope.h"
#include "paddle/framework/tensor/selected_rows.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;
using framework::Dims;
using framework::LoD;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Array, IndexesByAxis) {
  Array a(Dims({2, 3}), {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(a(1, 0), 4);
  a(1, 2) = 7;
  EXPECT_EQ(a[5], 7);
  EXPECT_THROW(a(2, 0), platform::Error);
  EXPECT_THROW(a(1), platform::Error);
  EXPECT_EQ(Array(Dims(), 5.0)(), 5);
}

TEST(Array, MapKeepsSequences) {
  Array a(Dims({3}), {1, 2, 3});
  a.lod = LoD::FromLengths({{1, 2}});
  const Array b = a.Map([](double x) { return -x; });
  EXPECT_THAT(b.values, ElementsAre(-1, -2, -3));
  EXPECT_EQ(b.lod, a.lod);
}

TEST(Array, RoundsToTheType) {
  const Array a(Dims({2}), {1.0 / 3, 2.75});
  EXPECT_EQ(Rounded(a, DataType::kFloat32)[0], static_cast<float>(1.0 / 3));
  EXPECT_THAT(Rounded(a, DataType::kInt64).values, ElementsAre(0, 2));
  EXPECT_NEAR(Rounded(a, DataType::kBFloat16)[0], 1.0 / 3, 1e-2);
  EXPECT_THAT(Rounded(a, DataType::kBool).values, ElementsAre(1, 1));
}

TEST(Array, AddsRowsThatAppearTwice) {
  auto scope = framework::Scope::Create();
  auto* rows = scope->Var("x")->GetMutable<framework::SelectedRows>();
  rows->set_height(3);
  *rows->mutable_rows() = {2, 0, 2};
  rows->mutable_value()->Allocate(Dims({3, 1}), DataType::kFloat32);
  Fill(Array(Dims({3, 1}), {1, 2, 3}), rows->mutable_value());
  const Array dense = ToArray(*scope->FindVar("x"));
  EXPECT_EQ(dense.dims, Dims({3, 1}));
  EXPECT_THAT(dense.values, ElementsAre(2, 0, 4));
}

TEST(Difference, NamesTheFirstElement) {
  const Array a(Dims({2, 2}), {1, 2, 3, 4});
  const Array b(Dims({2, 2}), {1, 2, 3.5, 5});
  const std::string text = Difference(a, b, 1e-3);
  EXPECT_THAT(text, HasSubstr("at [1, 0]: expected 3, got 3.5"));
  EXPECT_THAT(text, HasSubstr("2 of 4 elements differ"));
  EXPECT_EQ(Difference(a, b, 1), "");
  EXPECT_EQ(Difference(a, a, 0), "");
}

TEST(Difference, ComparesDimsAndSequences) {
  const Array a(Dims({2}), {1, 2});
  EXPECT_THAT(Difference(a, Array(Dims({1, 2}), {1, 2}), 1),
              HasSubstr("expected dims [2], got [1, 2]"));
  Array b = a;
  b.lod = LoD::FromLengths({{2}});
  EXPECT_THAT(Difference(a, b, 1), HasSubstr("expected sequences none"));
}

TEST(Difference, NaNEqualsOnlyNaN) {
  const double nan = std::nan("");
  const Array a(Dims({1}), {nan});
  EXPECT_EQ(Difference(a, a, 0), "");
  EXPECT_NE(Difference(a, Array(Dims({1}), {0.0}), 1e9), "");
  EXPECT_NE(Difference(Array(Dims({1}), {1.0}), a, 1e9), "");
  const Array infinite(Dims({1}), {HUGE_VAL});
  EXPECT_EQ(Difference(infinite, infinite, 0), "");
  EXPECT_NE(Difference(infinite, Array(Dims({1}), {1e300}), 1), "");
}

}  // namespace
}  // namespace paddle::operators::testing
