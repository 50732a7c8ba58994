#include "paddle/backward/repeated_op.h"

#include <cstdint>

#include "gtest/gtest.h"

#include "paddle/backward/testing/program_fixture.h"

namespace paddle::backward {
namespace {

using framework::GetAttr;
using framework::proto::OpDesc;

class RepeatedOpTest : public ProgramFixture {
 protected:
  const framework::OpProto& ProtoOf(const std::string& type) const {
    return framework::FindOpProto(main_->schemas(), type);
  }
  OpDesc Made(const std::string& type,
              const framework::AttributeMap& attrs) const {
    OpDesc op =
        framework::MakeOp(type, {{"X", {"x"}}}, {{"Out", {"y"}}}, attrs);
    op.set_id(7);
    return op;
  }
};

TEST_F(RepeatedOpTest, ACopyDrawsAsTheOriginal) {
  OpDesc op = Made("dropout", {});
  MakeRepeated(ProtoOf("dropout"), &op);
  EXPECT_EQ(GetAttr<int64_t>(op, "draws_as"), 7);
  op.set_id(9);
  MakeRepeated(ProtoOf("dropout"), &op);
  EXPECT_EQ(GetAttr<int64_t>(op, "draws_as"), 7);
  EXPECT_EQ(WhyNotRepeated(ProtoOf("dropout"), op), nullptr);
}

TEST_F(RepeatedOpTest, WhatOnlyComputesStaysAsItIs) {
  OpDesc op = Made("tanh", {});
  MakeRepeated(ProtoOf("tanh"), &op);
  EXPECT_EQ(op.attrs_size(), 0);
  EXPECT_EQ(WhyNotRepeated(ProtoOf("tanh"), op), nullptr);
}

TEST_F(RepeatedOpTest, OnlyTheStatisticsOfABatchAreApart) {
  EXPECT_FALSE(UpdatesApart(Made("tanh", {})));
  EXPECT_TRUE(UpdatesInTraining(Made("batch_norm", {{"is_test", false}})));
  EXPECT_FALSE(UpdatesInTraining(Made("batch_norm", {{"is_test", true}})));
  EXPECT_TRUE(UpdatesApart(Made("batch_norm", {{"is_test", true}})));
}

}  // namespace
}  // namespace paddle::backward
