#include "paddle/operators/recurrent_unit/sequence_batch_groups.h"

#include <numeric>
#include <set>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/platform/bfloat16.h"

namespace paddle::operators::kernels {
namespace {

using platform::bfloat16;
using ::testing::ElementsAre;

// Offsets of sequences of lengths 0, 1, ..., 40.
std::vector<int64_t> Offsets40() {
  std::vector<int64_t> offsets = {0};
  for (int64_t i = 0; i <= 40; ++i) offsets.push_back(offsets.back() + i);
  return offsets;
}

TEST(SequenceGroup, EveryRowOnceAndStepsInOrder) {
  const auto offsets = Offsets40();
  for (const bool reverse : {false, true}) {
    const SequenceBatch batch(offsets, reverse);
    for (const int64_t count : {1, 3, 41, 50}) {
      std::set<int64_t> rows, sequences;
      for (int64_t g = 0; g < count; ++g) {
        const SequenceGroup group(batch, g, count);
        EXPECT_LE(group.size(), GroupSize(batch, count));
        for (int64_t i = 0; i < group.size(); ++i) {
          sequences.insert(group.sequence(i));
        }
        for (int64_t t = 0; t < group.steps(); ++t) {
          EXPECT_GE(group.alive(t), 1);
          for (int64_t i = 0; i < group.alive(t); ++i) {
            const int64_t s = group.sequence(i);
            EXPECT_EQ(group.row(t, i),
                      reverse ? offsets[s + 1] - 1 - t : offsets[s] + t);
            EXPECT_TRUE(rows.insert(group.row(t, i)).second);
          }
        }
      }
      EXPECT_EQ(static_cast<int64_t>(rows.size()), offsets.back());
      EXPECT_EQ(static_cast<int64_t>(sequences.size()), 41);
    }
  }
}

TEST(SequenceGroup, AsManyAsHelp) {
  const SequenceBatch batch(Offsets40());
  EXPECT_EQ(GroupCount(batch, 65536), 2);
  EXPECT_EQ(GroupCount(batch, 4 * 1024 * 1024), 1);
  EXPECT_EQ(GroupCount(SequenceBatch(std::vector<int64_t>{0}), 1), 1);
}

TEST(ForEachGroup, CallsEachOnce) {
  const SequenceBatch batch(Offsets40());
  std::vector<int64_t> calls(5, 0);
  ForEachGroup(batch, 5, [&](const SequenceGroup& group) {
    calls[group.index()] += group.size();
  });
  EXPECT_THAT(calls, ElementsAre(9, 8, 8, 8, 8));
}

TEST(States, GoWithTheirSequences) {
  const SequenceBatch batch(std::vector<int64_t>{0, 1, 1, 4});
  const SequenceGroup group(batch, 0, 1);
  const std::vector<float> states = {10, 11, 20, 21, 30, 31};
  std::vector<float> rows(6), back(6);
  LoadStates(group, states.data(), 2, rows.data());
  EXPECT_THAT(rows, ElementsAre(30, 31, 10, 11, 20, 21));
  StoreStates(group, rows.data(), 2, back.data());
  EXPECT_EQ(back, states);
  LoadStates<float>(group, nullptr, 2, rows.data());
  EXPECT_THAT(rows, ElementsAre(0, 0, 0, 0, 0, 0));
  StoreStates(group, rows.data(), 2, static_cast<float*>(nullptr));
}

TEST(States, OfBFloat16AreFloatInRows) {
  const SequenceBatch batch(std::vector<int64_t>{0, 1, 3});
  const SequenceGroup group(batch, 0, 1);
  const std::vector<bfloat16> states = {bfloat16(10), bfloat16(20)};
  std::vector<float> rows(2);
  LoadStates(group, states.data(), 1, rows.data());
  EXPECT_THAT(rows, ElementsAre(20, 10));
  rows = {1.001F, 3};
  std::vector<bfloat16> back(2);
  StoreStates(group, rows.data(), 1, back.data());
  EXPECT_EQ(back[0], 3);
  EXPECT_EQ(back[1], 1);
}

TEST(PreviousRows, BothWays) {
  const std::vector<int64_t> offsets = {0, 3, 3, 4};
  const std::vector<double> x = {1, 2, 3, 4}, state = {10, 20, 30};
  std::vector<double> previous(4);
  PreviousRows(offsets, false, x.data(), state.data(), 1, previous.data());
  EXPECT_THAT(previous, ElementsAre(10, 1, 2, 30));
  PreviousRows<double>(offsets, true, x.data(), nullptr, 1, previous.data());
  EXPECT_THAT(previous, ElementsAre(2, 3, 0, 0));
}

TEST(TransposeMatrix, OfAnySize) {
  const int64_t rows = 35, columns = 18;
  std::vector<float> from(rows * columns), to(rows * columns);
  std::iota(from.begin(), from.end(), 0);
  TransposeMatrix(rows, columns, from.data(), to.data());
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t j = 0; j < columns; ++j) {
      ASSERT_EQ(to[j * rows + i], from[i * columns + j]);
    }
  }
}

}  // namespace
}  // namespace paddle::operators::kernels
