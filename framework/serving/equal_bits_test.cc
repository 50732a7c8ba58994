#include "paddle/framework/serving/equal_bits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/layers/layers.h"
#include "paddle/framework/serving/testing/models.h"
#include "paddle/platform/cpu_info.h"
#include "paddle/platform/int8_products.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::serving {
namespace {

using ::testing::HasSubstr;

class EqualBitsTest : public ::testing::Test {
 protected:
  std::string Found(const testing::WriteNetwork& write,
                    const RowIndependence& rows) {
    testing::SaveModel(folder_.Path("model"), write);
    return FindOtherBits(ServedModel(folder_.Path("model")), rows, 32);
  }
  platform::TemporaryFolder folder_;
  const RowIndependence row_{"", {}, {{0, false}}};
};

TEST_F(EqualBitsTest, OfRowsAndOfSequences) {
  EXPECT_EQ(Found([] { return testing::Classifier(20, 8, 3); }, row_), "");
  const RowIndependence both{"", {}, {{0, true}, {0, false}}};
  EXPECT_EQ(Found([] { return testing::Recurrent(4, 8); }, both), "");
}

TEST_F(EqualBitsTest, OfUnitsThatResetTheProduct) {
  const RowIndependence both{"", {}, {{0, true}, {0, false}}};
  const auto write = [] {
    layer::DynamicGruOptions options;
    options.reset_after = true;
    const auto x = layer::data("x", {-1, 4}, framework::DataType::kFloat32, 1);
    const auto hidden = layer::dynamic_gru(layer::fc(x, 3 * 128), 128, options);
    return testing::Network{{x}, {layer::sequence_last_step(hidden), hidden}};
  };
  EXPECT_EQ(Found(write, both), "");
}

// Whoever says that its rows are independent is wrong.
TEST_F(EqualBitsTest, FindsOtherBits) {
  EXPECT_THAT(Found([] { return testing::Centered(3); }, row_),
              HasSubstr("has other bits in a batch of 2 requests than alone"));
}

// An lstm that may, computes in integers once a sequence of the batch is long.
TEST_F(EqualBitsTest, TriesALongSequence) {
  const auto write = [] {
    const auto network = testing::Recurrent(4, 128);
    auto* block =
        layer::DefaultMainProgram()->mutable_desc()->mutable_blocks(0);
    for (auto& op : *block->mutable_ops()) {
      if (op.type() == "lstm")
        framework::SetAttribute(&op, "dynamic_int8", true);
    }
    return network;
  };
  const RowIndependence both{"", {}, {{0, true}, {0, false}}};
  const bool rounds = platform::HasInt8Products() && platform::CPULevel() >= 4;
  EXPECT_EQ(Found(write, both).empty(), !rounds);
}

TEST_F(EqualBitsTest, TriesBatchesOfAsManyRowsAsItMayJoin) {
  testing::SaveModel(folder_.Path("model"),
                     [] { return testing::Classifier(20, 8, 3); });
  const ServedModel model(folder_.Path("model"));
  EXPECT_EQ(FindOtherBits(model, row_, int64_t{1} << 32), "");
}

TEST_F(EqualBitsTest, SaysWhatCannotBeTriedOut) {
  const auto wide = [] {
    const auto x = layer::data("x", {-1, -1});
    return testing::Network{{x}, {layer::relu(x)}};
  };
  EXPECT_THAT(Found(wide, row_), HasSubstr("input x has several axes"));
  // The rows that it is told are not those of the output.
  const RowIndependence wrong{"", {}, {{0, false}, {0, false}}};
  EXPECT_THAT(Found([] { return testing::Recurrent(4, 8); }, wrong),
              HasSubstr("a made-up request fails"));
}

}  // namespace
}  // namespace paddle::serving
