#include "paddle/operators/search/beam_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <tuple>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/platform/parallel_for.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::operators::kernels {
namespace {

using framework::DataType;
using framework::Dims;
using framework::LoDTensor;
using framework::Tensor;
using ::testing::ElementsAre;

const platform::CPUDeviceContext kCpu;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int64_t kEnd = 0;
constexpr int64_t kStart = 1;

template <typename T>
Tensor Make(const Dims& dims, const std::vector<T>& values) {
  Tensor tensor(dims, framework::DataTypeOf<T>());
  std::copy(values.begin(), values.end(), tensor.mutable_data<T>());
  return tensor;
}

template <typename T>
std::vector<T> Elements(const Tensor& tensor) {
  return {tensor.data<T>(), tensor.data<T>() + tensor.numel()};
}

struct Sentence {
  std::vector<int64_t> words;
  double score;
};

bool Better(const Sentence& a, const Sentence& b) { return a.score > b.score; }

// Log probabilities of a word, by source, step, and the word before.
class Model {
 public:
  Model(int64_t words, int64_t steps, uint64_t seed)
      : words_(words), steps_(steps), seed_(seed) {}

  int64_t words() const { return words_; }
  int64_t steps() const { return steps_; }

  std::vector<double> Next(int64_t source, int64_t step, int64_t last) const {
    std::mt19937_64 random(seed_ + ((source * 100) + step) * 100 + last);
    std::vector<double> chances(words_);
    double sum = 0;
    for (double& chance : chances) {
      chance = 1 + random() % 1000000;
      sum += chance;
    }
    for (double& chance : chances) chance = std::log(chance / sum);
    return chances;
  }

  // All sentences, best first.
  std::vector<Sentence> All(int64_t source) const {
    std::vector<Sentence> found;
    Grow(source, {}, 0, &found);
    std::stable_sort(found.begin(), found.end(), Better);
    return found;
  }

  // The best word in each step.
  Sentence Greedy(int64_t source) const {
    Sentence sentence{{}, 0};
    int64_t last = kStart;
    for (int64_t t = 0; t < steps_ && last != kEnd; ++t) {
      const auto next = Next(source, t, last);
      last = std::max_element(next.begin(), next.end()) - next.begin();
      sentence.words.push_back(last);
      sentence.score += next[last];
    }
    return sentence;
  }

 private:
  void Grow(int64_t source, std::vector<int64_t> words, double score,
            std::vector<Sentence>* found) const {
    const int64_t step = static_cast<int64_t>(words.size());
    if (step == steps_ || (step > 0 && words.back() == kEnd)) {
      found->push_back({words, score});
      return;
    }
    const auto next = Next(source, step, step == 0 ? kStart : words.back());
    words.push_back(0);
    for (int64_t word = 0; word < words_; ++word) {
      words.back() = word;
      Grow(source, words, score + next[word], found);
    }
  }

  const int64_t words_;
  const int64_t steps_;
  const uint64_t seed_;
};

// The rows of all hypotheses, and what each step has made of them.
class Search {
 public:
  Search(const Model& model, int64_t sources, int64_t width)
      : model_(model), rows_(sources * width) {
    options_.width = width;
    options_.end_id = kEnd;
    ids_ = Make<int64_t>({rows_, 1}, std::vector<int64_t>(rows_, kStart));
    std::vector<double> start(rows_, -kInfinity);
    for (int64_t s = 0; s < sources; ++s) start[s * width] = 0;
    scores_ = Make<double>({rows_, 1}, start);
    for (int64_t step = 0; step < model.steps(); ++step) Step(step);
  }

  // By source.
  std::vector<std::vector<Sentence>> Sentences() const {
    LoDTensor words, scores;
    const Dims dims = {model_.steps(), rows_};
    BeamSentences<double>(kCpu, options_, Make<int64_t>(dims, all_ids_),
                          Make<int64_t>(dims, all_parents_), scores_,
                          &memory::AllocatorOf(platform::CPUPlace()), &words,
                          &scores);
    const auto lengths = words.lod()->lengths();
    EXPECT_EQ(scores.lod()->lengths()[0], lengths[0]);
    std::vector<std::vector<Sentence>> found;
    const int64_t* word = words.data<int64_t>();
    const double* score = scores.data<double>();
    const int64_t* length = lengths[1].data();
    for (const int64_t count : lengths[0]) {
      found.emplace_back();
      for (int64_t i = 0; i < count; ++i, word += *length++) {
        found.back().push_back({{word, word + *length}, *score++});
      }
    }
    return found;
  }

 private:
  void Step(int64_t step) {
    std::vector<double> next;
    for (int64_t row = 0; row < rows_; ++row) {
      const auto scores =
          model_.Next(row / options_.width, step, ids_.data<int64_t>()[row]);
      next.insert(next.end(), scores.begin(), scores.end());
    }
    Tensor ids({rows_, 1}, DataType::kInt64);
    Tensor parents({rows_}, DataType::kInt64);
    Tensor scores({rows_, 1}, DataType::kFloat64);
    BeamSearch<platform::CPUDeviceContext, double>(
        kCpu, options_, ids_, scores_,
        Make<double>({rows_, model_.words()}, next), nullptr, &ids, &scores,
        &parents);
    ids_ = ids;
    scores_ = scores;
    for (const int64_t id : Elements<int64_t>(ids)) all_ids_.push_back(id);
    for (const int64_t parent : Elements<int64_t>(parents)) {
      all_parents_.push_back(parent);
    }
  }

  const Model& model_;
  const int64_t rows_;
  BeamOptions options_;
  Tensor ids_;
  Tensor scores_;
  std::vector<int64_t> all_ids_;
  std::vector<int64_t> all_parents_;
};

void ExpectSame(const Sentence& expected, const Sentence& got) {
  EXPECT_EQ(expected.words, got.words);
  EXPECT_NEAR(expected.score, got.score, 1e-12);
}

TEST(BeamSearch, ABeamThatHoldsAllFindsAllBestFirst) {
  for (const auto& [words, steps] : {std::pair(3, 4), {2, 6}, {5, 2}, {4, 1}}) {
    const Model model(words, steps, 7);
    int64_t width = 0;
    std::vector<std::vector<Sentence>> expected;
    for (int64_t source = 0; source < 3; ++source) {
      expected.push_back(model.All(source));
      width = static_cast<int64_t>(expected[source].size());
    }
    const auto found = Search(model, 3, width).Sentences();
    ASSERT_EQ(found.size(), 3);
    for (size_t source = 0; source < 3; ++source) {
      ASSERT_EQ(found[source].size(), expected[source].size());
      for (size_t i = 0; i < found[source].size(); ++i) {
        ExpectSame(expected[source][i], found[source][i]);
      }
    }
  }
}

TEST(BeamSearch, ABeamOfOneIsGreedy) {
  const Model model(6, 8, 3);
  const auto found = Search(model, 20, 1).Sentences();
  for (int64_t source = 0; source < 20; ++source) {
    ASSERT_EQ(found[source].size(), 1);
    ExpectSame(model.Greedy(source), found[source][0]);
  }
}

// The result is made of real scores, and no narrower beam does better by
// luck of a shared source.
TEST(BeamSearch, SourcesDoNotMix) {
  const Model model(5, 5, 11);
  const auto together = Search(model, 4, 3).Sentences();
  const auto alone = Search(model, 1, 3).Sentences();
  ASSERT_EQ(together[0].size(), 3);
  for (size_t i = 0; i < 3; ++i) ExpectSame(alone[0][i], together[0][i]);
  for (int64_t source = 0; source < 4; ++source) {
    EXPECT_TRUE(std::is_sorted(together[source].begin(), together[source].end(),
                               Better));
    const auto all = model.All(source);
    for (const Sentence& sentence : together[source]) {
      const auto same = std::find_if(
          all.begin(), all.end(),
          [&](const Sentence& s) { return s.words == sentence.words; });
      ASSERT_NE(same, all.end());
      EXPECT_NEAR(same->score, sentence.score, 1e-12);
    }
  }
}

// One step of one source.
struct Step {
  std::vector<int64_t> ids, parents;
  std::vector<double> scores;
};

Step RunStep(const std::vector<int64_t>& pre_ids,
             const std::vector<double>& pre_scores,
             const std::vector<double>& scores, const Tensor* ids = nullptr,
             bool is_accumulated = false) {
  BeamOptions options;
  const int64_t rows = options.width = static_cast<int64_t>(pre_ids.size());
  options.end_id = kEnd;
  options.is_accumulated = is_accumulated;
  const int64_t candidates = static_cast<int64_t>(scores.size()) / rows;
  Tensor new_ids({rows}, DataType::kInt64), parents({rows}, DataType::kInt64);
  Tensor new_scores({rows}, DataType::kFloat64);
  BeamSearch<platform::CPUDeviceContext, double>(
      kCpu, options, Make<int64_t>({rows}, pre_ids),
      Make<double>({rows}, pre_scores),
      Make<double>({rows, candidates}, scores), ids, &new_ids, &new_scores,
      &parents);
  return {Elements<int64_t>(new_ids), Elements<int64_t>(parents),
          Elements<double>(new_scores)};
}

TEST(BeamSearch, FinishedHypothesesStayWithTheirScore) {
  const Step step = RunStep({kEnd, 2}, {-1, -0.5}, {-9, -9, -9, -2, -0.1, -3});
  EXPECT_THAT(step.ids, ElementsAre(1, kEnd));
  EXPECT_THAT(step.parents, ElementsAre(1, 0));
  EXPECT_THAT(step.scores, ElementsAre(-0.6, -1));
}

TEST(BeamSearch, FewerCandidatesThanRowsLeaveRowsAbsent) {
  const Step step = RunStep({2, kEnd, 3}, {-kInfinity, -1, -2},
                            {0, 0, -kInfinity, -kInfinity, -kInfinity, -1});
  EXPECT_THAT(step.ids, ElementsAre(kEnd, 1, kEnd));
  EXPECT_THAT(step.parents, ElementsAre(1, 2, 2));
  EXPECT_THAT(step.scores, ElementsAre(-1, -3, -kInfinity));
}

TEST(BeamSearch, EqualScoresComeInOrder) {
  const Step step = RunStep({2, 2, kEnd}, {-1, -1, -1}, {0, 0, 0, 0, 0, 0});
  EXPECT_THAT(step.ids, ElementsAre(0, 1, 0));
  EXPECT_THAT(step.parents, ElementsAre(0, 0, 1));
}

TEST(BeamSearch, TakesCandidatesByIdAndWholeScores) {
  const Tensor ids = Make<int64_t>({2, 2}, {7, 8, 9, 5});
  const Step step =
      RunStep({2, 2}, {-1, -10}, {-4, -3, -2, -5}, &ids, /*accumulated=*/true);
  EXPECT_THAT(step.ids, ElementsAre(9, 8));
  EXPECT_THAT(step.parents, ElementsAre(1, 0));
  EXPECT_THAT(step.scores, ElementsAre(-2, -3));
}

// More candidates than a block, wherever the best stand.
TEST(BeamSearch, FindsTheBestOfManyWords) {
  std::mt19937_64 random(5);
  for (const int64_t candidates : {63, 64, 65, 1000}) {
    std::vector<double> scores(4 * candidates);
    for (double& score : scores) score = -1.0 * (random() % 500);
    std::vector<std::tuple<double, int64_t>> order;
    for (int64_t i = 0; i < 4 * candidates; ++i) {
      order.emplace_back(-(scores[i] - i / candidates), i);
    }
    std::sort(order.begin(), order.end());
    const Step step = RunStep({2, 2, 2, 2}, {0, -1, -2, -3}, scores);
    for (int64_t k = 0; k < 4; ++k) {
      const auto [score, i] = order[k];
      EXPECT_EQ(step.scores[k], -score);
      EXPECT_EQ(step.ids[k], i % candidates);
      EXPECT_EQ(step.parents[k], i / candidates);
    }
  }
}

TEST(BeamSearch, RefusesNaN) {
  const double nan = std::nan("");
  EXPECT_ERROR(RunStep({2, 2}, {0, nan}, {-1, -1}), InvalidArgument,
               "the score of row 1 is NaN");
  EXPECT_ERROR(RunStep({2, 2}, {0, -1}, {-1, -1, -1, nan}), InvalidArgument,
               "the score of candidate 1 in row 1 is NaN");
  std::vector<double> many(200, -5);
  many[150] = nan;
  EXPECT_ERROR(RunStep({2}, {0}, many), InvalidArgument,
               "candidate 150 in row 0");
}

LoDTensor Sentences(const std::vector<int64_t>& ids,
                    const std::vector<int64_t>& parents,
                    const std::vector<double>& scores) {
  BeamOptions options;
  options.width = 2;
  options.end_id = kEnd;
  const int64_t rows = static_cast<int64_t>(scores.size());
  const Dims dims = {static_cast<int64_t>(ids.size()) / rows, rows};
  LoDTensor words, best;
  BeamSentences<double>(
      kCpu, options, Make<int64_t>(dims, ids), Make<int64_t>(dims, parents),
      Make<double>({rows}, scores), &memory::AllocatorOf(platform::CPUPlace()),
      &words, &best);
  return words;
}

TEST(BeamSentences, FollowsParentsAndCutsAtTheEnd) {
  const LoDTensor words =
      Sentences({3, 4, 5, kEnd, kEnd, 6}, {0, 1, 1, 0, 1, 0}, {-1, -2});
  EXPECT_EQ(words.lod()->ToString(), "{{2}, {2, 3}}");
  EXPECT_THAT(Elements<int64_t>(words), ElementsAre(3, kEnd, 4, 5, 6));
}

TEST(BeamSentences, OrdersByScoreAndLeavesOutAbsentRows) {
  const LoDTensor words =
      Sentences({3, 4, 5, 6}, {0, 1, 2, 3}, {-2, -1, -kInfinity, -kInfinity});
  EXPECT_EQ(words.lod()->ToString(), "{{2, 0}, {1, 1}}");
  EXPECT_THAT(Elements<int64_t>(words), ElementsAre(4, 3));
}

TEST(BeamSentences, ChecksParentsAndScores) {
  EXPECT_ERROR(Sentences({3, 4}, {0, 2}, {-1, -2}), OutOfRange,
               "parent 2 of row 1 in step 0 is outside the source's rows "
               "[0, 2)");
  EXPECT_ERROR(Sentences({3, 4, 5, 6}, {0, 1, 2, 1}, {-1, -1, -1, -1}),
               OutOfRange, "[2, 4)");
  EXPECT_ERROR(Sentences({3, 4}, {0, 1}, {-1, std::nan("")}), InvalidArgument,
               "the score of row 1 is NaN");
}

TEST(BeamSearch, SameForAnyNumberOfThreads) {
  const Model model(200, 3, 19);
  const int threads = platform::NumThreads();
  platform::SetNumThreads(1);
  const auto one = Search(model, 40, 4).Sentences();
  platform::SetNumThreads(3);
  const auto three = Search(model, 40, 4).Sentences();
  platform::SetNumThreads(threads);
  for (size_t s = 0; s < one.size(); ++s) {
    for (size_t i = 0; i < one[s].size(); ++i) {
      EXPECT_EQ(one[s][i].words, three[s][i].words);
      EXPECT_EQ(one[s][i].score, three[s][i].score);
    }
  }
}

}  // namespace
}  // namespace paddle::operators::kernels
