#include "paddle/framework/interchange/onnx/shape_limits.h"

#include <cstdint>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/symbols.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::onnx {
namespace {

class ShapeLimitsTest : public ::testing::Test {
 protected:
  // Returns the sum of so many new symbols.
  int64_t Sum(int terms) {
    int64_t sum = 0;
    for (int i = 0; i < terms; ++i) sum = sizes_.Add(sum, sizes_.Fresh());
    return sum;
  }
  void Check(const std::vector<int64_t>& dims) const {
    framework::proto::VarDesc var;
    *var.mutable_dims() = {dims.begin(), dims.end()};
    CheckShape(var, sizes_);
  }

  framework::proto::ProgramDesc program_;
  framework::SymbolSizes sizes_{program_.mutable_symbols()};
};

TEST_F(ShapeLimitsTest, MultipliesTheTermsOfAxes) {
  const int64_t ten = Sum(10);
  Check({ten, 1 << 20, ten, ten});
  EXPECT_ERROR(Check({ten, ten, Sum(11)}), Unimplemented, "shape of rank 3");
}

TEST_F(ShapeLimitsTest, AQuotientIsOneTerm) {
  const int64_t half = sizes_.Div(Sum(11), 2);
  Check({half, half, half});
}

TEST_F(ShapeLimitsTest, LimitsExpressionsThatAreLong) {
  const int64_t half = sizes_.Div(Sum(900), 2);
  Check({Sum(500)});
  EXPECT_ERROR(Check({half}), Unimplemented, "sums of too many others");
}

}  // namespace
}  // namespace paddle::onnx
