#include "paddle/framework/ir/var_kinds.h"

#include "gtest/gtest.h"

#include "paddle/framework/ir/framework.pb.h"

namespace paddle::framework {
namespace {

TEST(VarKindsTest, HasWhatItIsMadeOf) {
  VarKinds kinds = {proto::DENSE_TENSOR, proto::TENSOR_ARRAY};
  EXPECT_TRUE(kinds.Has(proto::DENSE_TENSOR));
  EXPECT_TRUE(kinds.Has(proto::TENSOR_ARRAY));
  EXPECT_FALSE(kinds.Has(proto::SELECTED_ROWS));
  kinds.Add(proto::SELECTED_ROWS);
  EXPECT_TRUE(kinds.Has(proto::SELECTED_ROWS));
  EXPECT_TRUE(kinds == VarKinds({proto::SELECTED_ROWS, proto::TENSOR_ARRAY,
                                 proto::DENSE_TENSOR}));
}

// A file may hold any number.
TEST(VarKindsTest, NumbersThatAreNoKind) {
  const VarKinds kinds = {proto::DENSE_TENSOR, proto::RAW};
  for (const int kind : {-1, 5, 32, 1 << 30}) {
    EXPECT_FALSE(kinds.Has(kind)) << kind;
  }
  EXPECT_EQ(KindText(9), "kind 9");
}

TEST(VarKindsTest, AsText) {
  EXPECT_EQ(KindsText({proto::DENSE_TENSOR}), "a dense tensor");
  EXPECT_EQ(KindsText({proto::STEP_SCOPES, proto::SELECTED_ROWS, proto::RAW}),
            "SelectedRows or step scopes or a raw value");
}

}  // namespace
}  // namespace paddle::framework
