#include "paddle/framework/serving/request_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>
#include <utility>

#include "paddle/framework/tensor/lod.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::serving {
namespace {

using framework::DataType;
using framework::Dims;
using framework::LoD;
using framework::LoDTensor;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// With so many rows of so many bytes.
Request Rows(int64_t rows, int64_t width = 4) {
  Request request;
  request.inputs = {LoDTensor(Dims({rows, width}), DataType::kUInt8)};
  return request;
}

// Sequences of no rows.
Request Empty(int64_t sequences) {
  Request request = Rows(0);
  request.inputs[0].set_lod(LoD::FromLengths(
      {std::vector<int64_t>(static_cast<size_t>(sequences), 0)}));
  return request;
}

BatchLimits UpTo(int64_t rows, bool join = true) {
  BatchLimits limits;
  limits.rows = rows;
  limits.join = join;
  return limits;
}

TEST(RequestQueueTest, ClosesBatchesByRows) {
  RequestQueue queue(10, 1000);
  for (int64_t rows : {2, 2, 1, 9, 3}) ASSERT_TRUE(queue.Push(Rows(rows)));
  EXPECT_THAT(queue.Pop(UpTo(4)), SizeIs(2));
  EXPECT_THAT(queue.Pop(UpTo(4)), SizeIs(1));
  // One that is larger than a batch is a batch.
  EXPECT_THAT(queue.Pop(UpTo(4)), SizeIs(1));
  EXPECT_THAT(queue.Pop(UpTo(4)), SizeIs(1));
  EXPECT_EQ(queue.size(), 0);
}

TEST(RequestQueueTest, JoinsWhatMayBeJoined) {
  RequestQueue queue(10, 1000);
  queue.Push(Rows(1));
  queue.Push(Rows(1, 5));
  queue.Push(Rows(1, 5));
  EXPECT_THAT(queue.Pop(UpTo(9)), SizeIs(1));
  EXPECT_THAT(queue.Pop(UpTo(9, /*join=*/false)), SizeIs(1));
  EXPECT_THAT(queue.Pop(UpTo(9)), SizeIs(1));
}

TEST(RequestQueueTest, IsBounded) {
  RequestQueue queue(3, 100);
  EXPECT_TRUE(queue.Push(Rows(1)));
  EXPECT_TRUE(queue.Push(Rows(1)));
  EXPECT_TRUE(queue.Push(Rows(30)));
  EXPECT_TRUE(queue.Full());
  EXPECT_FALSE(queue.Push(Rows(1)));  // by requests
  queue.Pop(UpTo(2));
  EXPECT_EQ(queue.size(), 1);
  EXPECT_FALSE(queue.Push(Rows(1)));  // by bytes
  queue.Pop(UpTo(2));
  EXPECT_FALSE(queue.Full());
  EXPECT_TRUE(queue.Push(Rows(1)));
  EXPECT_ERROR(RequestQueue(0, 1), InvalidArgument, "at least one request");
}

TEST(RequestQueueTest, CountsSequencesThatHaveNoRows) {
  RequestQueue queue(10, 1000);
  EXPECT_TRUE(queue.Push(Empty(60)));
  EXPECT_TRUE(queue.Push(Empty(70)));
  EXPECT_FALSE(queue.Push(Empty(1)));            // their offsets are bytes, too
  EXPECT_THAT(queue.Pop(UpTo(100)), SizeIs(1));  // and each takes a row
  EXPECT_THAT(queue.Pop(UpTo(100)), SizeIs(1));
  EXPECT_TRUE(queue.Push(Empty(1)));
}

TEST(RequestQueueTest, GivesOutWhatItHasWhenItIsClosed) {
  RequestQueue queue(3, 100);
  Request request = Rows(1);
  queue.Push(Rows(1));
  queue.Close();
  EXPECT_FALSE(queue.Push(std::move(request)));
  EXPECT_THAT(request.inputs, SizeIs(1));  // what is refused is not taken
  EXPECT_THAT(queue.Pop(UpTo(2)), SizeIs(1));
  EXPECT_THAT(queue.Pop(UpTo(2)), IsEmpty());
}

TEST(RequestQueueTest, WaitsForMore) {
  RequestQueue queue(3, 100);
  queue.Push(Rows(1));
  BatchLimits limits = UpTo(2);
  limits.wait = std::chrono::seconds(100);
  std::thread later([&] { queue.Push(Rows(1)); });
  EXPECT_THAT(queue.Pop(limits), SizeIs(2));
  later.join();
}

}  // namespace
}  // namespace paddle::serving
