#include "paddle/platform/parallel_for.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/platform/cancellation.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/openmp_team.h"
#include "paddle/platform/testing/thread_names.h"

namespace paddle::platform {
namespace {

using namespace std::chrono_literals;

// Restores the number of threads.
class ParallelForTest : public testing::Test {
 protected:
  ~ParallelForTest() override { SetNumThreads(before_); }

 private:
  const int before_ = NumThreads();
};

TEST_F(ParallelForTest, CoversEveryElementOnce) {
  SetNumThreads(4);
  for (const int64_t size : {1, 2, 63, 64, 65, 1000, 100000}) {
    for (const int64_t grain : {0, 1, 64, 1000}) {
      std::vector<std::atomic<int>> seen(size);
      ParallelFor(size, grain, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) ++seen[i];
      });
      EXPECT_TRUE(std::all_of(seen.begin(), seen.end(),
                              [](const auto& n) { return n == 1; }))
          << size << " " << grain;
    }
  }
}

TEST_F(ParallelForTest, NothingToDo) {
  ParallelFor(0, 1, [](int64_t, int64_t) { FAIL(); });
  ParallelFor(-1, 1, [](int64_t, int64_t) { FAIL(); });
}

using Ranges = std::vector<std::pair<int64_t, int64_t>>;

// Returns what the body of a loop is called with.
Ranges RangesOf(int64_t size, int64_t grain) {
  std::mutex mutex;
  Ranges ranges;
  ParallelFor(size, grain, [&](int64_t begin, int64_t end) {
    const std::lock_guard<std::mutex> lock(mutex);
    ranges.emplace_back(begin, end);
  });
  return ranges;
}

TEST_F(ParallelForTest, PiecesAreLargeAndAligned) {
  SetNumThreads(4);
  const Ranges pieces = RangesOf(1000, 100);
  EXPECT_EQ(pieces.size(), 7);  // two for each thread, but for the last one
  for (const auto& [begin, end] : pieces) {
    EXPECT_EQ(begin % kPieceAlignment, 0);
    EXPECT_GE(end - begin, 100);
  }
}

TEST_F(ParallelForTest, NoChunkIsTooSmall) {
  SetNumThreads(2);
  for (const auto& [size, grain] :
       {std::pair(400, 100), std::pair(90, 10), std::pair(1000, 64)}) {
    for (const auto& [begin, end] : RangesOf(size, grain)) {
      EXPECT_GE(end - begin, grain) << size << " from " << begin;
    }
  }
}

TEST_F(ParallelForTest, SmallLoopsStayOnTheThread) {
  SetNumThreads(4);
  const std::thread::id self = std::this_thread::get_id();
  int calls = 0;
  ParallelFor(150, 100, [&](int64_t, int64_t) {
    ++calls;
    EXPECT_EQ(std::this_thread::get_id(), self);
  });
  EXPECT_EQ(calls, 1);
}

// A loop of three pieces, each of which waits until all have begun.
void RunOnThreeThreads() {
  SetNumThreads(3);
  std::atomic<int> missing{3};
  ParallelFor(3, 1, [&](int64_t, int64_t) {
    --missing;
    while (missing > 0) std::this_thread::yield();
  });
}

TEST_F(ParallelForTest, UsesSeveralThreads) { RunOnThreeThreads(); }

TEST_F(ParallelForTest, ThreadsTakeWhatASlowOneHasLeft) {
  SetNumThreads(2);
  std::atomic<int> left{7};
  ParallelFor(8, 1, [&](int64_t begin, int64_t) {
    if (begin > 0) {
      --left;
      return;
    }
    const auto late = std::chrono::steady_clock::now() + 60s;
    while (left > 0 && std::chrono::steady_clock::now() < late) {
      std::this_thread::yield();
    }
    EXPECT_EQ(left, 0);
  });
}

// Inside a piece, and under a SerialLibraries, on whatever thread.
TEST_F(ParallelForTest, LibrariesStartNoThreads) {
  SetNumThreads(3);
  const int before = ForeignThreads();
  {
    const SerialLibraries serial;
    EXPECT_EQ(OpenMPTeam(), 1);
  }
  std::atomic<int> missing{3};
  ParallelFor(3, 1, [&](int64_t, int64_t) {
    --missing;
    while (missing > 0) std::this_thread::yield();
    EXPECT_EQ(OpenMPTeam(), 1);
  });
  EXPECT_EQ(ForeignThreads(), before);
}

TEST_F(ParallelForTest, IsCancelledBetweenPartsOfAPiece) {
  for (const int threads : {1, 3}) {
    SetNumThreads(threads);
    CancellationToken token;
    const CancellationScope scope(&token);
    std::atomic<int64_t> done{0};
    const auto run = [&] {
      ParallelFor(1000000, 64, [&](int64_t begin, int64_t end) {
        done += end - begin;
        token.Cancel();
      });
    };
    EXPECT_ERROR(run(), Cancelled, "the run was cancelled");
    EXPECT_GT(done, 0);
    EXPECT_LT(done, 1000000 / 10);
    done = 0;
    EXPECT_ERROR(run(), Cancelled, "the run was cancelled");
    EXPECT_EQ(done, 0);
  }
}

TEST_F(ParallelForTest, PartsCoverEveryElementOnce) {
  SetNumThreads(3);
  CancellationToken token;
  const CancellationScope scope(&token);
  for (const int64_t size : {int64_t{100}, int64_t{1000000}}) {
    for (const int64_t grain :
         {int64_t{1}, int64_t{3}, int64_t{64}, int64_t{1} << 60}) {
      std::vector<std::atomic<char>> seen(size);
      ParallelFor(size, grain, [&](int64_t begin, int64_t end) {
        EXPECT_EQ(grain == 64 ? begin % kPieceAlignment : 0, 0);
        for (int64_t i = begin; i < end; ++i) ++seen[i];
      });
      EXPECT_TRUE(std::all_of(seen.begin(), seen.end(),
                              [](const auto& n) { return n == 1; }))
          << size << " " << grain;
    }
  }
}

TEST_F(ParallelForTest, CarriesExceptionsOut) {
  SetNumThreads(4);
  std::atomic<int64_t> done{0};
  const auto run = [&] {
    ParallelFor(4, 1, [&](int64_t begin, int64_t end) {
      PADDLE_ENFORCE(begin != 2, OutOfRange, "element ", begin);
      done += end - begin;
    });
  };
  EXPECT_ERROR(run(), OutOfRange, "element 2");
  EXPECT_EQ(done, 3);
}

TEST_F(ParallelForTest, NestedLoopsAreSerial) {
  SetNumThreads(2);
  std::atomic<int> inner{0};
  ParallelFor(2, 1, [&](int64_t, int64_t) {
    ParallelFor(1000, 1, [&](int64_t begin, int64_t end) {
      EXPECT_EQ(begin, 0);
      EXPECT_EQ(end, 1000);
      ++inner;
    });
  });
  EXPECT_EQ(inner, 2);
}

TEST_F(ParallelForTest, ThreadNumberIsChecked) {
  EXPECT_ERROR(SetNumThreads(0), InvalidArgument,
               "number of threads is from 1 to 1024, not 0");
  EXPECT_ERROR(SetNumThreads(1000000000), InvalidArgument, "not 1000000000");
  SetNumThreads(3);
  EXPECT_EQ(NumThreads(), 3);
}

}  // namespace
}  // namespace paddle::platform
