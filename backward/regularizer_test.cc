#include "paddle/backward/regularizer.h"

#include <string>

#include "gtest/gtest.h"

#include "paddle/backward/testing/program_fixture.h"
#include "paddle/framework/ir/framework.pb.h"

namespace paddle::backward {
namespace {

class RegularizerTest : public ProgramFixture {
 protected:
  static ParamAndGrad WithDecay(const std::string& name,
                                const layer::Regularizer& regularizer) {
    layer::ParamAttr attr = name;
    attr.regularizer = regularizer;
    return Pair(attr);
  }
};

TEST_F(RegularizerTest, AddsDecay) {
  const ParamsAndGrads pairs =
      AppendRegularization({Pair("a"), WithDecay("b", layer::L1Decay(0.25)),
                            WithDecay("c", layer::NoRegularizer())},
                           layer::L2Decay(0.5));
  EXPECT_EQ(Updates(), R"(scale_0.tmp_0 = scale(X=a, scale=0.5)
a@GRAD.tmp_0 = sum(X=[a@GRAD, scale_0.tmp_0])
sign_0.tmp_0 = sign(X=b)
scale_1.tmp_0 = scale(X=sign_0.tmp_0, scale=0.25)
b@GRAD.tmp_0 = sum(X=[b@GRAD, scale_1.tmp_0])
)");
  EXPECT_EQ(pairs[0].grad.name(), "a@GRAD.tmp_0");
  EXPECT_EQ(pairs[1].grad.dims(), layer::Dims({2, 3}));
  EXPECT_EQ(pairs[2].grad.name(), "c@GRAD");
}

TEST_F(RegularizerTest, WithoutRegularizerNothingHappens) {
  const ParamsAndGrads pairs = {Pair("a")};
  EXPECT_EQ(AppendRegularization(pairs)[0].grad, pairs[0].grad);
  EXPECT_EQ(Ops(), "");
}

TEST_F(RegularizerTest, DecayOfSelectedRowsIsDense) {
  const ParamAndGrad pair = Pair("table");
  main_->global_block()
      .Var("table@GRAD")
      ->set_kind(framework::proto::SELECTED_ROWS);
  const ParamsAndGrads decayed =
      AppendRegularization({pair}, layer::L2Decay(1));
  EXPECT_EQ(decayed[0].grad.kind(), framework::proto::DENSE_TENSOR);
  EXPECT_EQ(decayed[0].grad.dims(), layer::Dims({2, 3}));
}

}  // namespace
}  // namespace paddle::backward
