#include "paddle/operators/math/windows/padding.h"

#include "gtest/gtest.h"

namespace paddle::operators::kernels {
namespace {

using Numbers = std::vector<int64_t>;

const std::string kExplicit = "EXPLICIT";
const std::string kSame = "SAME";

TEST(Padding, IsTheSameAtBothEndsOrNot) {
  const Numbers even{1, 2}, uneven{1, 2, 3, 4};
  const Padding both = PaddingOf({even, 2, kExplicit}, {});
  EXPECT_EQ(both.before, (Extent{0, 1, 2}));
  EXPECT_EQ(both.after, (Extent{0, 1, 2}));
  const Padding ends = PaddingOf({uneven, 2, kExplicit}, {});
  EXPECT_EQ(ends.before, (Extent{0, 1, 3}));
  EXPECT_EQ(ends.after, (Extent{0, 2, 4}));
  const Numbers volume{1, 2, 3, 4, 5, 6};
  const Padding deep = PaddingOf({volume, 3, kExplicit}, {});
  EXPECT_EQ(deep.before, (Extent{1, 3, 5}));
  EXPECT_EQ(deep.after, (Extent{2, 4, 6}));
}

// As TensorFlow's: one more at the end if the number is odd.
TEST(Padding, IsAsLittleAsSameWindowsNeed) {
  const Numbers none{0, 0};
  const Padding same =
      PaddingOf({none, 2, kSame}, {{1, 5, 6}, {1, 5, 3}, {1, 2, 3}, {1, 1, 2}});
  EXPECT_EQ(same.before, (Extent{0, 0, 0}));
  EXPECT_EQ(same.after, (Extent{0, 1, 1}));
  // Steps that leave elements out need none.
  const Padding apart =
      PaddingOf({none, 2, kSame}, {{1, 9, 7}, {1, 3, 2}, {1, 1, 1}, {1, 3, 4}});
  EXPECT_EQ(apart.before, (Extent{0, 0, 0}));
  EXPECT_EQ(apart.after, (Extent{0, 0, 0}));
}

TEST(Padding, CountsWindows) {
  const Numbers uneven{0, 1, 2, 1}, even{1, 1};
  EXPECT_EQ(CountWindows({uneven, 2, kExplicit}, 0, 6, 3, 2), 3);
  EXPECT_EQ(CountWindows({uneven, 2, kExplicit}, 1, 6, 3, 1), 7);
  EXPECT_EQ(CountWindows({even, 2, kExplicit}, 1, 6, 3, 1), 6);
  EXPECT_EQ(CountWindows({even, 2, kSame}, 1, 7, 3, 2), 4);
}

}  // namespace
}  // namespace paddle::operators::kernels
