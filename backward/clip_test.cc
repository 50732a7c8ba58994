#include "paddle/backward/clip.h"

#include <string>

#include "gtest/gtest.h"

#include "paddle/backward/testing/program_fixture.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::backward {
namespace {

using layer::Variable;

class ClipTest : public ProgramFixture {
 protected:
  static ParamAndGrad WithClip(const std::string& name,
                               const layer::GradientClip& clip) {
    layer::ParamAttr attr = name;
    attr.gradient_clip = clip;
    return Pair(attr);
  }
};

TEST_F(ClipTest, WithoutClipNothingHappens) {
  const ParamsAndGrads pairs = {Pair("w"), WithClip("v", layer::NoClip())};
  EXPECT_EQ(AppendGradientClip(pairs)[1].grad, pairs[1].grad);
  EXPECT_EQ(AppendGradientClip({}).size(), 0u);
  EXPECT_EQ(Ops(), "");
}

TEST_F(ClipTest, ByValue) {
  const ParamsAndGrads clipped =
      AppendGradientClip({Pair("w")}, layer::ClipByValue(-2, 1));
  EXPECT_EQ(Updates(), R"(clip_0.tmp_0 = clip(X=w@GRAD, min=-2.0, max=1.0)
)");
  EXPECT_EQ(clipped[0].param.name(), "w");
  EXPECT_EQ(clipped[0].grad.name(), "clip_0.tmp_0");
}

TEST_F(ClipTest, ByNorm) {
  AppendGradientClip({WithClip("w", layer::ClipByNorm(4))});
  EXPECT_EQ(Updates(), R"(square_0.tmp_0 = square(X=w@GRAD)
reduce_sum_0.tmp_0 = reduce_sum(X=square_0.tmp_0, reduce_all=true)
sqrt_0.tmp_0 = sqrt(X=reduce_sum_0.tmp_0)
scale_0.tmp_0 = scale(X=sqrt_0.tmp_0, scale=0.25)
clip_0.tmp_0 = clip(X=scale_0.tmp_0, min=1.0, max=3.4028234663852886e+38)
w@GRAD.tmp_0 = elementwise_div(X=w@GRAD, Y=clip_0.tmp_0)
)");
}

TEST_F(ClipTest, ByGlobalNorm) {
  const ParamsAndGrads clipped = AppendGradientClip(
      {Pair("a"), Pair("b"), WithClip("own", layer::NoClip())},
      layer::ClipByGlobalNorm(5));
  EXPECT_EQ(Updates(), R"(square_0.tmp_0 = square(X=a@GRAD)
reduce_sum_0.tmp_0 = reduce_sum(X=square_0.tmp_0, reduce_all=true)
square_1.tmp_0 = square(X=b@GRAD)
reduce_sum_1.tmp_0 = reduce_sum(X=square_1.tmp_0, reduce_all=true)
sum_0.tmp_0 = sum(X=[reduce_sum_0.tmp_0, reduce_sum_1.tmp_0])
sqrt_0.tmp_0 = sqrt(X=sum_0.tmp_0)
scale_0.tmp_0 = scale(X=sqrt_0.tmp_0, scale=0.2)
clip_0.tmp_0 = clip(X=scale_0.tmp_0, min=1.0, max=3.4028234663852886e+38)
a@GRAD.tmp_0 = elementwise_div(X=a@GRAD, Y=clip_0.tmp_0)
b@GRAD.tmp_0 = elementwise_div(X=b@GRAD, Y=clip_0.tmp_0)
)");
  EXPECT_EQ(clipped[0].grad.dims(), layer::Dims({2, 3}));
  EXPECT_EQ(clipped[2].grad.name(), "own@GRAD");
}

TEST_F(ClipTest, GroupsAreClippedApart) {
  AppendGradientClip({WithClip("a", layer::ClipByGlobalNorm(1, "one")),
                      WithClip("b", layer::ClipByGlobalNorm(2, "two"))});
  EXPECT_EQ(Updates(), R"(square_0.tmp_0 = square(X=a@GRAD)
reduce_sum_0.tmp_0 = reduce_sum(X=square_0.tmp_0, reduce_all=true)
square_1.tmp_0 = square(X=b@GRAD)
reduce_sum_1.tmp_0 = reduce_sum(X=square_1.tmp_0, reduce_all=true)
sqrt_0.tmp_0 = sqrt(X=reduce_sum_0.tmp_0)
scale_0.tmp_0 = scale(X=sqrt_0.tmp_0)
clip_0.tmp_0 = clip(X=scale_0.tmp_0, min=1.0, max=3.4028234663852886e+38)
a@GRAD.tmp_0 = elementwise_div(X=a@GRAD, Y=clip_0.tmp_0)
sqrt_1.tmp_0 = sqrt(X=reduce_sum_1.tmp_0)
scale_1.tmp_0 = scale(X=sqrt_1.tmp_0, scale=0.5)
clip_1.tmp_0 = clip(X=scale_1.tmp_0, min=1.0, max=3.4028234663852886e+38)
b@GRAD.tmp_0 = elementwise_div(X=b@GRAD, Y=clip_1.tmp_0)
)");
}

class RowsClipTest : public ClipTest {
 protected:
  ParamAndGrad Rows() {
    const ParamAndGrad pair = Pair("table");
    main_->global_block()
        .Var("table@GRAD")
        ->set_kind(framework::proto::SELECTED_ROWS);
    return pair;
  }
};

TEST_F(RowsClipTest, StaySelectedRows) {
  const ParamAndGrad pair = Rows();
  EXPECT_EQ(AppendGradientClip({pair}).size(), 1u);
  for (const layer::GradientClip& clip :
       {layer::ClipByValue(-1, 2), layer::ClipByNorm(4)}) {
    const Variable clipped = AppendGradientClip({pair}, clip)[0].grad;
    EXPECT_EQ(clipped.kind(), framework::proto::SELECTED_ROWS);
    EXPECT_EQ(clipped.dims(), layer::Dims({2, 3}));
  }
  EXPECT_EQ(
      Updates(),
      R"(selected_rows_clip_0.tmp_0 = selected_rows_clip(X=table@GRAD, min=-1.0, max=2.0)
selected_rows_squared_norm_0.tmp_0 = selected_rows_squared_norm(X=table@GRAD)
sqrt_0.tmp_0 = sqrt(X=selected_rows_squared_norm_0.tmp_0)
scale_0.tmp_0 = scale(X=sqrt_0.tmp_0, scale=0.25)
clip_0.tmp_0 = clip(X=scale_0.tmp_0, min=1.0, max=3.4028234663852886e+38)
table@GRAD.tmp_0 = selected_rows_divide(X=table@GRAD, Y=clip_0.tmp_0)
)");
}

TEST_F(RowsClipTest, BoundsHoldZero) {
  EXPECT_ERROR(AppendGradientClip({Rows()}, layer::ClipByValue(1, 2)),
               InvalidArgument, "only to bounds that hold zero, not to [1, 2]");
}

}  // namespace
}  // namespace paddle::backward
