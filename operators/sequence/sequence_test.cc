#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
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
  OpCase("sequence_softmax")
      .Input("X", Random({4, 2}).Lengths({{4}}))
      .ExpectError("\\[rows, 1\\] or \\[rows\\], not \\[4, 2\\]");
  OpCase("sequence_softmax")
      .Input("X", Random({4, 1}))
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
    OpCase("lod_reset", NameOf(lengths))
        .Input("X", Random({rows, 2}).Lengths({{0, rows}}))
        .Attr("target_lod", lengths.back())
        .Reference([&](OpValues& v) { CopyWithLengths(v, {lengths.back()}); })
        .Gradient({"X"})
        .Check();
    OpCase("lod_reset", "as Y, " + NameOf(lengths))
        .Input("X", Random({rows, 2}))
        .Input("Y", Rows(lengths, {0, 3}))
        .Reference([&](OpValues& v) { CopyWithLengths(v, lengths); })
        .Gradient({"X"})
        .Check();
  }
}

TEST(LoDReset, WantsAsManyRows) {
  OpCase("lod_reset")
      .Input("X", Random({4, 2}))
      .Attr("target_lod", {2, 1})
      .ExpectError("lod_reset is to make have 3 rows, but X is \\[4, 2\\]");
  OpCase("lod_reset")
      .Input("X", Random({4, 2}))
      .Input("Y", Random({5, 2}).Lengths({{5}}))
      .ExpectError("have 5 rows, but X is \\[4, 2\\]");
  OpCase("lod_reset")
      .Input("X", Random({4, 2}))
      .Input("Y", Random({4, 2}))
      .ExpectError("input Y.* of lod_reset, \\[4, 2\\], form no sequences");
  const int64_t much = std::numeric_limits<int64_t>::max();
  OpCase("lod_reset")
      .Input("X", Random({4, 2}))
      .Attr("target_lod", {much, much})
      .ExpectError("overflow|too (large|big)|64 bits");
  OpCase("lod_reset")
      .Input("X", Random({}))
      .ExpectError("X of lod_reset is a scalar");
}

// Appends rows [begin, end) of x.
void AppendRows(const Array& x, int64_t begin, int64_t end,
                std::vector<double>* rows) {
  const int64_t width = WidthOf(x);
  rows->insert(rows->end(), x.values.begin() + begin * width,
               x.values.begin() + end * width);
}

TEST(SequenceConcat, EveryLength) {
  for (const LoD::Levels& lengths : kLengths) {
    LoD::Levels others = lengths;
    for (size_t i = 0; i < others.back().size(); ++i) {
      others.back()[i] = (i * 7 + others.back()[i]) % 4;
    }
    OpCase("sequence_concat", NameOf(lengths))
        .Input("X", {Rows(lengths, {0, 3}), Rows(others, {0, 3}),
                     Rows(lengths, {0, 3})})
        .Reference([](OpValues& v) {
          std::vector<double> rows;
          LoD::Levels joined = v.In("X").lod->lengths();
          for (size_t i = 0; i < joined.back().size(); ++i) {
            joined.back()[i] = 0;
            for (int j = 0; j < v.Count("X"); ++j) {
              const auto offsets = LastOffsets(v.In("X", j));
              AppendRows(v.In("X", j), offsets[i], offsets[i + 1], &rows);
              joined.back()[i] += offsets[i + 1] - offsets[i];
            }
          }
          Array out({static_cast<int64_t>(rows.size()) / 3, 3}, rows);
          out.lod = LoD::FromLengths(joined);
          v.Out("Out") = out;
        })
        .Gradient({"X"})
        .Check();
  }
}

TEST(SequenceConcat, OfOneInput) {
  OpCase("sequence_concat")
      .Input("X", {Rows({{2, 0, 1}}, {0, 3})})
      .Reference([](OpValues& v) { v.Out("Out") = v.In("X"); })
      .Gradient({"X"})
      .Check();
}

TEST(SequenceConcat, WantsInputsThatGoTogether) {
  const Data x = Rows({{2, 1}, {1, 2, 3}}, {0, 3});
  const auto with = [&](const Data& other) {
    return OpCase("sequence_concat").Input("X", {x, other});
  };
  with(Random({6, 3})).ExpectError("input X.1. of .*, form no sequences");
  with(Rows({{1, 2, 3}}, {0, 3})).ExpectError("input 1 .* nests its sequences");
  with(Rows({{1, 2}, {1, 2, 3}}, {0, 3}))
      .ExpectError("input 1 .* other sequences at level 0 than input 0");
  with(Rows({{2, 1}, {1, 2, 3}}, {0, 4}))
      .ExpectError("input 0 has shape .6, 3., input 1 has .6, 4.");
  OpCase("sequence_concat")
      .Input("X", {Rows({{1, 2}}, {0}), Rows({{1, 2, 0}}, {0})})
      .ExpectError("sequences of input 1 of sequence_concat and of input 0");
}

// The items of X as Y's level says.
void ExpandReference(OpValues& v) {
  const Array& x = v.In("X");
  const LoD::Levels y = v.In("Y").lod->lengths();
  const int64_t asked = v.Attr<int64_t>("ref_level");
  const size_t level = asked < 0 ? y.size() - 1 : asked;
  LoD::Levels lengths(y.begin(), y.begin() + level + 1);
  if (x.lod != nullptr) lengths.emplace_back();
  std::vector<double> rows;
  for (size_t i = 0; i < y[level].size(); ++i) {
    const int64_t begin = x.lod == nullptr ? i : x.lod->offsets(0)[i];
    const int64_t end = x.lod == nullptr ? i + 1 : x.lod->offsets(0)[i + 1];
    for (int64_t copy = 0; copy < y[level][i]; ++copy) {
      AppendRows(x, begin, end, &rows);
      if (x.lod != nullptr) lengths.back().push_back(end - begin);
    }
  }
  Dims dims = x.dims;
  dims[0] = LoD::FromLengths(lengths)->rows();
  v.Out("Out") = Array(dims, rows);
  v.Out("Out").lod = LoD::FromLengths(lengths);
}

TEST(SequenceExpand, RowsToEveryLength) {
  for (const LoD::Levels& lengths : kLengths) {
    for (size_t level = 0; level < lengths.size(); ++level) {
      const auto items = static_cast<int64_t>(lengths[level].size());
      for (const Dims& dims : {Dims({items, 3}), Dims({items, 1})}) {
        OpCase("sequence_expand", NameOf(lengths))
            .Input("X", Random(dims))
            .Input("Y", Rows(lengths, {0, 2}))
            .Attr("ref_level", level)
            .Reference(ExpandReference)
            .Gradient({"X"})
            .Check();
      }
    }
  }
}

TEST(SequenceExpand, Sequences) {
  const LoD::Levels y = {{2, 0, 1}, {3, 0, 2}};
  for (const LoD::Levels& lengths :
       {LoD::Levels{{2, 1, 3}}, LoD::Levels{{0, 4, 1}}}) {
    for (const int level : {-1, 0, 1}) {
      OpCase("sequence_expand", NameOf(lengths))
          .Input("X", Rows(lengths, {0, 3}))
          .Input("Y", Rows(y, {0}))
          .Attr("ref_level", level)
          .Reference(ExpandReference)
          .Gradient({"X"})
          .Check();
    }
  }
}

TEST(SequenceExpand, WantsAnItemForEachSequence) {
  const Data y = Rows({{2, 0}, {3, 1}}, {0});
  const auto with = [&](const Data& x) {
    return OpCase("sequence_expand").Input("X", x).Input("Y", y);
  };
  with(Random({3, 2})).ExpectError("has 3 rows, but Y has 2 sequences");
  with(Random({3, 2}).Lengths({{3}}))
      .ExpectError("has 1 sequences, but Y has 2 sequences");
  with(Random({2, 2}).Lengths({{1}, {2}})).ExpectError("has 2 levels of seq");
  with(Random({2, 2}))
      .Attr("ref_level", 2)
      .ExpectError("ref_level of sequence_expand is 2, but Y has 2 levels");
  OpCase("sequence_expand")
      .Input("X", Random({2, 2}))
      .Input("Y", Random({2, 2}))
      .ExpectError("input Y.* of sequence_expand, .*, form no sequences");
}

void ConvReference(OpValues& v) {
  const Array& x = v.In("X");
  const Array& filter = v.In("Filter");
  const auto offsets = LastOffsets(x);
  const int64_t n = x.dims[1], m = filter.dims[1];
  Array out({x.dims[0], m});
  out.lod = x.lod;
  for (size_t i = 1; i < offsets.size(); ++i) {
    for (int64_t r = offsets[i - 1]; r < offsets[i]; ++r) {
      for (int64_t tap = 0; tap < v.Attr<int64_t>("contextLength"); ++tap) {
        const int64_t from = r + v.Attr<int64_t>("contextStart") + tap;
        if (from < offsets[i - 1] || from >= offsets[i]) continue;
        for (int64_t j = 0; j < n * m; ++j) {
          out(r, j % m) += x(from, j / m) * filter(tap * n + j / m, j % m);
        }
      }
    }
  }
  v.Out("Out") = out;
}

TEST(SequenceConv, EveryLengthAndContext) {
  const std::pair<int, int> contexts[] = {{0, 1},  {-1, 3}, {-2, 2},
                                          {-5, 2}, {1, 2},  {-1, 12}};
  for (const LoD::Levels& lengths : kLengths) {
    for (const auto& [start, length] : contexts) {
      OpCase("sequence_conv", NameOf(lengths) + " " + std::to_string(start))
          .Input("X", Rows(lengths, {0, 3}))
          .Input("Filter", Random({length * 3, 2}))
          .Attr("contextStart", start)
          .Attr("contextLength", length)
          .Reference(ConvReference)
          .Gradient({"X", "Filter"})
          .Check();
    }
  }
}

// More than one group of sequences.
TEST(SequenceConv, ManyRows) {
  OpCase("sequence_conv")
      .Input("X", Rows({{700, 500, 0, 2, 1100, 3}}, {0, 2}))
      .Input("Filter", Random({6, 3}))
      .Attr("contextStart", -1)
      .Attr("contextLength", 3)
      .Reference(ConvReference)
      .Check();
  const LoD::Levels lengths = {{1024, 2, 1}};
  OpCase("sequence_conv")
      .Input("X", Rows(lengths, {0, 1}))
      .Input("Filter", Random({2, 1}))
      .Attr("contextLength", 2)
      .DataTypes({DataType::kFloat64})
      .Reference(ConvReference)
      .Gradient({"Filter"})
      .Check();
}

TEST(SequenceConv, WantsAFilterOfItsContext) {
  OpCase("sequence_conv")
      .Input("X", Rows({{2, 1}}, {0, 3}))
      .Input("Filter", Random({4, 2}))
      .Attr("contextLength", 2)
      .ExpectError("Filter .* is .4, 2., but a context of 2 rows .* has 6 el");
  OpCase("sequence_conv")
      .Input("X", Rows({{2, 1}}, {0}))
      .Input("Filter", Random({4, 2}))
      .Attr("contextLength", 2)
      .ExpectError("X .3. and Filter .4, 2. of sequence_conv are matrices");
  OpCase("sequence_conv")
      .Input("X", Random({3, 2}))
      .Input("Filter", Random({4, 2}))
      .Attr("contextLength", 2)
      .ExpectError("input X.* of sequence_conv, .*, form no sequences");
}

// Sequences of rows of width 3 as [sequences, length, 3].
void PadReference(OpValues& v) {
  const Array& x = v.In("X");
  const Array& value = v.In("PadValue");
  const auto offsets = LastOffsets(x);
  const int64_t sequences = static_cast<int64_t>(offsets.size()) - 1;
  Array length({sequences});
  int64_t longest = 0;
  for (int64_t i = 0; i < sequences; ++i) {
    length[i] = static_cast<double>(offsets[i + 1] - offsets[i]);
    longest = std::max(longest, offsets[i + 1] - offsets[i]);
  }
  const int64_t wanted = v.Attr<int64_t>("padded_length");
  Array out({sequences, wanted < 0 ? longest : wanted, 3});
  out.lod = OuterLoD(x);
  for (int64_t i = 0; i < out.numel(); ++i) {
    const int64_t sequence = i / 3 / out.dims[1];
    const int64_t row = offsets[sequence] + i / 3 % out.dims[1];
    out[i] =
        row < offsets[sequence + 1] ? x(row, i % 3) : value[i % value.numel()];
  }
  v.Out("Out") = out;
  v.Out("Length") = length;
}

TEST(SequencePad, EveryLength) {
  for (const LoD::Levels& lengths : kLengths) {
    for (const Dims& value : {Dims(), Dims({1}), Dims({3})}) {
      for (const int padded_length : {-1, 70, 73}) {
        OpCase("sequence_pad", NameOf(lengths) + value.ToString())
            .Input("X", Rows(lengths, {0, 3}))
            .Input("PadValue", Random(value))
            .Attr("padded_length", padded_length)
            .Reference(PadReference)
            .Gradient({"X"})
            .Check();
      }
    }
  }
}

TEST(SequencePad, WantsRoomAndAValue) {
  const auto with = [](const Data& value) {
    return OpCase("sequence_pad")
        .Input("X", Rows({{3, 1}}, {0, 3}))
        .Input("PadValue", value);
  };
  with(Random({2})).ExpectError("PadValue .* is .2., not one element or a row");
  with(Random({}))
      .Attr("padded_length", 2)
      .ExpectError(
          "padded_length of .* is 2, but the longest sequence of X has 3 rows");
  OpCase("sequence_pad")
      .Input("X", Random({3, 2}))
      .Input("PadValue", Random({}))
      .ExpectError("input X.* of sequence_pad, .*, form no sequences");
}

void MaskReference(OpValues& v) {
  const Array& x = v.In("X");
  Array& out = v.Out("Out");
  const int64_t width = out.dims.at(-1);
  for (int64_t i = 0; i < out.numel(); ++i) out[i] = i % width < x[i / width];
}

TEST(SequenceMask, LengthsAsZerosAndOnes) {
  for (const std::string dtype : {"float32", "float64", "int64", "bool"}) {
    for (const int width : {0, 1, 4}) {
      OpCase("sequence_mask", dtype)
          .Input("X", Integers({5}, 0, 6))
          .Attr("maxlen", width)
          .Attr("out_dtype", dtype)
          .Reference(MaskReference)
          .ScaleRows({"X"})
          .Check();
    }
  }
  OpCase("sequence_mask")
      .Input("X", Values({2, 2}, {2, 0, 3, 9}).As(DataType::kInt32))
      .Input("Y", Random({4, 3, 2}))
      .Reference([](OpValues& v) {
        v.Out("Out") = Array({2, 2, 3}, {1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1});
      })
      .Check();
}

TEST(SequenceMask, WantsLengthsAndOneWidth) {
  const Data lengths = Integers({5}, 0, 6);
  OpCase("sequence_mask").Input("X", lengths).ExpectError("Y or from maxlen");
  OpCase("sequence_mask")
      .Input("X", lengths)
      .Input("Y", Random({5}))
      .ExpectError("Y of sequence_mask is .sequences, length, ...., not .5.");
  OpCase("sequence_mask")
      .Input("X", Random({5}).As(DataType::kFloat32))
      .Attr("maxlen", 3)
      .ExpectError("X of sequence_mask is int32 or int64, not float32");
}

// Sequence i is the first Length[i] rows of X[i], which has rows of width 2.
void UnpadReference(OpValues& v) {
  const Array& x = v.In("X");
  std::vector<double> rows;
  LoD::Levels lengths;
  if (x.lod != nullptr) lengths = x.lod->lengths();
  lengths.emplace_back();
  for (int64_t i = 0; i < x.dims[0]; ++i) {
    const auto begin = x.values.begin() + i * x.dims[1] * 2;
    const auto length = static_cast<int64_t>(v.In("Length")[i]);
    rows.insert(rows.end(), begin, begin + length * 2);
    lengths.back().push_back(length);
  }
  Array out({static_cast<int64_t>(rows.size()) / 2, 2}, rows);
  out.lod = LoD::FromLengths(lengths);
  v.Out("Out") = out;
}

TEST(SequenceUnpad, EveryLength) {
  for (const std::vector<double>& lengths :
       {std::vector<double>{3, 0, 1, 4}, {0}, {4}, {0, 0}, {}}) {
    const auto sequences = static_cast<int64_t>(lengths.size());
    OpCase("sequence_unpad")
        .Input("X", Random({sequences, 4, 2}))
        .Input("Length", Values({sequences}, lengths).As(DataType::kInt64))
        .Reference(UnpadReference)
        .Gradient({"X"})
        .Check();
  }
  OpCase("sequence_unpad", "within sequences")
      .Input("X", Random({3, 4, 2}).Lengths({{2, 0, 1}}))
      .Input("Length", Values({3}, {3, 0, 4}).As(DataType::kInt64))
      .Reference(UnpadReference)
      .Gradient({"X"})
      .Check();
}

TEST(SequenceUnpad, WantsLengthsThatAreThere) {
  const auto with = [](const Data& lengths) {
    return OpCase("sequence_unpad")
        .Input("X", Random({2, 4, 2}))
        .Input("Length", lengths);
  };
  with(Values({2}, {1, 5}).As(DataType::kInt64))
      .ExpectError("length 5 of sequence 1 is outside .0, 4.");
  with(Values({2}, {-1, 2}).As(DataType::kInt64))
      .ExpectError("length -1 of sequence 0 is outside .0, 4.");
  with(Integers({3}, 0, 4)).ExpectError("not .2, 4, 2. and .3.");
  with(Random({2}).As(DataType::kInt32))
      .ExpectError("Length of sequence_unpad is int64, not int32");
}

}  // namespace
}  // namespace paddle::operators::testing
