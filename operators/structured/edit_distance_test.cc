#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "paddle/operators/sequence/test_sequences.h"
#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;
using framework::LoD;

// By the definition: the distance of the first i and j elements.
double Distance(const std::vector<double>& a, const std::vector<double>& b,
                size_t i, size_t j,
                std::map<std::pair<size_t, size_t>, double>* known) {
  if (i == 0 || j == 0) return static_cast<double>(i + j);
  const auto found = known->find({i, j});
  if (found != known->end()) return found->second;
  const double least = std::min(
      {Distance(a, b, i - 1, j, known) + 1, Distance(a, b, i, j - 1, known) + 1,
       Distance(a, b, i - 1, j - 1, known) + (a[i - 1] == b[j - 1] ? 0 : 1)});
  return (*known)[{i, j}] = least;
}

std::vector<double> Sequence(const Array& x, size_t i) {
  const auto offsets = LastOffsets(x);
  return {x.values.begin() + offsets[i], x.values.begin() + offsets[i + 1]};
}

void DistanceReference(OpValues& v) {
  const Array& hyps = v.In("Hyps");
  const auto count = static_cast<int64_t>(LastOffsets(hyps).size()) - 1;
  Array out({count, 1});
  out.lod = OuterLoD(hyps);
  for (int64_t i = 0; i < count; ++i) {
    const std::vector<double> a = Sequence(hyps, i);
    const std::vector<double> b = Sequence(v.In("Refs"), i);
    std::map<std::pair<size_t, size_t>, double> known;
    out[i] = Distance(a, b, a.size(), b.size(), &known);
    if (!v.Attr<bool>("normalized")) continue;
    out[i] = static_cast<float>(out[i] / static_cast<double>(b.size()));
  }
  v.Out("Out") = out;
  v.Out("SequenceNum")[0] = static_cast<double>(count);
}

Data Tokens(const LoD::Levels& lengths) {
  return Integers({RowsOf(lengths), 1}, 0, 4).Lengths(lengths);
}

TEST(EditDistance, EveryLength) {
  for (const LoD::Levels& lengths : kLengths) {
    LoD::Levels others = lengths;
    for (size_t i = 0; i < others.back().size(); ++i) {
      others.back()[i] = (i * 7 + others.back()[i]) % 11;
    }
    for (const bool turned : {false, true}) {
      OpCase("edit_distance", NameOf(lengths))
          .Input("Hyps", Tokens(turned ? others : lengths))
          .Input("Refs", Tokens(turned ? lengths : others))
          .Reference(DistanceReference)
          .Check();
    }
  }
}

TEST(EditDistance, Words) {  // kitten and sitting, nothing and ab, a and a
  OpCase("edit_distance")
      .Input("Hyps", Values({7}, {10, 8, 19, 19, 4, 13, 0})
                         .As(DataType::kInt64)
                         .Lengths({{6, 0, 1}}))
      .Input("Refs", Values({10}, {18, 8, 19, 19, 8, 13, 6, 0, 1, 0})
                         .As(DataType::kInt64)
                         .Lengths({{7, 2, 1}}))
      .Reference([](OpValues& v) {
        v.Out("Out") = Array({3, 1}, {3, 2, 0});
        v.Out("SequenceNum")[0] = 3;
      })
      .Check();
}

TEST(EditDistance, Normalized) {
  OpCase("edit_distance")
      .Input("Hyps", Tokens({{6, 0, 1, 9}}))
      .Input("Refs", Tokens({{3, 2, 1, 8}}))
      .Attr("normalized", true)
      .Reference(DistanceReference)
      .Check();
}

TEST(EditDistance, WantsSequencesThatCanBeCompared) {
  const auto with = [](const Data& refs) {
    return std::move(OpCase("edit_distance")
                         .Input("Hyps", Tokens({{2, 0, 3}}))
                         .Input("Refs", refs));
  };
  with(Tokens({{2, 0, 3}}))
      .Attr("normalized", true)
      .ExpectError("sequence 1 of Refs is empty: no distance can be normal");
  with(Tokens({{2, 3}})).ExpectError("but Hyps has 3 and Refs has 2");
  with(Integers({5, 1}, 0, 4)).ExpectError("input Refs.* form no sequences");
  with(Random({5, 1}).As(DataType::kInt32).Lengths({{2, 0, 3}}))
      .ExpectError("Refs of edit_distance is int64, not int32");
  with(Integers({5, 2}, 0, 4).Lengths({{2, 0, 3}}))
      .ExpectError("Refs .* is \\[rows, 1\\] or \\[rows\\], not \\[5, 2\\]");
}

}  // namespace
}  // namespace paddle::operators::testing
