#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/backward/append_backward.h"
#include "paddle/framework/passes/testing/level2.h"
#include "paddle/framework/passes/testing/run_pass.h"

namespace paddle::framework::testing {
namespace {

using layer::operator+;
using layer::operator*;
using layer::Variable;

constexpr const char* kPass = "tile_batch";
// An inference has images with their channels last.
const NameList kPasses = {"fold_batch_norm", "fuse_convolutions",
                          "channels_last", kPass};

Variable Images(DataType dtype, int64_t size = 32) {
  return layer::data("x", {-1, 3, size, size}, dtype);
}

Variable Deep(DataType dtype) {
  const Variable x = layer::conv2d(Images(dtype), 32, 3, Padded("relu"));
  return layer::conv2d(x, 4, 3, Padded());
}

Variable Residual(DataType dtype) {
  const Variable x = layer::conv2d(Images(dtype), 32, 3, Padded("relu"));
  const Variable y = layer::batch_norm(layer::conv2d(x, 32, 3, Padded()));
  const Variable z = layer::relu(y + x) * layer::sigmoid(y);
  return layer::softmax(layer::fc(layer::pool2d(z, 2), 5));
}

std::string After(const Network& network) {
  const InferenceNet net = InferenceNetOf(network, DataType::kFloat32);
  return TextAfter(kPass, *net.program, {net.fetch});
}

bool Tiles(const Network& network) {
  return After(network).find("map_rows") != std::string::npos;
}

TEST(TileBatch, MovesOperatorsOfImagesIntoABlock) {
  EXPECT_EQ(After(Deep), R"(block 0 {
  conv2d_1.tmp_1 = map_rows(X=x, Captures=[conv2d_0.w_0, conv2d_0.b_0, conv2d_1.w_0, conv2d_1.b_0], block=block 1)
}
block 1 in 0 (x@ROW_0) -> (conv2d_1.tmp_1@ROW_0) {
  conv2d_0.tmp_0 = conv2d(Input=x@ROW_0, Filter=conv2d_0.w_0, paddings=[1, 1])
  conv2d_0.tmp_1 = elementwise_add(X=conv2d_0.tmp_0, Y=conv2d_0.b_0, axis=1)
  conv2d_0.tmp_2 = relu(X=conv2d_0.tmp_1)
  conv2d_1.tmp_0 = conv2d(Input=conv2d_0.tmp_2, Filter=conv2d_1.w_0, paddings=[1, 1])
  conv2d_1.tmp_1@ROW_0 = elementwise_add(X=conv2d_1.tmp_0, Y=conv2d_1.b_0, axis=1)
}
)");
}

TEST(TileBatch, MovesFusedConvolutions) {
  const std::string text =
      TextOf(InferenceNetOf(Residual, DataType::kFloat32), kPasses);
  const std::string inner = text.substr(text.find("block 2 in 0"));
  EXPECT_NE(text.find("pool2d_0.tmp_0 = map_rows(X=x, "
                      "Captures=[conv2d_0.w_0, conv2d_0.b_0, "
                      "conv2d_0.w_0@PACKED_0, conv2d_1.w_0, "),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("fused_conv2d("),
            text.size() - inner.size() + inner.find("fused_conv2d("))
      << text;
  EXPECT_NE(inner.find("pool2d_0.tmp_0@LAST_0 = pool2d("), std::string::npos);
  EXPECT_EQ(inner.find("softmax("), std::string::npos);
}

TEST(TileBatch, StaysWithinTheBound) {
  ExpectWithinBound(Deep, {kPass});
  ExpectWithinBound(Residual, {kPass});
  ExpectWithinBound(Deep, kPasses);
  ExpectWithinBound(Residual, kPasses);
}

// All between the operators is in a cache for any batch.
TEST(TileBatch, SmallImagesStay) {
  EXPECT_FALSE(Tiles([](DataType dtype) {
    const Variable x = layer::conv2d(Images(dtype, 8), 32, 3, Padded("relu"));
    return layer::conv2d(x, 4, 3, Padded());
  }));
}

TEST(TileBatch, ImagesOfUnknownSizeStay) {
  EXPECT_FALSE(Tiles([](DataType dtype) {
    const Variable x = layer::data("x", {-1, 3, -1, 32}, dtype);
    return layer::conv2d(layer::conv2d(x, 64, 3, Padded("relu")), 4, 3);
  }));
}

TEST(TileBatch, OneImageStays) {
  EXPECT_FALSE(Tiles([](DataType dtype) {
    const Variable x = layer::data("x", {1, 3, 32, 32}, dtype);
    return layer::conv2d(layer::conv2d(x, 64, 3, Padded("relu")), 4, 3);
  }));
}

TEST(TileBatch, SequencesStay) {
  EXPECT_FALSE(Tiles([](DataType dtype) {
    const Variable x = layer::data("x", {-1, 100000}, dtype, /*lod_level=*/1);
    return layer::tanh(layer::relu(x));
  }));
}

// Each row would read them from memory.
TEST(TileBatch, LargeParametersStay) {
  const auto inner = [](int64_t outputs) {
    const std::string text = After([=](DataType dtype) {
      return layer::fc(layer::conv2d(Images(dtype, 64), 4, 3, Padded()),
                       outputs);
    });
    EXPECT_NE(text.find("block 1 in 0"), std::string::npos) << text;
    return text.substr(text.find("block 1 in 0"));
  };
  EXPECT_NE(inner(2).find("mul("), std::string::npos);
  EXPECT_EQ(inner(9).find("mul("), std::string::npos);
}

// So would each row one that another pass derives.
TEST(TileBatch, LargeDerivedParametersStay) {
  const auto inner = [](int64_t outputs) {
    const Network network = [=](DataType dtype) {
      const Variable x = layer::conv2d(Images(dtype, 64), 4, 3, Padded());
      const Variable w = layer::parameter({outputs, 4 * 64 * 64}, dtype, {"w"});
      const Variable turned = layer::transpose(w, {1, 0});
      return Variable(layer::Op("mul", {{"X", x}, {"Y", turned}}));
    };
    const std::string text = TextOf(InferenceNetOf(network, DataType::kFloat32),
                                    {"prepare_weights", kPass});
    EXPECT_NE(text.find("block 2 in 0"), std::string::npos) << text;
    return text.substr(text.find("block 2 in 0"));
  };
  EXPECT_NE(inner(2).find("mul("), std::string::npos);
  EXPECT_EQ(inner(9).find("mul("), std::string::npos);
}

// An axis as long as the batch is not the batch.
TEST(TileBatch, WhatIsBroadcastAlongTheBatchStays) {
  const auto add = [](std::vector<int64_t> dims) {
    return After([=](DataType dtype) {
      const Variable x = layer::data("x", {16, 3, 32, 32}, dtype);
      const Variable y = layer::conv2d(x, 16, 3, Padded());
      return layer::tanh(layer::data("other", dims, dtype) + y);
    });
  };
  EXPECT_NE(add({16, 16, 32, 32}).find("other@ROW"), std::string::npos);
  const std::string text = add({16, 32, 32});
  EXPECT_NE(text.find("map_rows"), std::string::npos) << text;
  EXPECT_EQ(text.find("other@ROW"), std::string::npos) << text;
}

// Other passes compute these part by part.
TEST(TileBatch, ElementwiseOperatorsAloneStay) {
  EXPECT_FALSE(Tiles([](DataType dtype) {
    return layer::tanh(layer::sigmoid(layer::relu(Images(dtype, 128))));
  }));
}

TEST(TileBatch, OperatorsThatMixRowsStay) {
  const std::string text = After([](DataType dtype) {
    const Variable y = layer::conv2d(Images(dtype), 64, 3);
    return layer::tanh(layer::reduce_sum(y, {0}));
  });
  const std::string inner = text.substr(text.find("block 1 in 0"));
  EXPECT_NE(inner.find("conv2d("), std::string::npos) << text;
  EXPECT_EQ(inner.find("reduce_sum("), std::string::npos) << text;
  EXPECT_EQ(inner.find("tanh("), std::string::npos) << text;
}

TEST(TileBatch, WhatIsFetchedIsAResult) {
  const auto main = layer::NewProgram(), startup = layer::NewProgram();
  const layer::ProgramGuard guard(main, startup);
  const Variable x = layer::sigmoid(Images(DataType::kFloat32, 128));
  const Variable y = layer::depthwise_conv2d(x, 0, 1);
  const Variable z = layer::tanh(layer::relu(y));
  EXPECT_EQ(TextAfter(kPass, *main, {y.name(), z.name()}), R"(block 0 {
  [depthwise_conv2d_0.tmp_1, tanh_0.tmp_0] = map_rows(X=x, Captures=[depthwise_conv2d_0.w_0, depthwise_conv2d_0.b_0], block=block 1)
}
block 1 in 0 (x@ROW_0) -> (depthwise_conv2d_0.tmp_1@ROW_0, tanh_0.tmp_0@ROW_0) {
  sigmoid_0.tmp_0 = sigmoid(X=x@ROW_0)
  depthwise_conv2d_0.tmp_0 = depthwise_conv2d(Input=sigmoid_0.tmp_0, Filter=depthwise_conv2d_0.w_0, groups=3)
  depthwise_conv2d_0.tmp_1@ROW_0 = elementwise_add(X=depthwise_conv2d_0.tmp_0, Y=depthwise_conv2d_0.b_0, axis=1)
  relu_0.tmp_0 = relu(X=depthwise_conv2d_0.tmp_1@ROW_0)
  tanh_0.tmp_0@ROW_0 = tanh(X=relu_0.tmp_0)
}
)");
}

TEST(TileBatch, WhatTrainsStays) {
  const auto main = layer::NewProgram(), startup = layer::NewProgram();
  const layer::ProgramGuard guard(main, startup);
  const Variable loss = layer::mean(Deep(DataType::kFloat32));
  EXPECT_FALSE(LeavesAlone(kPass, *main, {loss.name()}));
  backward::AppendBackward(loss);
  EXPECT_TRUE(LeavesAlone(kPass, *main, {loss.name()}));
}

TEST(TileBatch, OtherPlacesStay) {
  const InferenceNet net = InferenceNetOf(Deep, DataType::kFloat32);
  EXPECT_TRUE(LeavesAlone(kPass, *net.program, {net.fetch}, nullptr,
                          platform::PlaceKind::kCUDA));
}

TEST(TileBatch, WorksInsideABlock) {
  const InferenceNet net = InferenceNetOf(Deep, DataType::kFloat32);
  const auto inside = InsideBlock(net);
  EXPECT_NE(TextAfter(kPass, *inside, {"looped"}).find("map_rows"),
            std::string::npos);
}

}  // namespace
}  // namespace paddle::framework::testing
