#include "paddle/framework/tensor/lod.h"

#include <cstdint>

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

TEST(LoD, LengthsAndOffsets) {
  const LoDPtr lod = LoD::FromLengths({{2, 0, 3}});
  EXPECT_EQ(lod->offsets(0), (std::vector<int64_t>{0, 2, 2, 5}));
  EXPECT_EQ(lod->levels(), 1);
  EXPECT_EQ(lod->sequences(0), 3);
  EXPECT_EQ(lod->rows(), 5);
  EXPECT_EQ(lod->lengths(), (LoD::Levels{{2, 0, 3}}));
  EXPECT_EQ(lod->ToString(), "{{2, 0, 3}}");
  EXPECT_ERROR(lod->offsets(1), OutOfRange, "level 1 of a LoD of 1");
}

TEST(LoD, Nested) {
  const LoDPtr lod = LoD::FromLengths({{2, 1}, {3, 1, 2}});
  EXPECT_EQ(lod->levels(), 2);
  EXPECT_EQ(lod->offsets(0), (std::vector<int64_t>{0, 2, 3}));
  EXPECT_EQ(lod->rows(), 6);
  EXPECT_EQ(lod->ToString(), "{{2, 1}, {3, 1, 2}}");
}

TEST(LoD, NoSequencesAndEmptySequences) {
  EXPECT_EQ(LoD::FromLengths({{}})->rows(), 0);
  EXPECT_EQ(LoD::FromLengths({{}})->sequences(0), 0);
  EXPECT_EQ(LoD::FromLengths({{0, 0}})->sequences(0), 2);
  EXPECT_EQ(LoD::FromLengths({{0}, {}})->rows(), 0);
}

TEST(LoD, BadLengths) {
  EXPECT_ERROR(LoD::FromLengths({}), InvalidArgument, "a LoD has no level");
  EXPECT_ERROR(LoD::FromLengths({{1, -2}}), InvalidArgument,
               "level 0 of a LoD has the negative length -2");
  EXPECT_ERROR(LoD::FromLengths({{2, 2}, {1, 1, 1}}), InvalidArgument,
               "level 0 of a LoD covers 4 sequences, level 1 has 3");
  EXPECT_ERROR(LoD::FromLengths({{INT64_MAX, 1}}), InvalidArgument,
               "the lengths of level 0 of a LoD overflow");
}

TEST(LoD, BadOffsets) {
  EXPECT_ERROR(LoD::FromOffsets({{1, 2}}), InvalidArgument,
               "level 0 of a LoD begin at 1, not at 0");
  EXPECT_ERROR(LoD::FromOffsets({{}}), InvalidArgument, "begin at no number");
  EXPECT_ERROR(LoD::FromOffsets({{0, 3, 2}}), InvalidArgument,
               "level 0 of a LoD go back from 3 to 2");
}

TEST(LoD, Equality) {
  const LoDPtr a = LoD::FromLengths({{1, 2}});
  EXPECT_TRUE(SameLoD(a, LoD::FromOffsets({{0, 1, 3}})));
  EXPECT_FALSE(SameLoD(a, LoD::FromLengths({{2, 1}})));
  EXPECT_FALSE(SameLoD(a, nullptr));
  EXPECT_FALSE(SameLoD(nullptr, a));
  EXPECT_TRUE(SameLoD(nullptr, nullptr));
}

}  // namespace
}  // namespace paddle::framework
