// A run with shapes seen before takes nothing from the heap: every operator new
// and malloc of this binary is counted.

#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <string>

#include "gtest/gtest.h"

#include "paddle/framework/executor/block_compiler.h"
#include "paddle/framework/executor/frame_pool.h"
#include "paddle/framework/executor/scoped_run.h"
#include "paddle/framework/executor/testing/test_ops.h"

namespace {

std::atomic<int64_t> allocations{0};

void* Counted(size_t bytes) {
  ++allocations;
  void* memory = std::malloc(bytes);
  if (memory == nullptr) std::abort();
  return memory;
}

}  // namespace

void* operator new(size_t bytes) { return Counted(bytes); }
void* operator new[](size_t bytes) { return Counted(bytes); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, size_t) noexcept { std::free(memory); }

namespace paddle::framework {
namespace {

TEST(AllocationFreeTest, TheCounterCounts) {
  const int64_t before = allocations;
  ::operator delete(::operator new(1));  // unlike `new int`, never elided
  EXPECT_EQ(allocations, before + 1);
}

TEST(AllocationFreeTest, AThousandOperators) {
  auto program = testing::NewProgram();
  testing::AddPersistable(program.get(), "x", {1});
  std::string last = "x";
  for (int i = 0; i < 1000; ++i) {
    testing::Plus(program.get(), last, "h" + std::to_string(i), 1);
    last = "h" + std::to_string(i);
  }
  CompileOptions options;
  options.targets = {last};
  FramePool frames(BlockCompiler(program, 0, options).Compile());
  auto scope = Scope::Create();
  *scope->Var("x")->GetMutable<LoDTensor>() = testing::TensorOf({1}, {5});
  RunOnScope(&frames, scope.get());
  const int64_t before = allocations;
  const struct mallinfo2 heap = mallinfo2();
  for (int i = 0; i < 10; ++i) RunOnScope(&frames, scope.get());
  EXPECT_EQ(allocations, before);
  EXPECT_EQ(mallinfo2().uordblks, heap.uordblks);
  EXPECT_EQ(scope->FindVar(last)->Get<LoDTensor>().data<float>()[0], 1005);
}

}  // namespace
}  // namespace paddle::framework
