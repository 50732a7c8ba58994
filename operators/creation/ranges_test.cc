// Operators that make tensors of given or regular numbers.
#include <string>
#include <vector>

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/op_upgrade.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;
using framework::Dims;

TEST(Eye, OnesOnTheDiagonal) {
  const struct {
    int64_t rows, columns;
    Array out;
  } kRows[] = {
      {2, -1, Array({2, 2}, {1, 0, 0, 1})},
      {2, 3, Array({2, 3}, {1, 0, 0, 0, 1, 0})},
      {3, 1, Array({3, 1}, {1, 0, 0})},
      {0, 2, Array({0, 2})},
  };
  for (const auto& row : kRows) {
    OpCase("eye")
        .Attr("num_rows", row.rows)
        .Attr("num_columns", row.columns)
        .Reference([&](OpValues& v) { v.Out("Out") = row.out; })
        .Check();
  }
  OpCase("eye").Attr("num_rows", -1).ExpectError("num_rows .*at least 0");
}

TEST(Range, OfTensors) {
  const struct {
    double start, end, step;
    std::vector<double> out;
  } kRows[] = {{0, 5, 2, {0, 2, 4}},
               {5, 0, -2, {5, 3, 1}},
               {3, 3, 1, {}},
               {0, 2, -1, {}}};
  for (const auto& row : kRows) {
    OpCase("range")
        .Input("Start", Values({}, {row.start}))
        .Input("End", Values({1}, {row.end}))
        .Input("Step", Values({}, {row.step}))
        .Expect("Out", {static_cast<int64_t>(row.out.size())}, row.out)
        .Check();
    OpCase("fill_range")
        .Attr("start", row.start)
        .Attr("end", row.end)
        .Attr("step", row.step)
        .Expect("Out", {static_cast<int64_t>(row.out.size())}, row.out)
        .Check();
  }
}

TEST(Range, Errors) {
  const auto with = [](Data end, Data step) {
    return OpCase("range")
        .Input("Start", Values({}, {0}).As(DataType::kInt64))
        .Input("End", end)
        .Input("Step", step);
  };
  const Data one = Values({}, {1}).As(DataType::kInt64);
  with(one, Values({}, {0}).As(DataType::kInt64))
      .ExpectError("the step of a range from 0 to 1 is 0");
  with(Integers({2}, 0, 1), one)
      .ExpectError("End of range is one number, not \\[2\\]");
  with(one, Values({}, {1}).As(DataType::kFloat32))
      .ExpectError("Step of range has another data type than Start");
  const OpCase base = OpCase("fill_range").Attr("end", 3.0);
  base.WithAttr("step", 0.5)
      .DataTypes({DataType::kInt32})
      .ExpectError("type int32 cannot be 0.5");
  base.WithAttr("end", 1e300).ExpectError("is no tensor");
}

TEST(FillRange, RoundsOnce) {
  OpCase("fill_range")
      .Attr("end", 1.0)
      .Attr("step", 0.1)
      .Tolerance(1e-7)
      .DataTypes({DataType::kFloat32, DataType::kFloat64})
      .Expect("Out", {10}, {0, .1, .2, .3, .4, .5, .6, .7, .8, .9})
      .Check();
}

TEST(Linspace, BothEndsIncluded) {
  const struct {
    double start, stop;
    std::vector<double> out;
  } kRows[] = {{0, 1, {0, .25, .5, .75, 1}},
               {3, -1, {3, 1, -1}},
               {5, 7, {5}},
               {0, 1, {}}};
  for (const auto& row : kRows) {
    const auto count = static_cast<int64_t>(row.out.size());
    OpCase("linspace")
        .Attr("start", row.start)
        .Attr("stop", row.stop)
        .Attr("num", count)
        .Expect("Out", {count}, row.out)
        .Check();
  }
}

TEST(BatchSizeLike, TakesASize) {
  OpCase("fill_constant_batch_size_like")
      .Input("Input", Random({4, 2}))
      .Attr("shape", {-1, 3})
      .Attr("value", 1.0)
      .Reference([](OpValues& v) {
        v.Out("Out") = Array({v.In("Input").dims[0], 3}, 1);
      })
      .ScaleRows({"Input"})
      .Check();
  OpCase("fill_constant_batch_size_like", "other axes")
      .Input("Input", Random({2, 5}))
      .Attr("shape", {3, 0, 2})
      .Attr("input_dim_idx", -1)
      .Attr("output_dim_idx", 1)
      .Attr("dtype", "int64")
      .Reference([](OpValues& v) {
        v.Out("Out") = Array({3, 5, 2});
      })
      .Check();
  for (const std::string type :
       {"uniform_random_batch_size_like", "gaussian_random_batch_size_like"}) {
    for (const std::string dtype : {"float32", "float64"}) {
      OpCase(type, dtype)
          .Input("Input", Random({4, 2}))
          .Attr("shape", {-1, 300})
          .Attr("dtype", dtype)
          .DataTypes({DataType::kFloat32})
          .WithoutReference("random_fill_test looks at the distributions")
          .ScaleRows({"Input"})
          .Check();
    }
  }
}

// Sequences of 2, 0 and 1 rows are three, which is how many states they need.
TEST(BatchSizeLike, CountsSequences) {
  const auto of = [](const Data& input, int64_t size) {
    return OpCase("fill_constant_batch_size_like", "sequences")
        .Input("Input", input)
        .Attr("shape", {-1, 2})
        .Reference([size](OpValues& v) {
          v.Out("Out") = Array({size, 2});
        });
  };
  of(Random({3, 5}).Lengths({{2, 0, 1}}), 3).Check();
  of(Random({3, 5}).Lengths({{1, 2}, {2, 0, 1}}), 3).Check();
  of(Random({4, 5}).Lengths({{1, 3}}), 2).Check();
  of(Random({4, 5}).Lengths({{1, 3}}), 5).Attr("input_dim_idx", 1).Check();
  of(Random({4, 5}).Lengths({{1, 3}}), 4).Attr("count_rows", true).Check();
}

TEST(BatchSizeLike, Version1CountsRows) {
  for (const char* type :
       {"fill_constant_batch_size_like", "gaussian_random_batch_size_like",
        "uniform_random_batch_size_like"}) {
    framework::proto::ProgramDesc program;
    program.add_blocks()->add_ops()->set_type(type);
    auto* version = program.add_op_versions();
    version->set_type(type);
    version->set_version(1);
    framework::UpgradeOps(framework::OpInfoMap::Instance(), &program);
    EXPECT_TRUE(
        framework::GetAttr<bool>(program.blocks(0).ops(0), "count_rows"))
        << type;
  }
}

TEST(BatchSizeLike, Errors) {
  const auto with = [](const std::string& type, std::vector<int64_t> shape) {
    return OpCase(type).Input("Input", Random({4, 2})).Attr("shape", shape);
  };
  with("fill_constant_batch_size_like", {1, -1}).ExpectError("-1 at axis 1");
  with("fill_constant_batch_size_like", {}).ExpectError("axis 0");
  with("uniform_random_batch_size_like", {-1})
      .Attr("min", 2.0)
      .ExpectError("min that is not above its max");
  with("gaussian_random_batch_size_like", {-1})
      .Attr("dtype", "int32")
      .ExpectError("numbers of float32 or float64, not int32");
}

}  // namespace
}  // namespace paddle::operators::testing
