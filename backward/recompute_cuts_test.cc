#include "paddle/backward/recompute_cuts.h"

#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/backward/append_backward.h"
#include "paddle/backward/testing/program_fixture.h"

namespace paddle::backward {
namespace {

using layer::Variable;

class RecomputeCutsTest : public ProgramFixture {
 protected:
  std::vector<int> Choose(const Variable& last) {
    const Variable loss = layer::mean(last);
    const int forward = NumOps();
    AppendBackward(loss);
    return ChooseCuts(ForwardValues(*main_, 0, forward));
  }
};

TEST_F(RecomputeCutsTest, EqualLayersLeaveAboutTheSquareRoot) {
  Variable x = Parameter("w");
  for (int i = 0; i < 100; ++i) x = layer::tanh(x);
  const std::vector<int> cuts = Choose(x);
  EXPECT_GE(cuts.size(), 5u);
  EXPECT_LE(cuts.size(), 20u);
  int before = 0;
  for (int cut : cuts) {
    EXPECT_LE(cut - before, 20);
    before = cut;
  }
}

TEST_F(RecomputeCutsTest, SegmentsEndWhereLittleIsKept) {
  Variable x = Parameter("w", {64});
  std::vector<int> narrow;
  for (int i = 0; i < 8; ++i) {
    // From 64 numbers over one to 64 again.
    const Variable one = layer::Op("reduce_sum", {{"X", x}},
                                   {{"reduce_all", true}, {"keep_dim", true}});
    narrow.push_back(NumOps() - 1);
    x = layer::tanh(layer::exp(Parameter("w" + std::to_string(i), {64}) * one));
  }
  const std::vector<int> cuts = Choose(x);
  EXPECT_FALSE(cuts.empty());
  for (int cut : cuts) EXPECT_THAT(narrow, ::testing::Contains(cut));
}

TEST_F(RecomputeCutsTest, NothingIsCutWhereNothingIsSaved) {
  EXPECT_THAT(Choose(Parameter("w")), ::testing::ElementsAre());
}

}  // namespace
}  // namespace paddle::backward
