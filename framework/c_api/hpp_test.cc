// The classes of paddle.hpp over a library of this file, which counts what it
// gives; every operator new of this binary is counted, too.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <new>
#include <vector>

#include "paddle/framework/c_api/paddle.hpp"

namespace {

int64_t allocations = 0;
int64_t allocations_before_results = 0;
int64_t fetched = 0;  // tensors that have not been freed

}  // namespace

void* operator new(size_t size) {
  ++allocations;
  void* const memory = std::malloc(size);
  if (memory == nullptr) std::abort();
  return memory;
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }

// All of paddle.h that the classes call here.
PaddleModel* paddle_model_load(const char*, const PaddleLoadOptions*,
                               PaddleError**) {
  return reinterpret_cast<PaddleModel*>(0x10);
}
void paddle_model_free(PaddleModel*) {}
int64_t paddle_model_fetch_count(const PaddleModel*, PaddleError**) {
  return 0;
}
PaddleStatus paddle_model_fetch(const PaddleModel*, int64_t,
                                PaddleVariableInfo*, PaddleError**) {
  return PADDLE_OUT_OF_RANGE;
}
PaddleStatus paddle_model_run(PaddleModel*, const char* const*,
                              const PaddleTensor* const*, size_t,
                              const char* const*, PaddleTensor** fetches,
                              size_t fetch_count, PaddleError**) {
  for (size_t i = 0; i < fetch_count; ++i) {
    fetches[i] = reinterpret_cast<PaddleTensor*>(0x20);
  }
  fetched += static_cast<int64_t>(fetch_count);
  allocations_before_results = allocations;
  return PADDLE_OK;
}
void paddle_tensor_free(PaddleTensor* tensor) {
  if (tensor != nullptr) --fetched;
}
PaddleStatus paddle_error_status(const PaddleError*) { return PADDLE_OK; }
const char* paddle_error_message(const PaddleError*) { return ""; }
void paddle_error_free(PaddleError*) {}

namespace paddle {
namespace {

// Without memory nobody would free them.
TEST(HppTest, ResultsHaveOwnersBeforeTheyAreThere) {
  Model model = Model::Load("model");
  const std::vector<Feed> feeds;
  const Model::Names names = {"a", "b"};
  {
    const std::vector<Tensor> results = model.Run(feeds, names);
    EXPECT_GT(allocations_before_results, 0);
    EXPECT_EQ(allocations, allocations_before_results);
    EXPECT_EQ(results.size(), 2u);
    EXPECT_EQ(fetched, 2);
  }
  EXPECT_EQ(fetched, 0);
}

}  // namespace
}  // namespace paddle
