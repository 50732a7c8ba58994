#include "paddle/framework/executor/op_profile.h"

#include <string>

#include "gtest/gtest.h"

namespace paddle::framework {
namespace {

ProfiledOp OpNamed(const std::string& type) {
  ProfiledOp op;
  op.desc.set_type(type);
  return op;
}

TEST(OpProfile, AnOperatorIsDescribedOnce) {
  StartOpProfile();
  const uint64_t session = platform::EventSession();
  int described = 0;
  const auto label = [&](int64_t op, uint64_t shapes) {
    return LabelOf(session, {1, 0, op, shapes}, [&] {
      ++described;
      return OpNamed("op");
    });
  };
  EXPECT_EQ(label(1, 0), 0);
  EXPECT_EQ(label(1, 7), 1);
  EXPECT_EQ(label(2, 0), 2);
  EXPECT_EQ(label(1, 7), 1);
  EXPECT_EQ(described, 3);
  const OpProfile profile = StopOpProfile();
  EXPECT_EQ(profile.ops.size(), 3);
  EXPECT_EQ(profile.times.totals.size(), 3);
}

TEST(OpProfile, BeginsEmpty) {
  StartOpProfile();
  LabelOf(platform::EventSession(), {}, [] { return OpNamed("old"); });
  StartOpProfile();
  EXPECT_TRUE(StopOpProfile().ops.empty());
}

TEST(OpProfile, AnEarlierSessionAddsNothing) {
  StartOpProfile();
  const uint64_t early = platform::EventSession();
  StartOpProfile();
  EXPECT_EQ(LabelOf(early, {}, [] { return OpNamed("late"); }), 0);
  EXPECT_TRUE(StopOpProfile().ops.empty());
}

TEST(OpProfile, StoppingTwiceGivesNothing) {
  StartOpProfile();
  LabelOf(platform::EventSession(), {}, [] { return OpNamed("op"); });
  EXPECT_EQ(StopOpProfile().ops.size(), 1);
  EXPECT_TRUE(StopOpProfile().ops.empty());
}

}  // namespace
}  // namespace paddle::framework
