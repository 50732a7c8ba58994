// Tests spectra_at_run_time.h: transforms compute what those of known length
// and axis do.
#include "paddle/framework/interchange/onnx/spectra_at_run_time.h"

#include <string>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gmock/gmock-more-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/interchange/onnx/testing/given_node.h"
#include "paddle/framework/interchange/onnx/testing/model_builder.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::onnx::testing {
namespace {

using framework::LoDTensor;

LoDTensor Signal(const Sizes& dims) {
  int64_t size = 1;
  for (const int64_t each : dims) size *= each;
  Numbers numbers;
  for (int64_t i = 0; i < size; ++i) {
    numbers.push_back(static_cast<float>(i * i % 11) - 4);
  }
  return FloatTensor(dims, numbers);
}

void ExpectSame(const GivenNode& node, const std::string& what) {
  ExpectSameAsConstants(node, {Given::kFed}, 1e-4, what);
}

GivenNode Dft(const LoDTensor& x, int64_t length, int64_t axis, bool inverse,
              bool half) {
  GivenNode node{"DFT", 20, {x}};
  node.inputs.push_back(length > 0 ? IntTensor({}, {length}) : LoDTensor());
  node.inputs.push_back(IntTensor({}, {axis}));
  node.set = [=](proto::NodeProto* proto) {
    SetInt(proto, "inverse", inverse);
    SetInt(proto, "onesided", half);
  };
  return node;
}

TEST(SpectraAtRunTimeTest, AxisAndLengthMayBeFed) {
  for (const bool inverse : {false, true}) {
    for (const int64_t parts : {1, 2}) {
      for (const bool half : {false, true}) {
        if (half && !inverse && parts == 2) continue;
        const LoDTensor x = Signal({2, 5, 4, parts});
        for (const int64_t axis : {0, 1, 2, -2}) {
          for (const int64_t length : {0, 3, 6}) {
            if (axis == 0 && length == 0) continue;
            ExpectSame(Dft(x, length, axis, inverse, half),
                       "axis " + std::to_string(axis) + " length " +
                           std::to_string(length) +
                           (inverse ? " inverse" : "") + (half ? " half" : "") +
                           " of " + std::to_string(parts));
          }
        }
      }
    }
  }
}

TEST(SpectraAtRunTimeTest, RefusesAxesAndLengthsThatAreNone) {
  const LoDTensor x = Signal({2, 3, 2});
  for (const int64_t axis : {2, -1, 5, -4}) {
    EXPECT_ERROR(RunGiven(Dft(x, 3, axis, false, false), Given::kFed),
                 InvalidArgument, "an axis of X, input 2 ('i2'), is ");
  }
  EXPECT_ERROR(RunGiven(Dft(x, 4000, 1, false, false), Given::kFed),
               InvalidArgument,
               "the length of a transform, input 1 ('i1'), is 4000; it must "
               "be in [1, 2048]");
}

TEST(SpectraAtRunTimeTest, SizesMayBeUnknown) {
  const LoDTensor x = Signal({2, 6, 1});
  ModelBuilder builder(20);
  builder.Input("x", {-1, -2, 1});
  SetInt(builder.Node("DFT", {"x"}, {"y"}), "onesided", 1);  // axis -2
  builder.Output("y");
  const auto wanted = RunGiven(Dft(x, 0, 1, false, true), Given::kConstants);
  EXPECT_THAT(RunImported(Import(builder.model()), {{"x", x}}),
              ::testing::Pointwise(::testing::DoubleNear(1e-4), wanted));
}

GivenNode Stft(const LoDTensor& x, int64_t step, const LoDTensor& window,
               int64_t length, bool half) {
  GivenNode node{"STFT", 17, {x, IntTensor({}, {step}), window}};
  node.inputs.push_back(length > 0 ? IntTensor({}, {length}) : LoDTensor());
  node.set = [=](proto::NodeProto* proto) { SetInt(proto, "onesided", half); };
  return node;
}

TEST(SpectraAtRunTimeTest, FramesMayBeFed) {
  for (const bool half : {false, true}) {
    ExpectSame(Stft(Signal({2, 9, 1}), 2, LoDTensor(), 4, half), "frames");
    ExpectSame(Stft(Signal({2, 9}), 3, Signal({4}), 0, half), "window");
    ExpectSame(Stft(Signal({2, 9, 1}), 3, Signal({5}), 5, half), "both");
  }
  ExpectSame(Stft(Signal({1, 9, 2}), 3, Signal({5}), 5, false), "complex");
}

TEST(SpectraAtRunTimeTest, RefusesFramesThatDoNotFit) {
  const LoDTensor x = Signal({1, 6, 1});
  EXPECT_ERROR(RunGiven(Stft(x, 0, LoDTensor(), 4, true), Given::kFed),
               InvalidArgument, "the distance of frames, input 1 ('i1'), is 0");
  EXPECT_ERROR(RunGiven(Stft(x, 1, LoDTensor(), 7, true), Given::kFed),
               InvalidArgument, "the number of frames is 0");
}

}  // namespace
}  // namespace paddle::onnx::testing
