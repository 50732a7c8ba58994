#include <string>
#include <vector>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;

// Adds up all inputs.
void AddUp(OpValues& v) {
  Array out = v.In("X", 0);
  for (int i = 1; i < v.Count("X"); ++i) {
    for (int64_t j = 0; j < out.numel(); ++j) out[j] += v.In("X", i)[j];
  }
  v.Out("Out") = out;
}

TEST(Sum, OfTensors) {
  for (const int count : {1, 2, 3, 5}) {
    OpCase("sum", std::to_string(count))
        .Input("X", std::vector<Data>(count, Random({4, 3})))
        .Reference(AddUp)
        .Gradient({"X"})
        .ScaleRows({"X"})
        .Check();
  }
}

TEST(Sum, OfSelectedRows) {
  OpCase("sum", "rows")
      .Input("X", std::vector<Data>{Random({3, 2}).Rows(5, {4, 0, 4}),
                                    Random({1, 2}).Rows(5, {3}),
                                    Random({0, 2}).Rows(5, {})})
      .Reference(AddUp)
      .Check();
  OpCase("sum", "rows and tensors")
      .Input("X", std::vector<Data>{Random({3, 2}).Rows(5, {4, 0, 4}),
                                    Random({5, 2}), Random({5, 2})})
      .Reference(AddUp)
      .Check();
}

// GPUs sort many rows. Sums of hundreds of terms, each rounded to 16 bits, are
// too far from those in double.
TEST(Sum, OfManySelectedRows) {
  std::vector<int64_t> rows;
  for (int64_t i = 0; i < 1500; ++i) rows.push_back(i * i % 7);
  OpCase("sum", "many rows and a tensor")
      .Input("X",
             std::vector<Data>{Random({1500, 2}).Rows(7, rows), Random({7, 2})})
      .DataTypes({DataType::kFloat32, DataType::kFloat64})
      .WithoutReference("the small cases have one")
      .Check();
}

TEST(Sum, ShapesMustAgree) {
  OpCase("sum")
      .Input("X", std::vector<Data>{Random({2, 3}), Random({2, 4})})
      .ExpectError("input 0 has \\[2, 3\\], input 1 has \\[2, 4\\]");
  OpCase("sum")
      .Input("X",
             std::vector<Data>{Random({2}), Random({2}).As(DataType::kFloat16)})
      .ExpectError("one data type .*float16");
}

}  // namespace
}  // namespace paddle::operators::testing
