#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;
using framework::Dims;

constexpr int64_t kClasses = 7;
constexpr int64_t kWidth = 3;

double NoiseProbability(const std::string& sampler, int64_t c) {
  if (sampler == "uniform") return 1.0 / kClasses;
  return std::log((c + 2.0) / (c + 1.0)) / std::log(kClasses + 1.0);
}

void Nce(OpValues& v) {
  const Array& input = v.In("Input");
  const Array& label = v.In("Label");
  const auto noise = v.Attr<std::vector<int64_t>>("custom_neg_classes");
  const int64_t rows = input.dims[0];
  const int64_t truths = label.dims.rank() == 1 ? 1 : label.dims[1];
  for (int64_t row = 0; row < rows; ++row) {
    std::vector<int64_t> classes;
    for (int64_t t = 0; t < truths; ++t) {
      classes.push_back(static_cast<int64_t>(label[row * truths + t]));
    }
    classes.insert(classes.end(), noise.begin(), noise.end());
    for (size_t i = 0; i < classes.size(); ++i) {
      const int64_t c = classes[i];
      double z = v.HasIn("Bias") ? v.In("Bias")[c] : 0;
      for (int64_t j = 0; j < kWidth; ++j) {
        z += v.In("Weight")(c, j) * input(row, j);
      }
      z -= std::log(noise.size() *
                    NoiseProbability(v.Attr<std::string>("sampler"), c));
      v.Out("SampleLabels")[row * classes.size() + i] = c;
      v.Out("SampleLogits")[row * classes.size() + i] = z;
      v.Out("Cost")[row] +=
          std::log(1 + std::exp(static_cast<int64_t>(i) < truths ? -z : z)) *
          (v.HasIn("SampleWeight") ? v.In("SampleWeight")[row] : 1);
    }
  }
}

OpCase Case(const std::string& name, Data label) {
  return OpCase("nce", name)
      .Input("Input", Random({4, kWidth}))
      .Input("Label", std::move(label))
      .Input("Weight", Random({kClasses, kWidth}))
      .Attr("num_total_classes", kClasses);
}

// The noise is fixed, so that there is a reference.
OpCase Fixed(const std::string& name, const Dims& label) {
  return Case(name, Integers(label, 0, kClasses))
      .Attr("num_neg_samples", 5)
      .Attr("custom_neg_classes", {6, 0, 3, 3, 2})
      .Reference(Nce)
      .GradientTolerance(1e-5);
}

TEST(Nce, Dense) {
  Fixed("alone", {4, 1})
      .Gradient({"Input", "Weight"})
      .ScaleRows({"Input", "Label"})
      .Check();
  for (const Dims& bias : {Dims{kClasses}, Dims{kClasses, 1}}) {
    Fixed("bias " + bias.ToString(), {4, 2})
        .Input("Bias", Random(bias))
        .Input("SampleWeight", Random({4, 1}).In(0, 2))
        .Attr("sampler", "log_uniform")
        .Gradient({"Input", "Weight", "Bias"})
        .ScaleRows({"Input", "Label", "SampleWeight"})
        .Check();
  }
  Fixed("flat labels", {4})
      .Input("SampleWeight", Random({4}).In(0, 2))
      .Gradient({"Input", "Weight"})
      .Check();
  Fixed("sequences", {4, 1})
      .Input("Input", Random({4, kWidth}).Lengths({{1, 0, 3}}))
      .Gradient({"Input", "Weight"})
      .Check();
}

TEST(Nce, Sparse) {
  for (const Dims& bias : {Dims{kClasses}, Dims{kClasses, 1}}) {
    Fixed("sparse " + bias.ToString(), {4, 1})
        .Input("Bias", Random(bias))
        .Attr("is_sparse", true)
        .Gradient({"Input", "Weight", "Bias"})
        .ScaleRows({"Input", "Label"})
        .Check();
  }
}

TEST(Nce, DrawsAtRandom) {
  for (const std::string sampler : {"uniform", "log_uniform"}) {
    Case(sampler, Integers({4, 1}, 0, kClasses))
        .Input("Bias", Random({kClasses}))
        .Attr("sampler", sampler)
        .Attr("seed", 7)
        .WithoutReference("random; see operators/kernels/nce_test")
        .Gradient({"Input", "Weight", "Bias"})
        .GradientTolerance(1e-5)
        .ScaleRows({"Input", "Label"})
        .Check();
  }
}

TEST(Nce, ChecksClasses) {
  const OpCase wrong =
      Case("", Values({4, 1}, {0, 1, 7, 2}).As(DataType::kInt64));
  wrong.ExpectError("label 7 of row 2 is not in \\[0, 7\\)");
  wrong.ExpectErrorOnGPU("nce: Label: label 7 is outside of \\[0, 7\\)");
  Fixed("", {4, 1})
      .Attr("custom_neg_classes", {0, 1, 2, 3, 7})
      .ExpectError("custom_neg_classes of nce: 7 is not in \\[0, 7\\)");
  Fixed("", {4, 1})
      .Attr("custom_neg_classes", {0, 1})
      .ExpectError("it must have as many elements as num_neg_samples, or none");
  Case("uniform", Integers({4, 1}, 0, kClasses))
      .Attr("num_neg_samples", std::numeric_limits<int64_t>::max())
      .ExpectError("num_neg_samples is 9223372036854775807, more than 2");
}

TEST(Nce, ChecksShapes) {
  Fixed("", {3, 1}).ExpectError("Label \\[3, 1\\] of nce does not fit Input");
  Fixed("", {4, 0}).ExpectError("Label \\[4, 0\\] of nce does not fit Input");
  Fixed("", {4, 1})
      .Attr("num_total_classes", 8)
      .ExpectError("Weight \\[7, 3\\] of nce must be \\[8 classes, width of");
  Fixed("", {4, 1})
      .Input("Bias", Random({6}))
      .ExpectError("Bias \\[6\\] of nce must hold one number for each class");
  Fixed("", {4, 1})
      .Input("SampleWeight", Random({3}))
      .ExpectError("SampleWeight \\[3\\] of nce must hold one number .* row");
}

}  // namespace
}  // namespace paddle::operators::testing
