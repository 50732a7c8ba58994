#include "paddle/framework/layers/weight_norm.h"

#include <memory>

#include "gtest/gtest.h"

#include "paddle/framework/ir/print_text.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/layers/nn.h"
#include "paddle/framework/layers/parameter.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::layer {
namespace {

class WeightNormTest : public ::testing::Test {
 protected:
  void TearDown() override {
    framework::Verify(*main_);
    framework::Verify(*startup_);
  }

  static ParamAttr Attr(absl::optional<int> dim, const std::string& name = "") {
    ParamAttr attr = name;
    attr.weight_norm = WeightNorm{dim};
    attr.initializer = initializer::Constant(2);
    return attr;
  }

  const std::shared_ptr<Program> main_ = NewProgram();
  const std::shared_ptr<Program> startup_ = NewProgram();
  const ProgramGuard guard_{main_, startup_};
};

TEST_F(WeightNormTest, IsMadeOfTwoParameters) {
  FcOptions options;
  options.weight = Attr(1);
  options.bias = absl::nullopt;
  fc(data("x", {-1, 3}), 4, options);
  EXPECT_EQ(PrintText(*main_),
            R"(block 0 {
  var x: [N, 3] float32, feed, no gradient
  var fc_0.w_0.v: [3, 4] float32, parameter
  var fc_0.w_0.g: [1, 4] float32, parameter
  var square_0.tmp_0: [3, 4] float32
  var reduce_sum_0.tmp_0: [1, 4] float32
  var sqrt_0.tmp_0: [1, 4] float32
  var elementwise_div_0.tmp_0: [3, 4] float32
  var fc_0.w_0: [3, 4] float32
  var fc_0.tmp_0: [N, 4] float32

  square_0.tmp_0 = square(X=fc_0.w_0.v)
  reduce_sum_0.tmp_0 = reduce_sum(X=square_0.tmp_0, keep_dim=true)
  sqrt_0.tmp_0 = sqrt(X=reduce_sum_0.tmp_0)
  elementwise_div_0.tmp_0 = elementwise_div(X=fc_0.w_0.v, Y=sqrt_0.tmp_0)
  fc_0.w_0 = elementwise_mul(X=elementwise_div_0.tmp_0, Y=fc_0.w_0.g)
  fc_0.tmp_0 = mul(X=x, Y=fc_0.w_0)
}
)");
  EXPECT_EQ(PrintText(*startup_),
            R"(block 0 {
  var fc_0.w_0.v: [3, 4] float32, parameter
  var fc_0.w_0.g: [1, 4] float32, parameter
  var square_0.tmp_0: [3, 4] float32
  var reduce_sum_0.tmp_0: [1, 4] float32
  var sqrt_0.tmp_0: [1, 4] float32

  fc_0.w_0.v = fill_constant(shape=[3, 4], value=2.0)
  square_0.tmp_0 = square(X=fc_0.w_0.v)
  reduce_sum_0.tmp_0 = reduce_sum(X=square_0.tmp_0, keep_dim=true)
  sqrt_0.tmp_0 = sqrt(X=reduce_sum_0.tmp_0)
  fc_0.w_0.g = assign(X=sqrt_0.tmp_0)
}
)");
}

TEST_F(WeightNormTest, HasAScaleForEachOfAnAxis) {
  const auto shape = [](absl::optional<int> dim) {
    const Variable w = parameter({2, 3, 4}, DataType::kFloat32, Attr(dim));
    return get_variable(w.name() + ".g").dims();
  };
  EXPECT_EQ(shape(absl::nullopt), Dims());
  EXPECT_EQ(shape(0), Dims({2, 1, 1}));
  EXPECT_EQ(shape(-1), Dims({1, 1, 4}));
  parameter({5}, DataType::kFloat32, Attr(0, "vector"));
  EXPECT_EQ(get_variable("vector.g").dims(), Dims({5}));
  EXPECT_ERROR(shape(3), OutOfRange, "axis 3");
}

TEST_F(WeightNormTest, IsMadeOnceBesideItsParameters) {
  const Variable w = parameter({2, 3}, DataType::kFloat32, Attr(0, "w"));
  const int ops = main_->global_block().desc().ops_size();
  const BlockGuard block(main_->AddBlock(0));
  EXPECT_EQ(parameter({2, 3}, DataType::kFloat32, Attr(0, "w")), w);
  EXPECT_EQ(main_->global_block().desc().ops_size(), ops);
  EXPECT_EQ(parameter({2, 3}, DataType::kFloat32, Attr(0, "inside")).block(),
            0);
}

TEST_F(WeightNormTest, SaysWhatIsWrong) {
  parameter({2, 3}, DataType::kFloat32, "plain");
  EXPECT_ERROR(parameter({2, 3}, DataType::kFloat32, Attr(0, "plain")),
               InvalidArgument,
               "'plain' exists already, without weight normalisation");
  parameter({2, 3}, DataType::kFloat32, Attr(0, "w"));
  EXPECT_ERROR(parameter({2, 3}, DataType::kFloat32, Attr(1, "w")),
               InvalidArgument, "variable 'w.g' exists already");
  EXPECT_ERROR(parameter({2, 3}, DataType::kFloat32, "w"), InvalidArgument,
               "not persistable");
}

}  // namespace
}  // namespace paddle::layer
