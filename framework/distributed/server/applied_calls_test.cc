#include "paddle/framework/distributed/server/applied_calls.h"

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

#include "gtest/gtest.h"

namespace paddle::distributed {
namespace {

using Verdict = AppliedCalls::Verdict;

proto::CallHead Number(int64_t sequence, int64_t oldest = 0,
                       uint64_t client = 7) {
  proto::CallHead head;
  head.set_client(client);
  head.set_sequence(sequence);
  head.set_oldest(oldest);
  return head;
}

// Applies a call if it should be; returns what was said of it.
Verdict Take(AppliedCalls* calls, const proto::CallHead& head) {
  const Verdict verdict = calls->Judge(head);
  if (verdict == Verdict::kApply) calls->Note(head);
  return verdict;
}

TEST(AppliedCalls, AreAppliedOnce) {
  AppliedCalls calls;
  EXPECT_EQ(Take(&calls, Number(1)), Verdict::kApply);
  EXPECT_EQ(Take(&calls, Number(1)), Verdict::kRepeat);
  EXPECT_EQ(Take(&calls, Number(1, 0, 8)), Verdict::kApply);  // another client
}

TEST(AppliedCalls, ThatFailAreApplied) {
  AppliedCalls calls;
  EXPECT_EQ(calls.Judge(Number(1)), Verdict::kApply);
  EXPECT_EQ(calls.Judge(Number(1)), Verdict::kApply);
}

TEST(AppliedCalls, ThatWereGivenUpAreRefused) {
  AppliedCalls calls;
  EXPECT_EQ(Take(&calls, Number(5, 4)), Verdict::kApply);
  EXPECT_EQ(Take(&calls, Number(3, 1)), Verdict::kOlder);
  EXPECT_EQ(Take(&calls, Number(4, 1)), Verdict::kApply);
  EXPECT_EQ(Take(&calls, Number(9, 6)), Verdict::kApply);
  EXPECT_EQ(Take(&calls, Number(5, 4)), Verdict::kOlder);
}

// Calls of one client, each made three times, in an order in which none comes
// before the client may make it nor, but for repeats, after it has ended.
TEST(AppliedCalls, MayComeInAnyOrder) {
  std::mt19937 random(3);
  AppliedCalls calls;
  std::vector<int> applied(1001);
  for (int64_t begin = 1; begin <= 1000; begin += 10) {
    std::vector<proto::CallHead> heads;
    for (int64_t i = begin; i < begin + 10; ++i) {
      heads.insert(heads.end(), 3, Number(i, begin));
      // A late one of those before.
      if (begin > 1) heads.push_back(Number(i - 10, begin - 10));
    }
    std::shuffle(heads.begin(), heads.end(), random);
    for (const proto::CallHead& head : heads) {
      applied[head.sequence()] += Take(&calls, head) == Verdict::kApply;
    }
  }
  for (int i = 1; i <= 1000; ++i) EXPECT_EQ(applied[i], 1) << i;
}

TEST(AppliedCalls, WithoutClientAreApplied) {
  AppliedCalls calls;
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(Take(&calls, Number(1, 0, 0)), Verdict::kApply);
  }
}

TEST(AppliedCalls, OfTheMostSilentClientAreForgotten) {
  AppliedCalls calls(/*most_clients=*/2);
  Take(&calls, Number(1, 0, 7));
  Take(&calls, Number(1, 0, 8));
  EXPECT_EQ(Take(&calls, Number(1, 0, 7)), Verdict::kRepeat);
  Take(&calls, Number(1, 0, 9));  // in place of 8
  EXPECT_EQ(Take(&calls, Number(1, 0, 7)), Verdict::kRepeat);
  EXPECT_EQ(Take(&calls, Number(1, 0, 9)), Verdict::kRepeat);
  EXPECT_EQ(Take(&calls, Number(1, 0, 8)), Verdict::kApply);
}

TEST(AppliedCalls, TooManyOfAClientAreRefusedAndNotRepeated) {
  AppliedCalls calls(/*most_clients=*/2, /*most_calls=*/3);
  for (int i = 1; i <= 4; ++i) Take(&calls, Number(i));
  EXPECT_EQ(Take(&calls, Number(1)), Verdict::kOlder);
  EXPECT_EQ(Take(&calls, Number(2)), Verdict::kRepeat);
}

TEST(AppliedCalls, TogetherHaveALimit) {
  AppliedCalls calls(/*most_clients=*/9, /*most_calls=*/9, /*most_together=*/4);
  for (int i = 1; i <= 2; ++i) Take(&calls, Number(i, 0, /*client=*/8));
  for (int i = 1; i <= 2; ++i) Take(&calls, Number(i, 0, /*client=*/9));
  EXPECT_EQ(Take(&calls, Number(1, 0, 8)), Verdict::kRepeat);
  Take(&calls, Number(3, 0, 8));  // 9 has been silent for longest
  EXPECT_EQ(Take(&calls, Number(1, 0, 8)), Verdict::kRepeat);
  EXPECT_EQ(Take(&calls, Number(1, 0, 9)), Verdict::kApply);
  // Calls that their client has ended do not count.
  for (int i = 1; i <= 99; ++i) Take(&calls, Number(i, i, 8));
  EXPECT_EQ(Take(&calls, Number(1, 0, 9)), Verdict::kRepeat);
}

TEST(AppliedCalls, NumbersMayBeAny) {
  AppliedCalls calls(/*most_clients=*/2, /*most_calls=*/1);
  const int64_t most = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(Take(&calls, Number(-most - 1)), Verdict::kOlder);
  EXPECT_EQ(Take(&calls, Number(most)), Verdict::kApply);
  EXPECT_EQ(Take(&calls, Number(5, most)), Verdict::kOlder);
  EXPECT_EQ(Take(&calls, Number(most, most)), Verdict::kRepeat);
}

}  // namespace
}  // namespace paddle::distributed
