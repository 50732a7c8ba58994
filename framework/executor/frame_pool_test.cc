#include "paddle/framework/executor/frame_pool.h"

#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/executor/block_compiler.h"
#include "paddle/framework/executor/testing/test_ops.h"
#include "paddle/framework/scope/scope.h"

namespace paddle::framework {
namespace {

class FramePoolTest : public ::testing::Test {
 protected:
  FramePoolTest() {
    testing::Fill(program_.get(), "a", {2}, 1);
    CompileOptions options;
    options.targets = {"a"};
    block_ = BlockCompiler(program_, 0, options).Compile();
  }

  // Takes a frame, runs it on the scope, and gives it back; returns which one
  // it was.
  static const Frame* RunOn(Scope* scope, FramePool* pool) {
    std::unique_ptr<Frame> frame = pool->Take(scope->uid());
    const Frame* const which = frame.get();
    frame->Enter(scope);
    frame->Run({});
    frame->Leave();
    pool->GiveBack(std::move(frame));
    return which;
  }

  const std::shared_ptr<Program> program_ = testing::NewProgram();
  const std::shared_ptr<Scope> one_ = Scope::Create();
  const std::shared_ptr<Scope> other_ = Scope::Create();
  std::shared_ptr<const CompiledBlock> block_;
};

TEST_F(FramePoolTest, EachKeyHasAFrameOfItsOwn) {
  FramePool pool(block_);
  const Frame* const of_one = RunOn(one_.get(), &pool);
  const Frame* const of_other = RunOn(other_.get(), &pool);
  EXPECT_NE(of_one, of_other);
  EXPECT_EQ(RunOn(one_.get(), &pool), of_one);
  EXPECT_EQ(RunOn(other_.get(), &pool), of_other);
}

TEST_F(FramePoolTest, WhenAllAreTakenByOthersTheOldestChangesItsKey) {
  FramePoolOptions options;
  options.max_idle = 1;
  FramePool pool(block_, options);
  const Frame* const frame = RunOn(one_.get(), &pool);
  EXPECT_EQ(RunOn(other_.get(), &pool), frame);
  EXPECT_NE(other_->FindVar("a"), nullptr);
}

TEST_F(FramePoolTest, IdleFramesMayBeShared) {
  FramePoolOptions options;
  options.share_idle = true;
  FramePool pool(block_, options);
  const Frame* const frame = RunOn(one_.get(), &pool);
  EXPECT_EQ(RunOn(other_.get(), &pool), frame);
}

TEST_F(FramePoolTest, AFrameInUseIsNobodyElses) {
  FramePoolOptions options;
  options.max_idle = 1;
  FramePool pool(block_, options);
  std::unique_ptr<Frame> first = pool.Take(1);
  std::unique_ptr<Frame> second = pool.Take(1);
  EXPECT_NE(first.get(), second.get());
  const Frame* const kept = first.get();
  pool.GiveBack(std::move(first));
  pool.GiveBack(std::move(second));  // too many
  EXPECT_EQ(pool.Take(1).get(), kept);
}

TEST_F(FramePoolTest, ThePoolKeepsTheBlock) {
  FramePool pool(BlockCompiler(program_, 0, {}).Compile());
  EXPECT_EQ(pool.block().instructions().size(), 1u);
}

TEST_F(FramePoolTest, ThreadsTakeAndGiveBack) {
  FramePoolOptions options;
  options.max_idle = 2;
  FramePool pool(block_, options);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&pool] {
      const auto scope = Scope::Create();
      for (int i = 0; i < 200; ++i) RunOn(scope.get(), &pool);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_NE(pool.Take(0), nullptr);
}

}  // namespace
}  // namespace paddle::framework
