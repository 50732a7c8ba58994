#include "paddle/operators/loss/logistic_loss.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "gtest/gtest.h"

namespace paddle::operators::kernels {
namespace {

template <typename T>
class LogisticLossTest : public ::testing::Test {};
using Types = ::testing::Types<float, double>;
TYPED_TEST_SUITE(LogisticLossTest, Types);

// Logits from -80 to 80: more than one run, and not a multiple of a register.
template <typename T>
std::vector<T> Logits() {
  std::vector<T> x;
  for (int i = -400; i <= 400; ++i) x.push_back(T(0.2) * i);
  return x;
}

TYPED_TEST(LogisticLossTest, KeepsTheDigitsOfSmallLosses) {
  using T = TypeParam;
  const std::vector<T> x = Logits<T>();
  const T tolerance = 16 * std::numeric_limits<T>::epsilon();
  for (double label : {0.0, 1.0}) {
    const std::vector<T> labels(x.size(), static_cast<T>(label));
    std::vector<T> out(x.size());
    LogisticLoss<T>(x.size(), x.data(), labels.data(), out.data());
    for (size_t i = 0; i < x.size(); ++i) {
      const double z = label == 1 ? -double(x[i]) : double(x[i]);
      const double exact =
          std::max(z, 0.0) + std::log1p(std::exp(-std::abs(z)));
      ASSERT_NEAR(out[i] / exact, 1, tolerance) << "of " << x[i];
    }
  }
}

TYPED_TEST(LogisticLossTest, NoLabelsAreZerosAndOutMayBeX) {
  using T = TypeParam;
  std::vector<T> x = Logits<T>();
  const std::vector<T> zeros(x.size(), T(0));
  std::vector<T> expected(x.size());
  LogisticLoss<T>(x.size(), x.data(), zeros.data(), expected.data());
  LogisticLoss<T>(x.size(), x.data(), nullptr, x.data());
  EXPECT_EQ(x, expected);
}

TYPED_TEST(LogisticLossTest, InfiniteLogitsAndNan) {
  using T = TypeParam;
  const T infinity = std::numeric_limits<T>::infinity();
  const T x[] = {infinity, -infinity, std::nan("")};
  T out[3];
  LogisticLoss<T>(3, x, nullptr, out);
  EXPECT_EQ(out[0], infinity);
  EXPECT_EQ(out[1], T(0));
  EXPECT_TRUE(std::isnan(out[2]));
}

}  // namespace
}  // namespace paddle::operators::kernels
