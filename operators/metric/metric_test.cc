#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;

void Accuracy(OpValues& v) {
  const Array& indices = v.In("Indices");
  const Array& label = v.In("Label");
  const int64_t k = indices.dims[1];
  int64_t correct = 0;
  for (int64_t row = 0; row < label.numel(); ++row) {
    const auto begin = indices.values.begin() + row * k;
    correct += std::find(begin, begin + k, label[row]) != begin + k;
  }
  v.Out("Accuracy") =
      Array({}, label.numel() == 0 ? 0.0
                                   : static_cast<float>(correct) /
                                         static_cast<float>(label.numel()));
  v.Out("Correct") = Array({}, correct);
  v.Out("Total") = Array({}, label.numel());
}

TEST(Metric, Accuracy) {
  OpCase("accuracy")
      .Input("Out", Random({30, 2}))
      .Input("Indices", Integers({30, 2}, 0, 4))
      .Input("Label", Integers({30, 1}, 0, 4))
      .Reference(Accuracy)
      .ScaleRows({"Out", "Indices", "Label"})
      .Check();
  OpCase("accuracy", "labels of rank 1")
      .Input("Indices", Integers({30, 1}, 0, 3))
      .Input("Label", Integers({30}, 0, 3))
      .Reference(Accuracy)
      .Check();
}

TEST(Metric, AccuracyChecksItsInputs) {
  const OpCase base = OpCase("accuracy")
                          .Input("Indices", Integers({3, 1}, 0, 3))
                          .Input("Label", Integers({4, 1}, 0, 3));
  base.ExpectError("Indices \\[3, 1\\] and Label \\[4, 1\\].*different rows");
  base.With("Label", Integers({3, 2}, 0, 3))
      .ExpectError("Label of accuracy is .*, not \\[3, 2\\]");
  base.With("Label", Random({3, 1}).As(DataType::kFloat32))
      .ExpectError("Label of accuracy is int64, not float32");
}

}  // namespace
}  // namespace paddle::operators::testing
