#include <string>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;
using framework::Dims;

TEST(Random, TheSameForAnyNumberOfThreads) {
  for (const std::string type :
       {"uniform_random", "gaussian_random", "truncated_gaussian_random"}) {
    for (const Dims& dims : {Dims({40, 501}), Dims(), Dims({0, 2})}) {
      for (const DataType dtype : {DataType::kFloat32, DataType::kFloat64}) {
        OpCase(type, dims.ToString())
            .Attr("shape", dims.ToVector())
            .DataTypes({dtype})
            .WithoutReference("random_fill_test looks at the distributions")
            .Check();
      }
    }
  }
}

TEST(Random, Orthogonal) {
  for (const Dims& dims : {Dims({40, 30}), Dims({3, 4, 5}), Dims({0, 2})}) {
    OpCase("orthogonal_random", dims.ToString())
        .Attr("shape", dims.ToVector())
        .Attr("gain", 2.0)
        .WithoutReference("orthogonal_fill_test looks at the matrices")
        .Check();
  }
  OpCase("orthogonal_random")
      .Attr("shape", {3})
      .ExpectError("the number of axes of orthogonal_random");
}

constexpr char kElsewhere[] = "sampling_test looks at the distributions";

TEST(Random, Integers) {
  for (const std::string dtype : {"int32", "int64"}) {
    OpCase("randint", dtype)
        .Attr("shape", {3, 5})
        .Attr("low", int64_t{-4})
        .Attr("high", int64_t{9})
        .Attr("dtype", dtype)
        .WithoutReference(kElsewhere)
        .Check();
    OpCase("randperm", dtype)
        .Attr("n", int64_t{17})
        .Attr("dtype", dtype)
        .WithoutReference(kElsewhere)
        .Check();
  }
  const OpCase base =
      OpCase("randint").Attr("shape", {2}).Attr("high", int64_t{9});
  base.WithAttr("low", int64_t{9}).ExpectError("low that is below high.*9");
  base.WithAttr("dtype", std::string("float32"))
      .ExpectError("randint gives int32 or int64, not float32");
  base.WithAttr("low", -(int64_t{1} << 40))
      .WithAttr("dtype", std::string("int32"))
      .ExpectError("int32 does not hold the bounds of randint");
}

TEST(Random, Bernoulli) {
  OpCase("bernoulli")
      .Input("X", Values({3}, {0, 1, 1}))
      .Expect("Out", {3}, {0, 1, 1})
      .Check();
  for (const DataType dtype : {DataType::kFloat32, DataType::kFloat64}) {
    OpCase("bernoulli", "many")
        .Input("X", Random({70, 90}).In(0, 1))
        .DataTypes({dtype})
        .WithoutReference(kElsewhere)
        .Check();
  }
}

TEST(Random, Classes) {
  OpCase("multinomial", "certain")
      .Input("X", Values({2, 3}, {0, 2, 0, 1, 0, 0}))
      .Expect("Out", {2, 1}, {1, 0})
      .Check();
  for (const bool replacement : {true, false}) {
    for (const Dims& dims : {Dims({9}), Dims({4, 9}), Dims({0, 9})}) {
      OpCase("multinomial", dims.ToString())
          .Input("X", Random(dims).In(0.5, 1))
          .Attr("num_samples", int64_t{5})
          .Attr("replacement", replacement)
          .WithoutReference(kElsewhere)
          .Check();
    }
  }
  OpCase("sampling_id")
      .Input("X", Values({3, 2}, {0, 1, 1, 0, 0, 4}))
      .Expect("Out", {3}, {1, 0, 1})
      .Check();
  OpCase("multinomial")
      .Input("X", Random({2, 3, 4}))
      .ExpectError("X of multinomial is \\[classes\\] or");
  OpCase("sampling_id")
      .Input("X", Values({1, 2}, {0, -1}))
      .ExpectError("weight -1 of class 1 in row 0");
}

TEST(Random, Errors) {
  OpCase("uniform_random")
      .Attr("shape", {2})
      .Attr("min", 2.0)
      .ExpectError("min that is not above its max .*got 2, expected at most 1");
  const OpCase base = OpCase("gaussian_random").Attr("shape", {2});
  base.WithAttr("std", -1.0).ExpectError("std .* -1.0; it must be at least 0");
  base.WithAttr("shape", {-2}).ExpectError("shape");
}

}  // namespace
}  // namespace paddle::operators::testing
