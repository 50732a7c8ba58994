#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;
using framework::Dims;
using framework::LoD;

// Of the sequences of each test.
const LoD::Levels kLengths[] = {
    {{3, 0, 1, 4}},         {{1}},        {{0}}, {{0, 0}}, {{}},
    {{2, 0, 1}, {3, 0, 2}}, {{70, 1, 9}}, {{5}},
};

int64_t RowsOf(const LoD::Levels& lengths) {
  return LoD::FromLengths(lengths)->rows();
}

std::string NameOf(const LoD::Levels& lengths) {
  return LoD::FromLengths(lengths)->ToString();
}

// Rows of these sequences; no two elements are close.
Data Rows(const LoD::Levels& lengths, Dims dims) {
  dims[0] = RowsOf(lengths);
  return Random(dims).Distinct().Lengths(lengths);
}

absl::Span<const int64_t> LastOffsets(const Array& x) {
  return x.lod->offsets(x.lod->levels() - 1);
}

int64_t WidthOf(const Array& x) {
  return x.dims.Slice(1, x.dims.rank()).Numel();
}

// The sequences without their last level.
framework::LoDPtr OuterLoD(const Array& x) {
  LoD::Levels lengths = x.lod->lengths();
  lengths.pop_back();
  return lengths.empty() ? nullptr : LoD::FromLengths(lengths);
}

// One column of one sequence, not empty.
double Pooled(const std::string& type, const std::vector<double>& column) {
  double sum = 0;
  for (double x : column) sum += x;
  const double length = static_cast<double>(column.size());
  if (type == "SUM") return sum;
  if (type == "AVERAGE") return sum / length;
  if (type == "SQRT") return sum / std::sqrt(length);
  if (type == "FIRST") return column.front();
  if (type == "LAST") return column.back();
  return *std::max_element(column.begin(), column.end());
}

void PoolReference(OpValues& v) {
  const Array& x = v.In("X");
  const auto offsets = LastOffsets(x);
  const int64_t width = WidthOf(x);
  Dims dims = x.dims;
  dims[0] = static_cast<int64_t>(offsets.size()) - 1;
  Array out(dims);
  out.lod = OuterLoD(x);
  for (int64_t i = 0; i < out.numel(); ++i) {
    std::vector<double> column;
    for (int64_t r = offsets[i / width]; r < offsets[i / width + 1]; ++r) {
      column.push_back(x[r * width + i % width]);
    }
    if (column.empty()) continue;
    out[i] = Pooled(v.Attr<std::string>("pooltype"), column);
  }
  v.Out("Out") = out;
}

TEST(SequencePool, EveryLengthAndType) {
  for (const LoD::Levels& lengths : kLengths) {
    for (const Dims& dims : {Dims({0, 3}), Dims({0}), Dims({0, 2, 5})}) {
      OpCase("sequence_pool", NameOf(lengths))
          .Input("X", Rows(lengths, dims))
          .SweepAttrs({"pooltype"})
          .Reference(PoolReference)
          .Gradient({"X"})
          .Check();
    }
  }
}

TEST(SequencePool, WhereTheGreatestElementsStand) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  OpCase("sequence_pool")
      .Input("X", Values({5, 2}, {1, 4, 3, nan, 3, 5, -1, -2, -3, -2})
                      .Lengths({{3, 0, 2}}))
      .Attr("pooltype", "MAX")
      .Reference([nan](OpValues& v) {
        v.Out("Out") = Array({3, 2}, {3, nan, 0, 0, -1, -2});
        v.Out("MaxIndex") = Array({3, 2}, {1, 1, -1, -1, 3, 3});
      })
      .Check();
}

TEST(SequencePool, WantsSequences) {
  OpCase("sequence_pool")
      .Input("X", Random({4, 2}))
      .ExpectError("input X\\[0\\] of sequence_pool, \\[4, 2\\], form no seq");
}

}  // namespace
}  // namespace paddle::operators::testing
