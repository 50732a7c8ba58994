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
