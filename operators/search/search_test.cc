#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;
using framework::LoD;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The width is 2 and word 0 the end: of source 0 one hypothesis is there, of
// source 1 one is finished.
OpCase Step(const std::string& name) {
  OpCase test("beam_search", name);
  test.Input("pre_ids", Values({4, 1}, {5, 0, 0, 3}).As(DataType::kInt64))
      .Input("pre_scores", Values({4, 1}, {0, -kInfinity, -2.5, -1}))
      .Input("scores", Values({4, 3}, {-3, -1, -2,  //
                                       0, 0, 0,     //
                                       0, 0, 0,     //
                                       -4, -0.5, -1.5}))
      .Attr("beam_size", 2)
      .Attr("end_id", 0);
  return test;
}

TEST(BeamSearch, IsAStep) {
  Step("words")
      .Expect("selected_ids", {4, 1}, {1, 2, 1, 0})
      .Expect("selected_scores", {4, 1}, {-1, -2, -1.5, -2.5})
      .Expect("parent_idx", {4}, {0, 0, 3, 2})
      .Check();
  Step("candidates")
      .Input("ids", Values({4, 3}, {7, 8, 9, 7, 8, 9, 7, 8, 9, 7, 8, 9})
                        .As(DataType::kInt64))
      .Attr("is_accumulated", true)
      .Expect("selected_ids", {4, 1}, {8, 9, 8, 9})
      .Expect("selected_scores", {4, 1}, {-1, -2, -0.5, -1.5})
      .Expect("parent_idx", {4}, {0, 0, 3, 3})
      .Check();
}

// Several sources with equal scores, and hypotheses that are absent, or
// finished, or have fewer candidates than the beam is wide.
TEST(BeamSearch, OfManyCandidates) {
  constexpr int64_t kWidth = 5, kRows = 6 * kWidth;
  for (const int64_t candidates : {2, 70, 700}) {
    std::vector<double> last(kRows), so_far(kRows), scores(kRows * candidates);
    for (int64_t row = 0; row < kRows; ++row) {
      last[row] = row * 7 % 4;
      so_far[row] = row % 3 == 1 ? -kInfinity : -(row * 11 % 6);
    }
    for (size_t i = 0; i < scores.size(); ++i) {
      scores[i] = i % 5 == 0 ? -kInfinity : -static_cast<double>(i * 7919 % 97);
    }
    OpCase("beam_search")
        .Input("pre_ids", Values({kRows, 1}, last).As(DataType::kInt64))
        .Input("pre_scores", Values({kRows, 1}, so_far))
        .Input("scores", Values({kRows, candidates}, scores))
        .Attr("beam_size", kWidth)
        .Attr("end_id", 0)
        .WithoutReference("see beam_search_test")
        .Check();
  }
}

TEST(BeamSearch, Errors) {
  const auto with = [](Data ids, Data pre_scores, Data scores) {
    return OpCase("beam_search")
        .Input("pre_ids", ids)
        .Input("pre_scores", pre_scores)
        .Input("scores", scores)
        .Attr("beam_size", 2)
        .Attr("end_id", 0)
        .DataTypes({DataType::kFloat64});
  };
  const Data ids = Integers({4, 1}, 0, 3);
  with(ids, Random({4, 1}), Random({3, 5}))
      .ExpectError(
          "scores of beam_search are \\[sources \\* 2, candidates\\], "
          "not \\[3, 5\\]");
  with(ids, Random({6, 1}), Random({4, 5}))
      .ExpectError(
          "pre_scores of beam_search has one element for each row of "
          "scores \\[4, 5\\], not \\[6, 1\\]");
  with(Random({4, 1}).As(DataType::kFloat64), Random({4, 1}), Random({4, 5}))
      .ExpectError("pre_ids of beam_search is of int64, not float64");
  with(ids, Random({4}).As(DataType::kFloat32), Random({4, 5}))
      .ExpectError("pre_scores of beam_search is of float64, not float32");
  with(ids, Random({4}), Random({4, 5}))
      .Input("ids", Integers({4, 3}, 0, 3))
      .ExpectError("ids of beam_search, \\[4, 3\\], .* scores, \\[4, 5\\]");
  const Data nan = Values({4, 1}, {0, std::nan(""), 0, 0});
  const Data words = Integers({4, 1}, 1, 3);
  with(words, Random({4}), nan)
      .ExpectError("the score of candidate 0 in row 1 is NaN");
  with(words, Random({4}), nan)
      .ExpectErrorOnGPU("beam_search: scores: NaN in row 1, column 0");
  with(words, nan, Random({4, 5})).ExpectError("the score of row 1 is NaN");
  with(words, nan, Random({4, 5}))
      .ExpectErrorOnGPU("beam_search: pre_scores: NaN in row 1, column 0");
  Step("width").Attr("beam_size", 0).ExpectError("beam_size .*at least 1");
}

Data Parents() {
  return Values({3, 2}, {0, 1, 1, 0, 1, 0}).As(DataType::kInt64);
}

OpCase Decode(const Data& scores, const Data& parents = Parents()) {
  return OpCase("beam_search_decode")
      .Input("Ids", Values({3, 2}, {3, 4, 5, 0, 0, 6}).As(DataType::kInt64))
      .Input("ParentIdx", parents)
      .Input("Scores", scores)
      .Attr("beam_size", 2)
      .Attr("end_id", 0);
}

TEST(BeamSearchDecode, GivesSentencesBestFirst) {
  Decode(Values({2, 1}, {-2, -1}))
      .Reference([](OpValues& v) {
        Array words({5, 1}, {4, 5, 6, 3, 0}), scores({2, 1}, {-1, -2});
        words.lod = LoD::FromLengths({{2}, {3, 2}});
        scores.lod = LoD::FromLengths({{2}});
        v.Out("SentenceIds") = words;
        v.Out("SentenceScores") = scores;
      })
      .Check();
  Decode(Values({2}, {-2, -kInfinity}))
      .Reference([](OpValues& v) {
        Array words({2, 1}, {3, 0}), scores({1, 1}, {-2});
        words.lod = LoD::FromLengths({{1}, {2}});
        scores.lod = LoD::FromLengths({{1}});
        v.Out("SentenceIds") = words;
        v.Out("SentenceScores") = scores;
      })
      .Check();
}

TEST(BeamSearchDecode, OfNoSourcesAndNoSteps) {
  OpCase("beam_search_decode")
      .Input("Ids", Integers({0, 2, 1}, 0, 3))
      .Input("ParentIdx", Integers({0, 2}, 0, 3))
      .Input("Scores", Values({2}, {0, -kInfinity}))
      .Attr("beam_size", 2)
      .Attr("end_id", 0)
      .Reference([](OpValues& v) {
        Array words({0, 1}), scores({1, 1}, {0});
        words.lod = LoD::FromLengths({{1}, {0}});
        scores.lod = LoD::FromLengths({{1}});
        v.Out("SentenceIds") = words;
        v.Out("SentenceScores") = scores;
      })
      .Check();
  OpCase("beam_search_decode", "no sources")
      .Input("Ids", Integers({2, 0}, 0, 3))
      .Input("ParentIdx", Integers({2, 0}, 0, 3))
      .Input("Scores", Random({0}))
      .Attr("beam_size", 2)
      .Attr("end_id", 0)
      .Reference([](OpValues& v) {
        v.Out("SentenceIds") = Array({0, 1});
        v.Out("SentenceIds").lod = LoD::FromLengths({{}, {}});
        v.Out("SentenceScores") = Array({0, 1});
        v.Out("SentenceScores").lod = LoD::FromLengths({{}});
      })
      .Check();
}

TEST(BeamSearchDecode, Errors) {
  Decode(Random({3})).ExpectError("Scores of .* \\[sources \\* 2\\] .*\\[3\\]");
  Decode(Random({4}))
      .ExpectError(
          "Ids of beam_search_decode .* as many as Scores \\[4\\], not \\[3, "
          "2\\]");
  Decode(Random({2}), Integers({2, 2}, 0, 2))
      .ExpectError(
          "Ids \\[3, 2\\] and ParentIdx \\[2, 2\\] are not of as many");
  const OpCase wrong = Decode(
      Random({2}), Values({3, 2}, {0, 1, 7, 0, 1, 0}).As(DataType::kInt64));
  const std::string text =
      "parent 7 of row 0 in step 1 is outside .* \\[0, 2\\)";
  wrong.ExpectError(text);
  wrong.ExpectErrorOnGPU(text);
}

}  // namespace
}  // namespace paddle::operators::testing
