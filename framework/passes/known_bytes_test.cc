#include "paddle/framework/passes/known_bytes.h"

#include <cstdint>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/ir/framework.pb.h"

namespace paddle::framework {
namespace {

proto::VarDesc Floats(const std::vector<int64_t>& dims) {
  proto::VarDesc var;
  var.set_kind(proto::DENSE_TENSOR);
  var.set_dtype(proto::FLOAT32);
  for (const int64_t size : dims) var.add_dims(size);
  return var;
}

TEST(KnownBytes, MultipliesDims) {
  EXPECT_EQ(KnownBytes(Floats({})), 4);
  EXPECT_EQ(KnownBytes(Floats({3, 5})), 60);
  EXPECT_EQ(KnownBytes(Floats({3, 0})), 0);
}

TEST(KnownBytes, DoesNotKnowSymbolsSequencesAndOtherKinds) {
  EXPECT_EQ(KnownBytes(Floats({-1, 5})), -1);
  proto::VarDesc sequences = Floats({3, 5});
  sequences.set_lod_level(1);
  EXPECT_EQ(KnownBytes(sequences), -1);
  proto::VarDesc rows = Floats({3, 5});
  rows.set_kind(proto::SELECTED_ROWS);
  EXPECT_EQ(KnownBytes(rows), -1);
}

TEST(KnownBytes, DoesNotOverflow) {
  EXPECT_EQ(KnownBytes(Floats({int64_t{1} << 40, int64_t{1} << 40})), -1);
}

}  // namespace
}  // namespace paddle::framework
