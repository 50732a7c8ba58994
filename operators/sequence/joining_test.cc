#include <vector>

#include "paddle/operators/sequence/test_sequences.h"
#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::Dims;
using framework::LoD;

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

}  // namespace
}  // namespace paddle::operators::testing
