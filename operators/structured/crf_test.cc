#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "paddle/operators/sequence/test_sequences.h"
#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;
using framework::LoD;

constexpr double kNever = -std::numeric_limits<double>::infinity();

double LogSumExp(const std::vector<double>& x) {
  const double max = *std::max_element(x.begin(), x.end());
  if (max == kNever) return max;
  double sum = 0;
  for (const double value : x) sum += std::exp(value - max);
  return max + std::log(sum);
}

// Returns the score of the tags of rows [begin, begin + tags.size()).
double ScoreOf(const Array& emission, const Array& transition, int64_t begin,
               const std::vector<int64_t>& tags) {
  double score = transition(0, tags.front()) + transition(1, tags.back());
  for (size_t t = 0; t < tags.size(); ++t) {
    score += emission(begin + t, tags[t]);
    if (t > 0) score += transition(2 + tags[t - 1], tags[t]);
  }
  return score;
}

// The logarithm of the sum over all tags of rows [begin, end).
double LogZ(const Array& emission, const Array& transition, int64_t begin,
            int64_t end) {
  const int64_t n = emission.dims[1];
  std::vector<double> ways(n);
  for (int64_t j = 0; j < n; ++j)
    ways[j] = transition(0, j) + emission(begin, j);
  for (int64_t t = begin + 1; t < end; ++t) {
    std::vector<double> next(n);
    for (int64_t j = 0; j < n; ++j) {
      std::vector<double> terms(n);
      for (int64_t i = 0; i < n; ++i) terms[i] = ways[i] + transition(2 + i, j);
      next[j] = LogSumExp(terms) + emission(t, j);
    }
    ways = next;
  }
  for (int64_t j = 0; j < n; ++j) ways[j] += transition(1, j);
  return LogSumExp(ways);
}

// The sum over all tags there could be, and the best of them.
struct All {
  double log_z;
  std::vector<int64_t> best;
};
All LookAtAll(const Array& emission, const Array& transition, int64_t begin,
              int64_t end) {
  std::vector<int64_t> tags(end - begin, 0);
  std::vector<double> scores;
  All all;
  double highest = kNever;
  for (bool more = true; more;) {
    scores.push_back(ScoreOf(emission, transition, begin, tags));
    if (scores.back() > highest) {
      highest = scores.back();
      all.best = tags;
    }
    more = false;
    for (size_t t = 0; t < tags.size() && !more; ++t) {
      more = ++tags[t] < emission.dims[1];
      if (!more) tags[t] = 0;
    }
  }
  all.log_z = LogSumExp(scores);
  return all;
}

void CostReference(OpValues& v, bool all) {
  const Array& emission = v.In("Emission");
  const Array& transition = v.In("Transition");
  const auto offsets = LastOffsets(emission);
  const auto sequences = static_cast<int64_t>(offsets.size()) - 1;
  Array cost({sequences, 1});
  cost.lod = OuterLoD(emission);
  for (int64_t i = 0; i < sequences; ++i) {
    const int64_t begin = offsets[i], end = offsets[i + 1];
    if (begin == end) continue;
    const std::vector<double>& labels = v.In("Label").values;
    const std::vector<int64_t> tags(labels.begin() + begin,
                                    labels.begin() + end);
    const double log_z = all ? LookAtAll(emission, transition, begin, end).log_z
                             : LogZ(emission, transition, begin, end);
    cost[i] = log_z - ScoreOf(emission, transition, begin, tags);
  }
  v.Out("LogLikelihood") = cost;
}

OpCase CrfCase(const std::string& type, const LoD::Levels& lengths,
               int64_t tags, Data transition) {
  return std::move(
      OpCase(type, NameOf(lengths) + ", tags " + std::to_string(tags))
          .Input("Emission",
                 Random({RowsOf(lengths), tags}).In(-3, 3).Lengths(lengths))
          .Input("Transition", transition));
}

OpCase CrfCase(const std::string& type, const LoD::Levels& lengths,
               int64_t tags) {
  return CrfCase(type, lengths, tags, Random({tags + 2, tags}).In(-2, 2));
}

TEST(LinearChainCrf, EveryLength) {
  for (const LoD::Levels& lengths : kLengths) {
    for (const int64_t tags : {1, 2, 3, 11}) {
      CrfCase("linear_chain_crf", lengths, tags)
          .Input("Label",
                 Integers({RowsOf(lengths), 1}, 0, tags).Lengths(lengths))
          .Reference([](OpValues& v) { CostReference(v, false); })
          .Gradient({"Emission", "Transition"})
          .Check();
    }
  }
}

TEST(LinearChainCrf, SumsOverAllTags) {
  const LoD::Levels lengths = {{4, 0, 1, 6}};
  CrfCase("linear_chain_crf", lengths, 3)
      .Input("Label", Integers({11}, 0, 3))
      .Reference([](OpValues& v) { CostReference(v, true); })
      .Gradient({"Emission", "Transition"})
      .Check();
}

// More sequences than groups, and rows enough for several threads.
TEST(LinearChainCrf, ManySequences) {
  std::vector<int64_t> lengths;
  for (int64_t i = 0; i < 200; ++i) lengths.push_back(i * 7 % 23);
  const int64_t rows = RowsOf({lengths});
  CrfCase("linear_chain_crf", {lengths}, 9)
      .Input("Label", Integers({rows, 1}, 0, 9))
      .DataTypes({DataType::kFloat64})
      .Reference([](OpValues& v) { CostReference(v, false); })
      .Gradient({"Transition"})
      .Check();
}

// No NaN, and the right numbers, however large the scores are. The costs are,
// too: central differences of them are less exact.
TEST(LinearChainCrf, LargeScores) {
  const LoD::Levels lengths = {{5, 1, 40}};
  for (const double large : {50.0, 1e4}) {
    OpCase("linear_chain_crf", std::to_string(large))
        .Input("Emission", Random({46, 4}).In(-large, large).Lengths(lengths))
        .Input("Transition", Random({6, 4}))
        .Input("Label", Integers({46, 1}, 0, 4))
        .Reference([](OpValues& v) { CostReference(v, false); })
        .Gradient({"Emission", "Transition"})
        .GradientTolerance(1e-4)
        .Check();
    OpCase("linear_chain_crf", "transitions " + std::to_string(large))
        .Input("Emission", Random({46, 4}).Lengths(lengths))
        .Input("Transition", Random({6, 4}).In(-large, large))
        .Input("Label", Integers({46, 1}, 0, 4))
        .Reference([](OpValues& v) { CostReference(v, false); })
        .Gradient({"Emission", "Transition"})
        .GradientTolerance(1e-4)
        .Check();
  }
}

// Tag 0 is by far the better start, but only tag 1 leads on.
TEST(LinearChainCrf, AWayThatUnderflows) {
  OpCase("linear_chain_crf")
      .Input(
          "Emission",
          Values({4, 2}, {0, -800, -5000, 0, 1, 2, 0, -90}).Lengths({{3, 1}}))
      .Input("Transition", Values({4, 2}, {0, 0.5, 0, 1, 0.5, -1e4, 1, 0}))
      .Input("Label", Values({4, 1}, {0, 0, 1, 1}).As(DataType::kInt64))
      .Reference([](OpValues& v) { CostReference(v, true); })
      .Gradient({"Emission", "Transition"})
      .GradientTolerance(1e-4)
      .Check();
}

// -inf: tag 1 must not follow tag 0, and no sequence starts with tag 1, nor
// has tag 2 in row 2.
TEST(LinearChainCrf, ForbiddenTags) {
  OpCase("linear_chain_crf")
      .Input("Emission",
             Values({4, 3}, {1, 0, 2, 0, 3, 1, 1, 2, kNever, 0, 1, 2})
                 .Lengths({{3, 1}}))
      .Input("Transition", Values({5, 3}, {0, kNever, 1, 1, 2, 0, 1, kNever, 0,
                                           0, 1, 1, 2, 0, 1}))
      .Input("Label", Values({4, 1}, {2, 1, 1, 0}).As(DataType::kInt64))
      .Reference([](OpValues& v) { CostReference(v, true); })
      .Check();
}

TEST(LinearChainCrf, WantsLabelsThatAreTags) {
  const auto with = [](const Data& label) {
    return std::move(
        CrfCase("linear_chain_crf", {{2, 0, 3}}, 4).Input("Label", label));
  };
  const auto labels = [](std::vector<double> values) {
    return Values({5, 1}, std::move(values)).As(DataType::kInt64);
  };
  with(labels({0, 1, 2, 4, 3}))
      .ExpectError("label 4 of sequence 2, row 1, is not in \\[0, 4\\)");
  with(labels({0, -1, 2, 0, 3}))
      .ExpectError("label -1 of sequence 0, row 1, is not in \\[0, 4\\)");
  with(Random({5, 1}).As(DataType::kFloat32))
      .ExpectError("Label of linear_chain_crf is int64, not float32");
  with(Integers({5, 2}, 0, 4))
      .ExpectError("Label .* is \\[rows, 1\\] or \\[rows\\], not \\[5, 2\\]");
  with(Integers({4, 1}, 0, 4))
      .ExpectError("Label .* is \\[4, 1\\], but Emission \\[5, 4\\] has other");
  with(Integers({5, 1}, 0, 4).Lengths({{2, 3}}))
      .ExpectError("the sequences of Label .* are not those of Emission");
}

TEST(LinearChainCrf, WantsSequencesAndTransitions) {
  const Data label = Integers({5, 1}, 0, 4);
  CrfCase("linear_chain_crf", {{5}}, 4, Random({4, 4}))
      .Input("Label", label)
      .ExpectError("Transition .* is \\[4, 4\\], but .* wants \\[6, 4\\]");
  CrfCase("linear_chain_crf", {{5}}, 4, Random({6, 4}).As(DataType::kFloat32))
      .DataTypes({DataType::kFloat64})
      .Input("Label", label)
      .ExpectError("Emission and Transition of .* have one data type");
  CrfCase("linear_chain_crf", {{5}}, 0)
      .Input("Label", label)
      .ExpectError("takes Emission \\[rows, tags\\].* not \\[5, 0\\]");
  OpCase("linear_chain_crf")
      .Input("Emission", Random({5, 4}))
      .Input("Transition", Random({6, 4}))
      .Input("Label", label)
      .ExpectError("input Emission.* of linear_chain_crf, .*, form no seq");
}

// The best tags, one step after the other.
void PathReference(OpValues& v) {
  const Array& emission = v.In("Emission");
  const Array& transition = v.In("Transition");
  const auto offsets = LastOffsets(emission);
  const int64_t n = emission.dims[1];
  Array path({emission.dims[0], 1});
  path.lod = emission.lod;
  for (size_t s = 1; s < offsets.size(); ++s) {
    const int64_t begin = offsets[s - 1], rows = offsets[s] - begin;
    if (rows == 0) continue;
    Array best({rows, n}), from({rows, n});
    for (int64_t t = 0; t < rows; ++t) {
      for (int64_t j = 0; j < n; ++j) {
        double score = t == 0 ? transition(0, j) : kNever;
        for (int64_t i = 0; t > 0 && i < n; ++i) {
          const double way = best(t - 1, i) + transition(2 + i, j);
          if (way > score) {
            score = way;
            from(t, j) = static_cast<double>(i);
          }
        }
        best(t, j) = score + emission(begin + t, j);
      }
    }
    int64_t tag = 0;
    for (int64_t j = 1; j < n; ++j) {
      if (best(rows - 1, j) + transition(1, j) >
          best(rows - 1, tag) + transition(1, tag)) {
        tag = j;
      }
    }
    for (int64_t t = rows - 1; t >= 0; --t) {
      path[begin + t] = static_cast<double>(tag);
      tag = static_cast<int64_t>(from(t, tag));
    }
  }
  if (v.HasIn("Label")) {
    for (int64_t r = 0; r < path.numel(); ++r) {
      path[r] = path[r] == v.In("Label")[r];
    }
  }
  v.Out("ViterbiPath") = path;
}

TEST(CrfDecoding, EveryLength) {
  for (const LoD::Levels& lengths : kLengths) {
    for (const int64_t tags : {1, 2, 3, 11, 70}) {
      CrfCase("crf_decoding", lengths, tags).Reference(PathReference).Check();
      CrfCase("crf_decoding", lengths, tags)
          .Input("Label", Integers({RowsOf(lengths), 1}, 0, tags))
          .Reference(PathReference)
          .Check();
    }
  }
}

TEST(CrfDecoding, TheBestOfAllTags) {
  CrfCase("crf_decoding", {{4, 0, 1, 6}}, 3)
      .Reference([](OpValues& v) {
        const auto offsets = LastOffsets(v.In("Emission"));
        Array path({11, 1});
        path.lod = v.In("Emission").lod;
        for (size_t i = 1; i < offsets.size(); ++i) {
          if (offsets[i - 1] == offsets[i]) continue;
          const All all = LookAtAll(v.In("Emission"), v.In("Transition"),
                                    offsets[i - 1], offsets[i]);
          std::copy(all.best.begin(), all.best.end(),
                    path.values.begin() + offsets[i - 1]);
        }
        v.Out("ViterbiPath") = path;
      })
      .Check();
}

TEST(CrfDecoding, TiesGoToTheLowerTag) {
  OpCase("crf_decoding")
      .Input("Emission", Values({3, 2}, {1, 1, 2, 2, 1, 1}).Lengths({{3}}))
      .Input("Transition", Values({4, 2}, std::vector<double>(8, 0.5)))
      .Reference([](OpValues& v) { v.Out("ViterbiPath"); })
      .Check();
}

TEST(CrfDecoding, ForbiddenTags) {
  OpCase("crf_decoding")
      .Input("Emission", Values({3, 2}, {9, 0, 9, 0, 9, 0}).Lengths({{3}}))
      .Input("Transition", Values({4, 2}, {0, 0, 0, 0, kNever, 0, 0, kNever}))
      .Reference([](OpValues& v) { v.Out("ViterbiPath")[1] = 1; })
      .Check();
}

TEST(CrfDecoding, WantsLabelsThatAreTags) {
  CrfCase("crf_decoding", {{2, 0, 3}}, 4)
      .Input("Label", Values({5, 1}, {0, 1, 2, 7, 3}).As(DataType::kInt64))
      .ExpectError("label 7 of sequence 2, row 1, is not in \\[0, 4\\)");
  CrfCase("crf_decoding", {{5}}, 4, Random({6, 3}))
      .ExpectError("Transition .* is \\[6, 3\\], but .* wants \\[6, 4\\]");
}

}  // namespace
}  // namespace paddle::operators::testing
