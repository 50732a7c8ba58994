// Tests run_time_padding.h, by Pad and CenterCropPad.
#include "paddle/framework/interchange/onnx/run_time_padding.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/interchange/onnx/testing/given_node.h"
#include "paddle/framework/interchange/onnx/testing/model_builder.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::onnx::testing {
namespace {

using framework::LoDTensor;

LoDTensor Square() { return FloatTensor({3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9}); }

void ExpectSame(const GivenNode& node, const std::string& what) {
  ExpectSameAsConstants(
      node, {Given::kFed, Given::kOpenSizes, Given::kOpenLists}, 0, what);
}

GivenNode Pad(const Sizes& pads, const std::string& mode) {
  GivenNode node{"Pad", 19, {Square()}};
  node.inputs.push_back(IntTensor({static_cast<int64_t>(pads.size())}, pads));
  node.set = [mode](proto::NodeProto* proto) { SetText(proto, "mode", mode); };
  return node;
}

TEST(RunTimePaddingTest, PadsAndCutsAsKnownPaddingsDo) {
  for (const char* mode : {"constant", "reflect", "edge"}) {
    ExpectSame(Pad({1, 0, 2, 1}, mode), mode);
    ExpectSame(Pad({-1, 1, 0, -1}, mode), mode);
    ExpectSame(Pad({0, 0, 0, 0}, mode), mode);
  }
  ExpectSame(Pad({-5, 0, 2, 1}, "constant"), "all rows cut off");
}

TEST(RunTimePaddingTest, AxesMayBeKnownInARunAlone) {
  for (const Sizes& axes : {Sizes{0, 1}, Sizes{-1, 0}}) {
    GivenNode node = Pad({1, -1, 2, 1}, "constant");
    node.inputs.push_back(LoDTensor());
    node.inputs.push_back(IntTensor({2}, axes));
    EXPECT_EQ(RunGiven(node, Given::kFed), RunGiven(node, Given::kConstants));
  }
  GivenNode node = Pad({1, 2}, "constant");
  node.inputs.push_back(FloatTensor({}, {5}));
  node.inputs.push_back(IntTensor({1}, {1}));
  EXPECT_EQ(RunGiven(node, Given::kFed), RunGiven(node, Given::kConstants));
  node.inputs[3] = IntTensor({1}, {2});
  EXPECT_ERROR(RunGiven(node, Given::kFed), InvalidArgument,
               "an axis of X, by input 3 ('i3'), is 2; it must be in [-2, 1]");
}

TEST(RunTimePaddingTest, WrapsAround) {
  ExpectSame(Pad({4, 1, 0, 2}, "wrap"), "wrap");
  ExpectSame(Pad({-1, 1, 7, -1}, "wrap"), "wrap");
  // No rows are left.
  EXPECT_ERROR(RunGiven(Pad({-3, 1, 4, 0}, "wrap"), Given::kFed),
               InvalidArgument, "by 0");
}

TEST(RunTimePaddingTest, RefusesAnotherNumberOfPaddings) {
  EXPECT_ERROR(RunGiven(Pad({1, 1, 1}, "constant"), Given::kFed),
               InvalidArgument, "input 1 ('i1') has 3 numbers, not 4");
}

TEST(RunTimePaddingTest, CutsAndPadsAroundTheMiddle) {
  for (const Sizes& sizes :
       {Sizes{1, 6}, Sizes{4, 2}, Sizes{3, 3}, Sizes{0, 5}}) {
    ExpectSame({"CenterCropPad", 18, {Square(), IntTensor({2}, sizes)}},
               "CenterCropPad");
  }
  GivenNode node{"CenterCropPad", 18, {Square(), IntTensor({1}, {5})}};
  node.set = [](proto::NodeProto* proto) { SetInts(proto, "axes", {-1}); };
  ExpectSame(node, "the last axis");
  node.inputs[1] = IntTensor({1}, {-1});
  EXPECT_ERROR(RunGiven(node, Given::kFed), InvalidArgument,
               "a size of the result, input 1 ('i1'), is -1");
}

}  // namespace
}  // namespace paddle::onnx::testing
