// Tests blocks_at_run_time.h: windows add up as on images of known size.
#include "paddle/framework/interchange/onnx/blocks_at_run_time.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/interchange/onnx/testing/given_node.h"
#include "paddle/framework/interchange/onnx/testing/model_builder.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::onnx::testing {
namespace {

using framework::LoDTensor;

LoDTensor Columns(const Sizes& dims) {
  Numbers numbers;
  for (int64_t i = 0; i < dims[0] * dims[1] * dims[2]; ++i) {
    numbers.push_back(static_cast<float>(i % 7) + 0.5f);
  }
  return FloatTensor(dims, numbers);
}

// A node over [2, 3 * size of a window, windows].
struct Case {
  Sizes image, kernel, strides, dilations, pads;
  int64_t windows;
};

GivenNode Col2Im(const Case& one) {
  int64_t size = 3;
  for (const int64_t each : one.kernel) size *= each;
  const auto axes = static_cast<int64_t>(one.kernel.size());
  GivenNode node{"Col2Im", 18, {Columns({2, size, one.windows})}};
  node.inputs.push_back(IntTensor({axes}, one.image));
  node.inputs.push_back(IntTensor({axes}, one.kernel));
  node.set = [one](proto::NodeProto* proto) {
    SetInts(proto, "strides", one.strides);
    SetInts(proto, "dilations", one.dilations);
    SetInts(proto, "pads", one.pads);
  };
  return node;
}

TEST(BlocksAtRunTimeTest, AddUpAsOnKnownImages) {
  const Case kCases[] = {
      {{5}, {2}, {1}, {1}, {0, 0}, 4},
      {{5, 4}, {2, 3}, {1, 1}, {1, 1}, {0, 0, 0, 0}, 8},
      {{5, 6}, {2, 2}, {2, 3}, {2, 1}, {1, 0, 2, 1}, 6},
      {{3, 3, 3}, {2, 1, 2}, {1, 2, 1}, {1, 1, 2}, {0, 0, 1, 0, 0, 0}, 8},
  };
  for (const Case& one : kCases) {
    ExpectSameAsConstants(Col2Im(one), {Given::kFed}, 1e-4);
  }
}

TEST(BlocksAtRunTimeTest, RefusesSizesThatDoNotFit) {
  const auto run = [](const Sizes& image, const Sizes& kernel) {
    GivenNode node = Col2Im({{5}, {2}, {1}, {1}, {0, 0}, 4});
    node.inputs[1] = IntTensor({1}, image);
    node.inputs[2] = IntTensor({1}, kernel);
    return RunGiven(node, Given::kFed);
  };
  EXPECT_ERROR(run({0}, {2}), InvalidArgument, "a size, input 1 ('i1'), is 0");
  EXPECT_ERROR(run({5}, {-2}), InvalidArgument,
               "a size, input 2 ('i2'), is -2");
  EXPECT_ERROR(run({5}, {6}), InvalidArgument, "the number of windows");
  EXPECT_ERROR(run({6}, {2}), InvalidArgument, "than columns of X is 1");
}

}  // namespace
}  // namespace paddle::onnx::testing
