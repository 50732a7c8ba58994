// Tests resize_at_run_time.h and run_time_axis.h: what is known in a run alone
// computes what is known before.
#include "paddle/framework/interchange/onnx/resize_at_run_time.h"

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/interchange/onnx/testing/given_node.h"
#include "paddle/framework/interchange/onnx/testing/model_builder.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/ir/var_dims.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::onnx::testing {
namespace {

using framework::LoDTensor;
using platform::MessageOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

using Texts = std::vector<std::pair<const char*, std::string>>;

LoDTensor Image() {
  Numbers pixels;
  for (int i = 0; i < 30; ++i) pixels.push_back(static_cast<float>(i * i % 17));
  return FloatTensor({1, 1, 5, 6}, pixels);
}

GivenNode Resize(const Numbers& scales, const Sizes& sizes, const Texts& texts,
                 bool flags = false) {
  GivenNode node{"Resize", 19, {Image()}};
  node.inputs.push_back(FloatTensor({8}, {0, 0, 0.2f, 0, 1, 1, 0.9f, 1.3f}));
  node.inputs.push_back(scales.empty() ? LoDTensor()
                                       : FloatTensor({4}, scales));
  node.inputs.push_back(
      sizes.empty() ? LoDTensor()
                    : IntTensor({static_cast<int64_t>(sizes.size())}, sizes));
  node.set = [texts, flags](proto::NodeProto* proto) {
    for (const auto& [name, text] : texts) SetText(proto, name, text);
    SetFloat(proto, "extrapolation_value", 7);
    if (!flags) return;
    SetInt(proto, "antialias", 1);
    SetInt(proto, "exclude_outside", 1);
  };
  return node;
}

void ExpectSame(const GivenNode& node, const std::string& what) {
  ExpectSameAsConstants(
      node, {Given::kFed, Given::kOpenSizes, Given::kOpenLists}, 2e-5, what);
}

TEST(ResizeAtRunTimeTest, PlacesAreThoseOfKnownSizes) {
  for (const char* how :
       {"half_pixel", "pytorch_half_pixel", "align_corners", "asymmetric",
        "half_pixel_symmetric", "tf_crop_and_resize"}) {
    for (const char* mode : {"nearest", "linear", "cubic"}) {
      const Texts texts = {{"mode", mode},
                           {"coordinate_transformation_mode", how}};
      const std::string what = std::string(how) + " " + mode;
      ExpectSame(Resize({1, 1, 1.7f, 0.2f}, {}, texts), what);
      ExpectSame(Resize({}, {1, 1, 3, 13}, texts), what);
    }
  }
}

TEST(ResizeAtRunTimeTest, NearestElementsAreThoseOfKnownSizes) {
  for (const char* nearest :
       {"round_prefer_floor", "round_prefer_ceil", "floor", "ceil"}) {
    ExpectSame(Resize({1, 1, 2, 0.5f}, {}, {{"nearest_mode", nearest}}),
               nearest);
    ExpectSame(Resize({}, {1, 1, 10, 3},
                      {{"nearest_mode", nearest},
                       {"coordinate_transformation_mode", "asymmetric"}}),
               nearest);
  }
}

TEST(ResizeAtRunTimeTest, KernelsMayBeWiderAndCutOff) {
  for (const char* mode : {"linear", "cubic"}) {
    ExpectSame(Resize({1, 1, 0.6f, 0.35f}, {}, {{"mode", mode}}, true), mode);
    ExpectSame(Resize({}, {1, 1, 9, 2}, {{"mode", mode}}, true), mode);
  }
}

TEST(ResizeAtRunTimeTest, KeepsTheAspectRatio) {
  for (const char* policy : {"not_larger", "not_smaller", "stretch"}) {
    GivenNode node = Resize({}, {7, 8}, {{"keep_aspect_ratio_policy", policy}});
    node.inputs[1] = LoDTensor();
    const auto set = node.set;
    node.set = [set](proto::NodeProto* proto) {
      set(proto);
      SetInts(proto, "axes", {-1, 2});
    };
    ExpectSame(node, policy);
  }
}

TEST(ResizeAtRunTimeTest, OlderVersionsHaveScalesAlone) {
  const Numbers scales = {1, 1, 2, 1.5f};
  for (const char* op : {"Upsample", "Resize"}) {
    GivenNode node{op,
                   op == std::string("Resize") ? 10 : 9,
                   {Image(), FloatTensor({4}, scales)}};
    ExpectSame(node, op);
  }
}

// An image of known channels keeps them: what follows needs to know them.
TEST(ResizeAtRunTimeTest, KeepsSizesThatAreKnown) {
  ModelBuilder builder(19);
  builder.Input("x", {-1, 3, -2, -3});
  builder.Floats("scales", {4}, {1, 1, 2, 2});
  builder.Node("Resize", {"x", "", "scales"}, {"y"});
  builder.Output("y");
  const Imported imported = Import(builder.model());
  const framework::Dims dims =
      framework::DimsOf(imported.program->global_block().GetVar("y"));
  EXPECT_EQ(dims[1], 3);
  EXPECT_THAT(
      RunImported(imported, {{"x", FloatTensor({1, 3, 1, 1}, {1, 2, 3})}}),
      ElementsAre(1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3));
}

TEST(ResizeAtRunTimeTest, RefusesSizesThatAreNone) {
  const auto run = [](const Numbers& scales, const Sizes& sizes) {
    return RunGiven(Resize(scales, sizes, {{"mode", "linear"}}), Given::kFed);
  };
  for (const float wrong :
       {0.1f, -1.0f, 1e30f, std::numeric_limits<float>::quiet_NaN()}) {
    const std::string text = MessageOf([&] { run({1, 1, wrong, 1}, {}); });
    EXPECT_THAT(text, HasSubstr("InvalidArgument"));
    EXPECT_THAT(text, HasSubstr("by input 2 ('i2'), is "));
    EXPECT_THAT(text, HasSubstr("; it must be in [1, 1048576]"));
    EXPECT_THAT(text, HasSubstr("(Resize)"));
  }
  EXPECT_ERROR(run({}, {1, 1, 0, 2}), InvalidArgument,
               "by input 3 ('i3'), is 0");
  EXPECT_ERROR(run({}, {1, 1, 4, int64_t{1} << 40}), InvalidArgument,
               "by input 3 ('i3'), is 1099511627776");
  const GivenNode node = Resize({}, {1, 3, 3}, {});
  EXPECT_ERROR(RunGiven(node, Given::kFed), InvalidArgument,
               "input 3 ('i3') has 3 numbers, not 4");
  EXPECT_ERROR(RunGiven(node, Given::kOpenLists), InvalidArgument, "reshape");
}

}  // namespace
}  // namespace paddle::onnx::testing
