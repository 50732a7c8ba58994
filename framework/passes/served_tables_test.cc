#include "paddle/framework/passes/served_tables.h"

#include <string>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/passes/testing/table_fixture.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

class ServedTablesTest : public TableFixture {
 protected:
  void ExpectError(const std::string& message, int servers = 1) const {
    EXPECT_ERROR(Cut(servers), Unimplemented, message);
  }
};

TEST_F(ServedTablesTest, AreTheOnesThatLookUpsCallSo) {
  backward::SGDOptimizer(0.1).Minimize(layer::mean(layer::fc(Look(Ids()), 1)));
  const auto tables = FindTables(*main_);
  ASSERT_EQ(tables.size(), 1);
  EXPECT_EQ(tables[0].name, "w");
  EXPECT_EQ(tables[0].height, 1000);
  EXPECT_EQ(tables[0].width, 2);
  EXPECT_EQ(tables[0].lookups.size(), 1);
  EXPECT_EQ(tables[0].gradients.size(), 1);
}

TEST_F(ServedTablesTest, AreThoseOfManyRows) {
  layer::EmbeddingOptions sparse;
  sparse.is_sparse = true;
  const Variable many = layer::embedding(Ids(), 10000000, 2, sparse);
  const Variable dense = layer::embedding(Ids("b"), 10000000, 2);
  const Variable few = layer::embedding(Ids("c"), 9999999, 2, sparse);
  backward::SGDOptimizer(0.1).Minimize(layer::mean(many) + layer::mean(dense) +
                                       layer::mean(few));
  EXPECT_EQ(FindTables(*main_).size(), 1);
}

TEST_F(ServedTablesTest, ManyRowsThatAreNotTrainedStay) {
  layer::EmbeddingOptions frozen;
  frozen.is_sparse = true;
  frozen.weight.trainable = false;
  const Variable rows = layer::embedding(Ids(), 10000000, 2, frozen);
  backward::SGDOptimizer(0.1).Minimize(layer::mean(layer::fc(rows, 1)));
  EXPECT_TRUE(FindTables(*main_).empty());
  Cut(2);
}

TEST_F(ServedTablesTest, OthersAreMatricesOfFloat32) {
  layer::EmbeddingOptions sparse;
  sparse.is_sparse = true;
  sparse.dtype = DataType::kFloat64;
  backward::SGDOptimizer(0.1).Minimize(
      layer::mean(layer::embedding(Ids(), 10, 2, sparse)));
  ExpectError(
      "servers cannot take 'embedding_0.w_0@GRAD', the rows of a sparse "
      "gradient [10, 2] of float64: they take those of a matrix of float32");
}

TEST_F(ServedTablesTest, AreReadByLookUpsAlone) {
  const Variable out = Look(Ids());
  const Variable w(main_, 0, "w");
  backward::SGDOptimizer(0.1).Minimize(layer::mean(out) + layer::mean(w));
  ExpectError(
      "operator mean reads 'w', a distributed table: servers keep its "
      "rows");
}

TEST_F(ServedTablesTest, HaveSparseGradients) {
  Look(Ids());
  auto* op = main_->mutable_desc()->mutable_blocks(0)->mutable_ops(0);
  SetAttribute(op, "is_sparse", false);
  main_->Changed();
  EXPECT_ERROR(FindTables(*main_), InvalidArgument,
               "'w' has a dense gradient: set is_sparse");
}

TEST_F(ServedTablesTest, AreOfFloat32) {
  layer::EmbeddingOptions options = Distributed();
  options.dtype = DataType::kFloat64;
  Look(Ids(), options);
  EXPECT_ERROR(FindTables(*main_), Unimplemented,
               "the distributed table 'w' is of float64");
}

TEST_F(ServedTablesTest, AreTrained) {
  layer::EmbeddingOptions frozen = Distributed();
  frozen.weight.trainable = false;
  backward::SGDOptimizer(0.1).Minimize(
      layer::mean(layer::fc(Look(Ids(), frozen), 1)));
  ExpectError("the table 'w' is not trained");
}

TEST_F(ServedTablesTest, OptimizersLeaveRowsWithoutGradientAlone) {
  backward::AdamOptimizer(0.1).Minimize(layer::mean(Look(Ids())));
  ExpectError(
      "operator adam of the optimizer changes all rows of the table "
      "'w', also those without a gradient: set lazy_mode");
}

TEST_F(ServedTablesTest, OptimizersNeedNoOtherRows) {
  backward::LambOptimizer(0.1).Minimize(layer::mean(Look(Ids())));
  ExpectError(
      "operator lamb of the optimizer needs all rows of the table 'w', "
      "of which servers keep those in use");
}

TEST_F(ServedTablesTest, DoNotDecay) {
  backward::OptimizerOptions options;
  options.regularizer = layer::L2Decay(0.1);
  backward::SGDOptimizer(0.1, options).Minimize(layer::mean(Look(Ids())));
  ExpectError("operator scale of the optimizer needs all rows of the table");
}

TEST_F(ServedTablesTest, SeveralServersDoNotClipByTheNorm) {
  backward::OptimizerOptions options;
  options.gradient_clip = layer::ClipByNorm(1);
  backward::SGDOptimizer(0.1, options).Minimize(layer::mean(Look(Ids())));
  Cut(1);
  ExpectError(
      "operator selected_rows_squared_norm of the optimizer needs the "
      "gradients of all rows of the table 'w'; each of 2 servers has "
      "some",
      2);
}

TEST_F(ServedTablesTest, ClipNothingTogetherWithOthers) {
  backward::OptimizerOptions options;
  options.gradient_clip = layer::ClipByGlobalNorm(1);
  backward::SGDOptimizer(0.1, options)
      .Minimize(layer::mean(layer::fc(Look(Ids()), 1)));
  ExpectError(
      "the update of the table 'w' needs 3 gradients, not its own "
      "alone");
}

}  // namespace
}  // namespace paddle::framework
