#include "paddle/framework/registry/row_sums.h"

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

REGISTER_ROW_SUM(made_up_product_grad, "Y@GRAD", "X", "Out@GRAD");

TEST(RowSums, AreSaidOfOneOutput) {
  const RowSum* sum = FindRowSum("made_up_product_grad", "Y@GRAD");
  ASSERT_NE(sum, nullptr);
  EXPECT_EQ(sum->output, "Y@GRAD");
  EXPECT_EQ(sum->rows, (NameList{"X", "Out@GRAD"}));
  EXPECT_EQ(FindRowSum("made_up_product_grad", "X@GRAD"), nullptr);
}

TEST(RowSums, AreNotAssumed) {
  EXPECT_EQ(FindRowSum("unknown", "Y@GRAD"), nullptr);
}

TEST(RowSums, AreSaidOnce) {
  EXPECT_ERROR(internal::RegisterRowSum("made_up_product_grad", {}),
               AlreadyExists, "operator made_up_product_grad says twice");
}

}  // namespace
}  // namespace paddle::framework
