#include <string>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

OpCase Case(double probability) {
  OpCase test("dropout", std::to_string(probability));
  test.Input("X", Random({4, 30}))
      .Attr("dropout_prob", probability)
      .Gradient({"X"})
      .ScaleRows({"X"});
  return test;
}

Reference Constant(double scale, double mask) {
  return [=](OpValues& v) {
    v.Out("Out") = v.In("X").Map([=](double x) { return scale * x; });
    v.Out("Mask") = Array(v.In("X").dims, mask);
  };
}

TEST(Dropout, DropsAtRandom) {
  Case(0.3).WithoutReference("random; see dropout_test").Check();
  Case(0.3).Attr("seed", 17).WithoutReference("random").Check();
}

TEST(Dropout, DropsNothingOrAll) {
  Case(0).Reference(Constant(1, 1)).Check();
  Case(1).Reference(Constant(0, 0)).Check();
}

TEST(Dropout, IsTheIdentityInATest) {
  Case(0.3)
      .Attr("is_test", true)
      .SweepAttrs({"dropout_prob"})
      .Reference(Constant(1, 1))
      .Check();
}

TEST(Dropout, RefusesWhatIsNoProbability) {
  Case(1.5).ExpectError("dropout_prob");
  Case(-0.1).ExpectError("dropout_prob");
}

}  // namespace
}  // namespace paddle::operators::testing
