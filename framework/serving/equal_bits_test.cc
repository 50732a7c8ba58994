#include "paddle/framework/serving/equal_bits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "paddle/framework/layers/layers.h"
#include "paddle/framework/serving/testing/models.h"
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

// Whoever says that its rows are independent is wrong.
TEST_F(EqualBitsTest, FindsOtherBits) {
  EXPECT_THAT(Found([] { return testing::Centered(3); }, row_),
              HasSubstr("has other bits in a batch of 2 requests than alone"));
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
