#include "paddle/framework/serving/batcher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <future>
#include <random>
#include <system_error>
#include <utility>

#include "paddle/framework/serving/equal_bits.h"
#include "paddle/framework/serving/testing/models.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::serving {
namespace {

using framework::DataType;
using framework::Dims;
using framework::LoD;
using framework::LoDTensor;
using ::testing::HasSubstr;

class BatcherTest : public ::testing::Test {
 protected:
  std::shared_ptr<const ServedModel> Model(const testing::WriteNetwork& write) {
    testing::SaveModel(folder_.Path("model"), write);
    return std::make_shared<const ServedModel>(folder_.Path("model"));
  }

  Tensors Rows(int64_t rows, int64_t width) {
    LoDTensor x(Dims({rows, width}), DataType::kFloat32);
    for (int64_t i = 0; i < x.numel(); ++i) {
      x.mutable_data<float>()[i] = uniform_(random_);
    }
    return {x};
  }
  Tensors Sequences(std::vector<int64_t> lengths, int64_t width) {
    int64_t rows = 0;
    for (int64_t length : lengths) rows += length;
    Tensors x = Rows(rows, width);
    x[0].set_lod(LoD::FromLengths({std::move(lengths)}));
    return x;
  }
  // Sequences of one request, some of them empty.
  Tensors RandomSequences(int64_t width) {
    std::vector<int64_t> lengths(1 + random_() % 3);
    for (int64_t& length : lengths) length = random_() % 12;
    return Sequences(lengths, width);
  }

  std::mt19937 random_{7};
  std::uniform_real_distribution<float> uniform_{-1, 1};
  platform::TemporaryFolder folder_;
  ModelStats stats_;
};

// Queues all of them before any is computed, and returns their answers.
std::vector<Answer> Answers(Batcher* batcher,
                            const std::vector<Tensors>& requests) {
  std::vector<std::promise<Answer>> promises(requests.size());
  for (size_t i = 0; i < requests.size(); ++i) {
    Request request;
    request.inputs = requests[i];
    request.done = [&promises, i](Answer answer) {
      promises[i].set_value(std::move(answer));
    };
    EXPECT_TRUE(batcher->Submit(std::move(request)));
  }
  std::vector<Answer> answers;
  for (auto& promise : promises) answers.push_back(promise.get_future().get());
  return answers;
}

void ExpectSameBits(const Tensors& a, const Tensors& b) {
  ASSERT_EQ(a.size(), b.size());
  for (size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].dims(), b[i].dims());
    EXPECT_TRUE(framework::SameLoD(a[i].lod(), b[i].lod()));
    EXPECT_EQ(std::memcmp(a[i].raw_data(), b[i].raw_data(), a[i].bytes()), 0);
  }
}

// With a wait, the batches are as large as they may be.
BatcherOptions Waiting() {
  BatcherOptions options;
  options.limits.wait = std::chrono::milliseconds(200);
  options.limits.rows = 64;
  return options;
}

TEST_F(BatcherTest, JoinedSequencesHaveTheBitsThatTheyHaveAlone) {
  const auto model = Model([] { return testing::Recurrent(5, 16); });
  Batcher batcher(model, Waiting(), &stats_);
  ASSERT_EQ(batcher.not_joined(), "");
  std::vector<Tensors> requests;
  for (int i = 0; i < 60; ++i) requests.push_back(RandomSequences(5));
  const auto answers = Answers(&batcher, requests);
  for (size_t i = 0; i < requests.size(); ++i) {
    ASSERT_EQ(answers[i].outcome, Outcome::kDone) << answers[i].error;
    ExpectSameBits(answers[i].outputs, model->Run(requests[i]));
  }
  EXPECT_LT(stats_.batches.load(), requests.size() / 2);
  EXPECT_EQ(stats_.count(Outcome::kDone), requests.size());
}

TEST_F(BatcherTest, JoinedRowsHaveTheBitsThatTheyHaveAlone) {
  const auto model = Model([] { return testing::Classifier(20, 16, 4); });
  Batcher batcher(model, Waiting(), &stats_);
  ASSERT_EQ(batcher.not_joined(), "");
  std::vector<Tensors> requests;
  for (int i = 0; i < 50; ++i) requests.push_back(Rows(i % 4, 20));
  const auto answers = Answers(&batcher, requests);
  for (size_t i = 0; i < requests.size(); ++i) {
    ExpectSameBits(answers[i].outputs, model->Run(requests[i]));
  }
  EXPECT_LT(stats_.batches.load(), requests.size() / 2);
}

TEST_F(BatcherTest, AModelThatMixesRowsIsNotJoined) {
  const auto model = Model([] { return testing::Centered(3); });
  Batcher batcher(model, Waiting(), &stats_);
  EXPECT_THAT(batcher.not_joined(), HasSubstr("reduce_mean"));
  const std::vector<Tensors> requests = {Rows(2, 3), Rows(1, 3), Rows(5, 3)};
  const auto answers = Answers(&batcher, requests);
  for (size_t i = 0; i < requests.size(); ++i) {
    ExpectSameBits(answers[i].outputs, model->Run(requests[i]));
  }
  EXPECT_EQ(stats_.batches.load(), 3);
}

TEST_F(BatcherTest, ARefusedRequestHarmsNoOther) {
  const auto model = Model([] { return testing::Embedding(10, 2); });
  Batcher batcher(model, Waiting(), &stats_);
  ASSERT_EQ(batcher.not_joined(), "");
  std::vector<Tensors> requests;
  for (int64_t id : {3, 11, 4}) {
    LoDTensor ids(Dims({1, 1}), DataType::kInt64);
    ids.mutable_data<int64_t>()[0] = id;
    requests.push_back({ids});
  }
  const auto answers = Answers(&batcher, requests);
  ExpectSameBits(answers[0].outputs, model->Run(requests[0]));
  EXPECT_EQ(answers[1].outcome, Outcome::kFailed);
  EXPECT_THAT(answers[1].error, HasSubstr("11"));
  ExpectSameBits(answers[2].outputs, model->Run(requests[2]));
  EXPECT_EQ(stats_.count(Outcome::kFailed), 1);
}

TEST_F(BatcherTest, WhatNobodyWaitsForIsNotComputed) {
  const auto model = Model([] { return testing::Classifier(3, 4, 2); });
  Batcher batcher(model, {}, &stats_);
  std::promise<Answer> late, gone;
  Request request;
  request.inputs = Rows(1, 3);
  request.deadline = Clock::now();
  request.done = [&](Answer answer) { late.set_value(std::move(answer)); };
  ASSERT_TRUE(batcher.Submit(std::move(request)));
  EXPECT_EQ(late.get_future().get().outcome, Outcome::kExpired);
  request = {};
  request.inputs = Rows(1, 3);
  request.gone = std::make_shared<std::atomic<bool>>(true);
  request.done = [&](Answer answer) { gone.set_value(std::move(answer)); };
  ASSERT_TRUE(batcher.Submit(std::move(request)));
  EXPECT_EQ(gone.get_future().get().outcome, Outcome::kGone);
  EXPECT_EQ(stats_.batches.load(), 0);
}

TEST_F(BatcherTest, AFullQueueRefusesAtOnceAndTheRestIsComputedAtTheEnd) {
  const auto model = Model([] { return testing::Classifier(3, 4, 2); });
  std::promise<void> entered, leave;
  std::atomic<int> done{0};
  {
    BatcherOptions options;
    options.queue = 2;
    options.joining = Joining::kNever;
    Batcher batcher(model, options, &stats_);
    const auto submit = [&](std::function<void(Answer)> then) {
      Request request;
      request.inputs = Rows(1, 3);
      request.done = std::move(then);
      return batcher.Submit(std::move(request));
    };
    ASSERT_TRUE(submit([&](Answer) {
      entered.set_value();
      leave.get_future().wait();
    }));
    entered.get_future().wait();
    EXPECT_TRUE(submit([&](Answer) { ++done; }));
    EXPECT_TRUE(submit([&](Answer) { ++done; }));
    EXPECT_FALSE(submit([&](Answer) { ++done; }));
    EXPECT_TRUE(batcher.RefusesNow());
    leave.set_value();
  }
  EXPECT_EQ(done.load(), 2);
  EXPECT_EQ(stats_.count(Outcome::kRefused), 2);
}

// Leaves room in the address space for the stacks of three threads.
class FewStacks {
 public:
  FewStacks() {
    ::pthread_getattr_default_np(&stacks_);
    ::getrlimit(RLIMIT_AS, &space_);
    constexpr size_t kStack = size_t{1} << 30;
    pthread_attr_t large;
    ::pthread_attr_init(&large);
    ::pthread_attr_setstacksize(&large, kStack);
    ::pthread_setattr_default_np(&large);
    size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    rlimit few = space_;
    few.rlim_cur = pages * ::sysconf(_SC_PAGESIZE) + 7 * kStack / 2;
    ::setrlimit(RLIMIT_AS, &few);
  }
  ~FewStacks() {
    ::setrlimit(RLIMIT_AS, &space_);
    ::pthread_setattr_default_np(&stacks_);
  }

 private:
  pthread_attr_t stacks_;
  rlimit space_;
};

TEST_F(BatcherTest, ThrowsIfThereAreNotAsManyThreads) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers end a process that has no room for theirs";
#endif
  const auto model = Model([] { return testing::Classifier(3, 4, 2); });
  BatcherOptions options;
  options.threads = 16;
  options.joining = Joining::kNever;
  const FewStacks few;
  EXPECT_THROW(Batcher(model, options, &stats_), std::system_error);
}

TEST_F(BatcherTest, SaysWhatKindOfErrorItIs) {
  const auto model = Model([] { return testing::Embedding(10, 2); });
  Batcher batcher(model, {}, &stats_);
  LoDTensor ids(Dims({1, 1}), DataType::kInt64);
  ids.mutable_data<int64_t>()[0] = 11;
  EXPECT_EQ(Answers(&batcher, {{ids}})[0].code,
            platform::ErrorCode::kOutOfRange);
}

TEST_F(BatcherTest, ChecksInputs) {
  const auto model = Model([] { return testing::Recurrent(5, 4); });
  EXPECT_ERROR(model->Check(Rows(2, 5)), InvalidArgument, "lod_level 1");
  Tensors other = Sequences({2, 3}, 5);
  other[0].set_lod(LoD::FromLengths({{2, 9}}));
  EXPECT_ERROR(model->Check(other), InvalidArgument,
               "of input x add up to 11, but its shape is [5, 5]");
  EXPECT_ERROR(model->Check(Sequences({2}, 4)), InvalidArgument,
               "x [s2, 5] float32");
  BatcherOptions options;
  options.threads = 0;
  EXPECT_ERROR(Batcher(model, options, &stats_), InvalidArgument,
               "at least one thread");
}

}  // namespace
}  // namespace paddle::serving
