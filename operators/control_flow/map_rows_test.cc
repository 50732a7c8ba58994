// A block that computes the rows of a batch one by one.
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/layers/block_builder.h"
#include "paddle/framework/layers/op.h"
#include "paddle/operators/control_flow/branch_fixture.h"
#include "paddle/operators/control_flow/tampering.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::operators {
namespace {

using layer::operator*;
using layer::operator+;
using Vars = std::vector<Variable>;
using Body = std::function<Vars(const Vars& rows)>;

class MapRowsTest : public BranchFixture {
 protected:
  void SetUp() override {
    x_ = Random("x", {-1, 3});
    w_ = Random("w", {3, 2});
  }

  // Gives the body rows of `dims`, those of the inputs unless others are said.
  static Vars Map(const Vars& inputs, const Body& body,
                  std::vector<framework::Dims> dims = {}) {
    layer::BlockBuilder builder("map_rows");
    Vars rows;
    for (size_t i = 0; i < inputs.size(); ++i) {
      framework::Dims row = inputs[i].dims();
      row[0] = 1;
      if (i < dims.size()) row = dims[i];
      rows.push_back(builder.AddArgument("row_" + std::to_string(i), row,
                                         inputs[i].dtype()));
    }
    builder.Open();
    const Vars results = body(rows);
    for (const Variable& result : results) builder.AddResult(result);
    builder.Close();
    layer::OpOptions options;
    options.counts = {{"Out", static_cast<int>(results.size())}};
    const Vars outs =
        layer::AppendOp(
            "map_rows", {{"X", inputs}, {"Captures", builder.Captures()}},
            {{"block", framework::BlockIndex{builder.block()}}}, options)
            .List("Out");
    builder.Commit();
    return outs;
  }

  // A product with the captured matrix, and what becomes of it.
  Vars Layers(const Vars& rows) const {
    const Variable y = layer::matmul(rows[0], w_);
    return {layer::tanh(y), y * 2.0 + 1.0};
  }
  Vars Mapped() const {
    return Map({x_}, [this](const Vars& rows) { return Layers(rows); });
  }

  Variable x_, w_;
};

TEST_F(MapRowsTest, ComputesWhatTheBlockDoesOfEachRow) {
  const Vars got = Mapped();
  EXPECT_EQ(got[0].dims()[0], x_.dims()[0]);
  EXPECT_EQ(got[0].dims()[1], 2);
  const Vars wanted = Layers({x_});
  for (int64_t rows : {1, 2, 5, 64}) {
    FeedRows(x_, rows);
    const auto values = Eval({got[0], got[1], wanted[0], wanted[1]});
    EXPECT_EQ(values[0].dims, (framework::Dims{rows, 2}));
    for (int i = 0; i < 2; ++i) {
      EXPECT_EQ(testing::Difference(values[i], values[i + 2], 1e-12), "");
    }
  }
}

TEST_F(MapRowsTest, HasTheSameBitsForAnyNumberOfThreads) {
  const Vars got = Mapped();
  const int before = platform::NumThreads();
  platform::SetNumThreads(1);
  FeedRows(x_, 7);
  const Array one = Eval(got[0]);
  for (int threads : {2, 3, 4, 8}) {
    platform::SetNumThreads(threads);
    EXPECT_EQ(testing::Difference(one, Eval(got[0]), 0), "") << threads;
  }
  platform::SetNumThreads(before);
}

// A result may be an argument, a value from outside, or one of two of a name.
TEST_F(MapRowsTest, ResultsMayLieElsewhere) {
  const Variable one = Random("one", {1, 4});
  const Vars got = Map({x_}, [&](const Vars& rows) {
    const Variable y = rows[0] * 3.0;
    return Vars{rows[0], one, y, y};
  });
  const auto values = Eval({got[0], got[1], got[2], got[3], x_, one});
  EXPECT_EQ(testing::Difference(values[0], values[4], 0), "");
  for (int64_t i = 0; i < values[1].numel(); ++i) {
    EXPECT_EQ(values[1][i], values[5][i % 4]);
  }
  for (int64_t i = 0; i < values[2].numel(); ++i) {
    EXPECT_EQ(values[2][i], values[4][i] * 3);
    EXPECT_EQ(values[3][i], values[4][i] * 3);
  }
}

// The next run does not write to memory that a fetch has kept.
TEST_F(MapRowsTest, FetchedResultsStay) {
  const Vars got = Mapped();
  const Array first = Eval(got[0]);
  const auto kept = executor_.Eval(main_, {feeds_.begin(), feeds_.end()},
                                   {got[0].name()}, scope_.get());
  FeedRows(x_, 5);
  Eval(got[0]);
  const framework::Tensor& tensor = absl::get<framework::LoDTensor>(kept[0]);
  EXPECT_EQ(testing::Difference(first, testing::ToArray(tensor), 0), "");
}

TEST_F(MapRowsTest, TakesSeveralInputs) {
  const Variable four = Random("four", {4, 3});
  const auto sum = [](const Vars& rows) { return Vars{rows[0] + rows[1]}; };
  EXPECT_ERROR(Map({x_, four}, sum), InvalidArgument,
               "input 1 of map_rows is [4, 3]");
  const Variable twice = x_ * 2.0;
  const Vars got = Map({x_, twice}, sum);
  const auto values = Eval({got[0], x_});
  for (int64_t i = 0; i < values[0].numel(); ++i) {
    EXPECT_EQ(values[0][i], values[1][i] * 3);
  }
}

TEST_F(MapRowsTest, RefusesWhatDoesNotFit) {
  const auto same = [](const Vars& rows) { return rows; };
  EXPECT_ERROR(Map({x_}, same, {{2, 3}}), InvalidArgument,
               "'row_0', at an end of the block of map_rows, is [2, 3], not "
               "one row, [1, ...]");
  EXPECT_ERROR(Map({x_}, same, {{1, 4}}), InvalidArgument,
               "its block takes rows of [1, 4]");
  EXPECT_ERROR(Map({x_},
                   [](const Vars& rows) {
                     return Vars{layer::concat({rows[0], rows[0]})};
                   }),
               InvalidArgument, "is [2, 3], not one row");
  const Variable sequences = Random("sequences", {-1, 3}, 3, {{1, 2}});
  EXPECT_ERROR(Map({sequences}, same), InvalidArgument, "has sequences");
  EXPECT_EQ(main_->num_blocks(), 1);
}

// Threads compute rows at the same time.
TEST_F(MapRowsTest, RefusesABlockThatChangesWhatOthersRead) {
  const Vars got = Mapped();
  const auto error_of = [&](const Tampering& change) {
    return ErrorOfTampered(*main_, change, feeds_, {got[0].name()});
  };
  EXPECT_EQ(error_of([](framework::proto::ProgramDesc*) {}), "");
  EXPECT_NE(error_of([&](framework::proto::ProgramDesc* desc) {
              auto* block = desc->mutable_blocks(1);
              block->mutable_ops(0)->mutable_outputs(0)->set_arguments(
                  0, w_.name());
            }),
            "");
  EXPECT_NE(error_of([](framework::proto::ProgramDesc* desc) {
              desc->mutable_blocks(1)->add_arguments("row_0");
            }),
            "");
}

TEST_F(MapRowsTest, AnErrorOfARowNamesItsOperator) {
  const Variable ids = layer::data("ids", {-1, 1}, DataType::kInt64);
  framework::LoDTensor values;
  values.Allocate({5, 1}, DataType::kInt64);
  for (int i = 0; i < 5; ++i) values.mutable_data<int64_t>()[i] = i;
  feeds_["ids"] = std::move(values);
  const Vars got = Map({ids}, [this](const Vars& rows) {
    return Vars{layer::reshape(layer::gather(w_, rows[0]), {1, 2})};
  });
  EXPECT_ERROR(Eval(got[0]), OutOfRange, "in operator gather");
}

}  // namespace
}  // namespace paddle::operators
