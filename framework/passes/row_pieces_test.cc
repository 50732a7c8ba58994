#include "paddle/framework/passes/row_pieces.h"

#include <string>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/backward/optimizer.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/passes/parameter_server.h"
#include "paddle/framework/passes/testing/trainers_fixture.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

class RowPiecesTest : public TrainersFixture {
 protected:
  static Variable Wide() {
    const Variable x = layer::data("x", {-1, 5}, DataType::kFloat32);
    return layer::mean(layer::fc(x, 4));
  }
  ParameterServerPrograms Cut(int servers, int shards,
                              int64_t min_piece) const {
    ParameterServerOptions options;
    options.servers = servers;
    options.trainers.shards = shards;
    options.min_piece = min_piece;
    return ParameterServer(main_, startup_, options);
  }
  // Returns the pieces of all variables, as texts.
  std::vector<std::string> Pieces(int servers, int64_t min_piece) const {
    std::vector<std::string> texts;
    for (const auto& piece : CutIntoPieces(*main_, servers, min_piece).pieces) {
      texts.push_back(piece.name + " " + std::to_string(piece.begin) + " " +
                      std::to_string(piece.end));
    }
    return texts;
  }
};

TEST_F(RowPiecesTest, ServersHavePiecesOfALargeParameter) {
  backward::SGDOptimizer(0.1).Minimize(Wide());
  const auto made = Cut(2, 2, 10);
  EXPECT_EQ(TextOf(made.trainers.main), R"(block 0 {
  fc_0.tmp_0 = mul(X=x, Y=fc_0.w_0)
  fc_0.tmp_1 = elementwise_add(X=fc_0.tmp_0, Y=fc_0.b_0, axis=1)
  mean_0.tmp_0 = mean(X=fc_0.tmp_1)
  # backward
  mean_0.tmp_0@GRAD = fill_constant(shape=[], value=1.0)
  fc_0.tmp_1@GRAD = mean_grad(X=fc_0.tmp_1, Out@GRAD=mean_0.tmp_0@GRAD)
  {X@GRAD: fc_0.tmp_0@GRAD, Y@GRAD: fc_0.b_0@GRAD} = elementwise_add_grad(X=fc_0.tmp_0, Y=fc_0.b_0, Out@GRAD=fc_0.tmp_1@GRAD, axis=1)
  fc_0.w_0@GRAD = mul_grad(X=x, Y=fc_0.w_0, Out@GRAD=fc_0.tmp_0@GRAD)
  # communicate
  accumulate_shard(X=[fc_0.b_0@GRAD, fc_0.w_0@GRAD], Rows=fc_0.tmp_1, Group=group@JOB, Shards=shards@JOB, exchange=1, begins=[0, 0], ends=[-1, 2])
  push_gradient(Servers=servers@JOB, Group=group@JOB, Shards=shards@JOB, exchange=1, server=1)
  accumulate_shard(X=fc_0.w_0@GRAD, Rows=fc_0.tmp_1, Group=group@JOB, Shards=shards@JOB, begins=[2], ends=[5])
  push_gradient(Servers=servers@JOB, Group=group@JOB, Shards=shards@JOB)
  [fc_0.w_0, fc_0.b_0] = pull_parameter(Servers=servers@JOB, server_of=[1, 0, 1], dtypes=["float32", "float32"], ranks=[2, 1], dims=[5, 4, 4], pieces=[2, 0])
}
)");
  EXPECT_EQ(TextOf(made.trainers.idle), R"(block 0 {
  idle_weight@JOB = fill_constant(shape=[1])
  fc_0.b_0@GRAD = fill_constant(shape=[4])
  fc_0.w_0@GRAD@PIECE_0 = fill_constant(shape=[2, 4])
  fc_0.w_0@GRAD@PIECE_1 = fill_constant(shape=[3, 4])
  # communicate
  accumulate_shard(X=[fc_0.b_0@GRAD, fc_0.w_0@GRAD@PIECE_0], Weight=idle_weight@JOB, Group=group@JOB, Shards=shards@JOB, exchange=1)
  push_gradient(Servers=servers@JOB, Group=group@JOB, Shards=shards@JOB, exchange=1, server=1)
  accumulate_shard(X=fc_0.w_0@GRAD@PIECE_1, Weight=idle_weight@JOB, Group=group@JOB, Shards=shards@JOB)
  push_gradient(Servers=servers@JOB, Group=group@JOB, Shards=shards@JOB)
  [fc_0.w_0, fc_0.b_0] = pull_parameter(Servers=servers@JOB, server_of=[1, 0, 1], dtypes=["float32", "float32"], ranks=[2, 1], dims=[5, 4, 4], pieces=[2, 0])
}
)");
  EXPECT_EQ(TextOf(made.startup), R"(block 0 {
  # communicate
  [fc_0.w_0, fc_0.b_0] = pull_parameter(Servers=servers@JOB, server_of=[1, 0, 1], dtypes=["float32", "float32"], ranks=[2, 1], dims=[5, 4, 4], pieces=[2, 0], latest=true)
}
)");
  EXPECT_EQ(TextOf(made.servers[0].main), R"(block 0 {
}
block 1 'update:0' in 0 (fc_0.w_0@GRAD@PIECE_1) -> () {
  # optimize
  fc_0.w_0@PIECE_1 = sgd(Param=fc_0.w_0@PIECE_1, LearningRate=learning_rate_0, Grad=fc_0.w_0@GRAD@PIECE_1)
}
)");
  EXPECT_EQ(TextOf(made.servers[0].startup), R"(block 0 {
  fc_0.w_0 = uniform_random(shape=[5, 4], min=-0.816496580927726, max=0.816496580927726)
  learning_rate_0 = fill_constant(shape=[1], value=0.1)
  fc_0.w_0@PIECE_1 = slice(Input=fc_0.w_0, axes=[0], starts=[2], ends=[5])
}
)");
  EXPECT_THAT(TextOf(made.servers[1].main), HasSubstr("fc_0.w_0@PIECE_0"));
  EXPECT_THAT(TextOf(made.trainers.shard), Not(HasSubstr("slice")));
}

TEST_F(RowPiecesTest, StateIsCutWithItsParameter) {
  backward::AdamOptimizer(0.1).Minimize(Wide());
  EXPECT_THAT(Pieces(2, 10),
              ElementsAre("fc_0.w_0@PIECE_0 0 2", "fc_0.w_0@PIECE_1 2 5",
                          "fc_0.w_0_moment1_0@PIECE_0 0 2",
                          "fc_0.w_0_moment1_0@PIECE_1 2 5",
                          "fc_0.w_0_moment2_0@PIECE_0 0 2",
                          "fc_0.w_0_moment2_0@PIECE_1 2 5",
                          "fc_0.w_0_beta1_pow_0@PIECE_0 -1 -1",
                          "fc_0.w_0_beta1_pow_0@PIECE_1 -1 -1",
                          "fc_0.w_0_beta2_pow_0@PIECE_0 -1 -1",
                          "fc_0.w_0_beta2_pow_0@PIECE_1 -1 -1"));
}

TEST_F(RowPiecesTest, AreNeverSmall) {
  backward::SGDOptimizer(0.1).Minimize(Wide());
  EXPECT_THAT(Pieces(2, 11), ElementsAre());
  EXPECT_THAT(Pieces(1, 1), ElementsAre());
  EXPECT_EQ(Pieces(3, 7).size(), 2);
  EXPECT_EQ(Pieces(9, 1).size(), 9);  // five rows, and a bias of four
  EXPECT_ERROR(Pieces(2, 0), InvalidArgument, "min_piece");
}

// Whatever needs all of a gradient or a parameter has them together.
TEST_F(RowPiecesTest, NormsNeedTheWholeParameter) {
  const Variable cost = Wide();
  backward::OptimizerOptions options;
  options.gradient_clip = layer::ClipByNorm(1);
  backward::SGDOptimizer(0.1, options).Minimize(cost);
  EXPECT_THAT(Pieces(2, 1), ElementsAre());
}

TEST_F(RowPiecesTest, LambNeedsTheWholeParameter) {
  backward::LambOptimizer(0.1).Minimize(Wide());
  EXPECT_THAT(Pieces(2, 1), ElementsAre());
}

TEST_F(RowPiecesTest, SparseGradientsAreNotCut) {
  layer::EmbeddingOptions sparse;
  sparse.is_sparse = true;
  const Variable ids = layer::data("ids", {-1, 1}, DataType::kInt64);
  backward::SGDOptimizer(0.1).Minimize(
      layer::mean(layer::embedding(ids, 100, 4, sparse)));
  EXPECT_THAT(Pieces(2, 1), ElementsAre());
}

TEST_F(RowPiecesTest, AccumulatedGradientsAreNotCut) {
  backward::SGDOptimizer(0.1).Minimize(Wide(), nullptr, {},
                                       /*accumulate_steps=*/2);
  EXPECT_THAT(Pieces(2, 1), ElementsAre());
}

TEST_F(RowPiecesTest, ShardsGiveRowsThatThereAre) {
  Parameter({"w"}, {5, 2});
  for (const char* name : {"group@JOB", "shards@JOB"}) {
    main_->global_block().Var(name)->set_kind(proto::RAW);
  }
  using Numbers = std::vector<int64_t>;
  const auto append = [&](const Numbers& begins, const Numbers& ends) {
    main_->AppendOp(0, MakeOp("accumulate_shard",
                              {{"X", {"w"}},
                               {"Group", {"group@JOB"}},
                               {"Shards", {"shards@JOB"}}},
                              {}, {{"begins", begins}, {"ends", ends}}));
  };
  append({1}, {5});
  EXPECT_ERROR(append({1}, {6}), InvalidArgument,
               "accumulate_shard takes the rows 1 to 6 of X[0], [5, 2]");
  EXPECT_ERROR(append({4}, {3}), InvalidArgument, "the rows 4 to 3");
  EXPECT_ERROR(append({0, 0}, {1, 1}), InvalidArgument, "1 X and 2 begins");
}

}  // namespace
}  // namespace paddle::framework
