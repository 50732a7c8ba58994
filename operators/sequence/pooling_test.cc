#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "paddle/operators/sequence/test_sequences.h"
#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;
using framework::Dims;
using framework::LoD;

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
    out[i] = v.Attr<double>("pad_value");
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
          .Attr("pad_value", dims.rank() == 1 ? -3.5 : 0.0)
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

TEST(SequenceSoftmax, EveryLength) {
  for (const LoD::Levels& lengths : kLengths) {
    for (const Dims& dims : {Dims({0, 1}), Dims({0})}) {
      OpCase("sequence_softmax", NameOf(lengths))
          .Input("X", Rows(lengths, dims).In(-3, 3))
          .Reference([](OpValues& v) {
            const Array& x = v.In("X");
            const auto offsets = LastOffsets(x);
            Array out = x.Map([](double score) { return std::exp(score); });
            for (size_t i = 1; i < offsets.size(); ++i) {
              const auto begin = out.values.begin() + offsets[i - 1];
              const auto end = out.values.begin() + offsets[i];
              const double sum = std::accumulate(begin, end, 0.0);
              std::for_each(begin, end, [sum](double& y) { y /= sum; });
            }
            v.Out("Out") = out;
          })
          .Gradient({"X"})
          .Check();
    }
  }
}

TEST(SequenceSoftmax, WantsAScoreARow) {
  const OpCase base =
      OpCase("sequence_softmax").Input("X", Random({4, 2}).Lengths({{4}}));
  base.ExpectError("\\[rows, 1\\] or \\[rows\\], not \\[4, 2\\]");
  base.With("X", Random({4, 1}))
      .ExpectError("input X.* of sequence_softmax, .* no sequences");
}

TEST(SequenceReverse, EveryLength) {
  for (const LoD::Levels& lengths : kLengths) {
    for (const Dims& dims : {Dims({0, 3}), Dims({0}), Dims({0, 2, 0})}) {
      OpCase("sequence_reverse", NameOf(lengths))
          .Input("X", Rows(lengths, dims))
          .Reference([](OpValues& v) {
            const Array& x = v.In("X");
            const auto offsets = LastOffsets(x);
            const int64_t width = WidthOf(x);
            Array out = x;
            for (size_t i = 1; i < offsets.size(); ++i) {
              for (int64_t r = offsets[i - 1]; r < offsets[i]; ++r) {
                const int64_t from = offsets[i - 1] + offsets[i] - 1 - r;
                std::copy_n(x.values.begin() + from * width, width,
                            out.values.begin() + r * width);
              }
            }
            v.Out("Out") = out;
          })
          .Gradient({"X"})
          .Check();
    }
  }
}

TEST(SequenceReverse, WantsSequences) {
  OpCase("sequence_reverse")
      .Input("X", Random({4, 2}))
      .ExpectError("input X.* of sequence_reverse, .* no sequences");
}

void CopyWithLengths(OpValues& v, const LoD::Levels& lengths) {
  Array out = v.In("X");
  out.lod = LoD::FromLengths(lengths);
  v.Out("Out") = out;
}

TEST(LoDReset, ToLengthsOrAnother) {
  for (const LoD::Levels& lengths : kLengths) {
    const int64_t rows = RowsOf(lengths);
    if (!lengths.back().empty()) {
      OpCase("lod_reset", NameOf(lengths))
          .Input("X", Random({rows, 2}).Lengths({{0, rows}}))
          .Attr("target_lod", lengths.back())
          .Reference([&](OpValues& v) { CopyWithLengths(v, {lengths.back()}); })
          .Gradient({"X"})
          .Check();
    }
    OpCase("lod_reset", "as Y, " + NameOf(lengths))
        .Input("X", Random({rows, 2}))
        .Input("Y", Rows(lengths, {0, 3}))
        .Reference([&](OpValues& v) { CopyWithLengths(v, lengths); })
        .Gradient({"X"})
        .Check();
  }
}

TEST(LoDReset, ToPlainRows) {
  OpCase("lod_reset")
      .Input("X", Random({4, 2}).Lengths({{1, 3}}))
      .Reference([](OpValues& v) {
        v.Out("Out") = v.In("X");
        v.Out("Out").lod = nullptr;
      })
      .Gradient({"X"})
      .Check();
}

TEST(LoDReset, WantsAsManyRows) {
  const OpCase base = OpCase("lod_reset").Input("X", Random({4, 2}));
  base.WithAttr("target_lod", {2, 1})
      .ExpectError("lod_reset is to make have 3 rows, but X is \\[4, 2\\]");
  base.With("Y", Random({5, 2}).Lengths({{5}}))
      .ExpectError("have 5 rows, but X is \\[4, 2\\]");
  base.With("Y", Random({4, 2}))
      .ExpectError("input Y.* of lod_reset, \\[4, 2\\], form no sequences");
  const int64_t much = std::numeric_limits<int64_t>::max();
  base.WithAttr("target_lod", {much, much})
      .ExpectError("overflow|too (large|big)|64 bits");
  base.With("X", Random({})).ExpectError("X of lod_reset is a scalar");
}

OpCase Group(const std::vector<int64_t>& lengths, int64_t rows) {
  const std::vector<double> values(lengths.begin(), lengths.end());
  OpCase test("sequence_group", std::to_string(lengths.size()) + " sequences");
  test.Input("X", Random({rows, 2}))
      .Input("Length", Values({static_cast<int64_t>(values.size())}, values)
                           .As(DataType::kInt64));
  return test;
}

TEST(SequenceGroup, EveryLength) {
  for (const LoD::Levels& lengths : kLengths) {
    Group(lengths.back(), RowsOf(lengths))
        .Reference([&](OpValues& v) { CopyWithLengths(v, {lengths.back()}); })
        .Gradient({"X"})
        .Check();
  }
  // Sequences that X has make no difference.
  Group({1, 0, 3}, 4)
      .Input("X", Random({4, 2}).Lengths({{2, 2}}))
      .Reference([&](OpValues& v) {
        CopyWithLengths(v, {{1, 0, 3}});
      })
      .Gradient({"X"})
      .Check();
}

TEST(SequenceGroup, WantsAllRows) {
  Group({2, 1}, 4).ExpectError("sequence_group got add up to 3, but X is .4,");
  Group({4, 1}, 4).ExpectError("sequence_group got add up to 5, but X is .4,");
  Group({5, -1}, 4).ExpectError("length 5 of sequence 0 is outside .0, 4.");
  Group({-1, 4}, 4).ExpectError("length -1 of sequence 0 is outside .0, 4.");
  const OpCase base = Group({4}, 4);
  base.With("Length", Integers({2, 2}, 0, 1))
      .ExpectError("X .rows, .... and Length .sequences., not .4, 2. and .2, ");
  base.With("Length", Random({4}).As(DataType::kInt32))
      .ExpectError("Length of sequence_group is int64, not int32");
  base.With("X", Random({})).ExpectError("takes X .rows, ....");
}

}  // namespace
}  // namespace paddle::operators::testing
