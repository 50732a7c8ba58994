// Calls with wrong arguments: each is an error that says what is wrong.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "paddle/framework/c_api/paddle.h"
#include "paddle/framework/c_api/testing/models.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::c_api::testing {
namespace {

// Takes the error of one call.
class Caught {
 public:
  ~Caught() { paddle_error_free(error_); }
  PaddleError** out() { return &error_; }
  PaddleStatus status() const { return paddle_error_status(error_); }
  std::string message() const { return paddle_error_message(error_); }

 private:
  PaddleError* error_ = nullptr;
};

// Checks that call(error) returns `failed` and says `words`.
#define EXPECT_FAILS(call, failed, expected, words)            \
  do {                                                         \
    Caught caught;                                             \
    PaddleError** const error = caught.out();                  \
    EXPECT_EQ(call, failed);                                   \
    EXPECT_EQ(caught.status(), expected) << caught.message();  \
    EXPECT_NE(caught.message().find(words), std::string::npos) \
        << caught.message();                                   \
  } while (false)
#define EXPECT_STATUS(call, expected, words) \
  EXPECT_FAILS(call, expected, expected, words)

constexpr int64_t kDims[] = {2, 2};
constexpr float kValues[] = {1, 2, 3, 4};

PaddleTensor* Square() {
  return paddle_tensor_new(PADDLE_FLOAT32, kDims, 2, kValues, sizeof(kValues),
                           nullptr);
}

class MisuseTest : public ::testing::Test {
 protected:
  MisuseTest() {
    SaveSums(folder_.Path("sums"));
    model_ = paddle_model_load(folder_.Path("sums").c_str(), nullptr, nullptr);
  }
  ~MisuseTest() override { paddle_model_free(model_); }

  PaddleStatus Run(const std::vector<const char*>& names,
                   const std::vector<const PaddleTensor*>& feeds,
                   const std::vector<const char*>& fetches,
                   PaddleError** error) {
    std::vector<PaddleTensor*> results(fetches.size() + 1);
    const PaddleStatus status =
        paddle_model_run(model_, names.data(), feeds.data(), names.size(),
                         fetches.data(), results.data(), fetches.size(), error);
    for (PaddleTensor* result : results) paddle_tensor_free(result);
    return status;
  }

  platform::TemporaryFolder folder_;
  PaddleModel* model_ = nullptr;
};

TEST_F(MisuseTest, NoHandle) {
  ASSERT_NE(model_, nullptr);
  EXPECT_FAILS(paddle_model_feed_count(nullptr, error), -1,
               PADDLE_INVALID_ARGUMENT, "model is NULL");
  EXPECT_FAILS(paddle_tensor_data(nullptr, error), nullptr,
               PADDLE_INVALID_ARGUMENT, "tensor is NULL");
  EXPECT_FAILS(paddle_model_clone(nullptr, error), nullptr,
               PADDLE_INVALID_ARGUMENT, "model is NULL");
  EXPECT_FAILS(paddle_model_load(nullptr, nullptr, error), nullptr,
               PADDLE_INVALID_ARGUMENT, "folder is NULL");
  // Nobody has to want the error.
  EXPECT_EQ(paddle_profile_count(nullptr, nullptr), -1);
  EXPECT_EQ(paddle_error_status(nullptr), PADDLE_OK);
  EXPECT_STREQ(paddle_error_message(nullptr), "");
  paddle_error_free(nullptr);
  paddle_tensor_free(nullptr);
  paddle_model_free(nullptr);
  paddle_profile_free(nullptr);
}

TEST_F(MisuseTest, HandlesThatWereFreedOrNeverWere) {
  PaddleTensor* tensor = Square();
  paddle_tensor_free(tensor);
  paddle_tensor_free(tensor);
  EXPECT_FAILS(paddle_tensor_data(tensor, error), nullptr,
               PADDLE_INVALID_ARGUMENT, "was freed");
  EXPECT_FAILS(
      paddle_tensor_data(reinterpret_cast<PaddleTensor*>(model_), error),
      nullptr, PADDLE_INVALID_ARGUMENT, "no handle of its kind");
  EXPECT_FAILS(
      paddle_model_feed_count(reinterpret_cast<PaddleModel*>(0x1234), error),
      -1, PADDLE_INVALID_ARGUMENT, "no handle of its kind");
}

// Memory that was freed is soon used again; handles never are.
TEST_F(MisuseTest, AFreedHandleNeverBecomesThatOfAnother) {
  PaddleTensor* freed = Square();
  paddle_tensor_free(freed);
  std::vector<PaddleTensor*> others;
  for (int i = 0; i < 100; ++i) {
    others.push_back(Square());
    EXPECT_NE(others.back(), freed);
    paddle_tensor_free(freed);
    PaddleTensor* gone = Square();
    paddle_tensor_free(gone);
  }
  EXPECT_FAILS(paddle_tensor_data(freed, error), nullptr,
               PADDLE_INVALID_ARGUMENT, "was freed");
  for (PaddleTensor* other : others) {
    EXPECT_NE(paddle_tensor_data(other, nullptr), nullptr);
    paddle_tensor_free(other);
  }
}

TEST_F(MisuseTest, AFreedErrorNeverBecomesAnother) {
  PaddleError* freed = nullptr;
  PaddleError* other = nullptr;
  paddle_model_feed_count(nullptr, &freed);
  paddle_error_free(freed);
  paddle_model_feed_count(nullptr, &other);
  EXPECT_NE(other, freed);
  paddle_error_free(freed);
  EXPECT_EQ(paddle_error_status(freed), PADDLE_OK);
  EXPECT_EQ(paddle_error_status(other), PADDLE_INVALID_ARGUMENT);
  paddle_error_free(other);
}

TEST_F(MisuseTest, ARunningCallKeepsItsModel) {
  PaddleModel* clone = paddle_model_clone(model_, nullptr);
  paddle_model_free(model_);
  EXPECT_EQ(paddle_model_feed_count(clone, nullptr), 1);
  model_ = clone;
}

TEST_F(MisuseTest, StructsOfAnotherSize) {
  PaddleLoadOptions options = PADDLE_LOAD_OPTIONS_INIT;
  const std::string folder = folder_.Path("sums");
  const auto load = [&](PaddleError** error) {
    return paddle_model_load(folder.c_str(), &options, error);
  };
  for (size_t size : {size_t{0}, size_t{8}, sizeof(options) - 1, SIZE_MAX}) {
    options.size = size;
    EXPECT_FAILS(load(error), nullptr, PADDLE_INVALID_ARGUMENT,
                 "options.size is");
  }
  PaddleTensorInfo info = PADDLE_TENSOR_INFO_INIT;
  info.size = 7;
  PaddleTensor* tensor = Square();
  EXPECT_STATUS(paddle_tensor_info(tensor, &info, error),
                PADDLE_INVALID_ARGUMENT, "info.size is 7");
  EXPECT_STATUS(paddle_tensor_info(tensor, nullptr, error),
                PADDLE_INVALID_ARGUMENT, "info is NULL");
  paddle_tensor_free(tensor);
}

TEST_F(MisuseTest, ResultsOfASizeThatNoStructHas) {
  PaddleTensor* tensor = Square();
  for (size_t size : {size_t{4097}, size_t{1} << 63, SIZE_MAX}) {
    PaddleTensorInfo info = PADDLE_TENSOR_INFO_INIT;
    info.size = size;
    EXPECT_STATUS(paddle_tensor_info(tensor, &info, error),
                  PADDLE_INVALID_ARGUMENT, "info.size is");
    EXPECT_EQ(info.rank, 0);
  }
  paddle_tensor_free(tensor);
}

TEST_F(MisuseTest, WhatOnlyANewerProgramKnowsBecomesZero) {
  struct Newer {
    PaddleTensorInfo info;
    int64_t more[2];
  } newer = {PADDLE_TENSOR_INFO_INIT, {-1, -1}};
  newer.info.size = sizeof(newer) - sizeof(newer.more[1]);
  PaddleTensor* tensor = Square();
  EXPECT_EQ(paddle_tensor_info(tensor, &newer.info, nullptr), PADDLE_OK);
  EXPECT_EQ(newer.info.numel, 4);
  EXPECT_EQ(newer.info.size, sizeof(PaddleTensorInfo) + sizeof(int64_t));
  EXPECT_EQ(newer.more[0], 0);
  EXPECT_EQ(newer.more[1], -1);  // not the struct's
  paddle_tensor_free(tensor);
}

TEST_F(MisuseTest, ANewerProgramThatAsksForNothingNew) {
  struct Newer {
    PaddleLoadOptions options;
    int64_t more;
  } newer = {PADDLE_LOAD_OPTIONS_INIT, 0};
  newer.options.size = sizeof(newer);
  const std::string folder = folder_.Path("sums");
  PaddleModel* model =
      paddle_model_load(folder.c_str(), &newer.options, nullptr);
  EXPECT_NE(model, nullptr);
  paddle_model_free(model);
  newer.more = 1;
  EXPECT_FAILS(paddle_model_load(folder.c_str(), &newer.options, error),
               nullptr, PADDLE_UNIMPLEMENTED, "does not know");
}

TEST_F(MisuseTest, OptionsThatAreNone) {
  const std::string folder = folder_.Path("sums");
  const auto load = [&](int member, int32_t value, PaddleError** error) {
    PaddleLoadOptions options = PADDLE_LOAD_OPTIONS_INIT;
    (&options.dtype)[member] = value;
    return paddle_model_load(folder.c_str(), &options, error);
  };
  EXPECT_FAILS(load(0, 99, error), nullptr, PADDLE_INVALID_ARGUMENT,
               "options.dtype");
  EXPECT_FAILS(load(0, PADDLE_INT8, error), nullptr, PADDLE_INVALID_ARGUMENT,
               "nothing to quantize");
  EXPECT_FAILS(load(1, -3, error), nullptr, PADDLE_INVALID_ARGUMENT, "-3");
  EXPECT_FAILS(load(2, 3, error), nullptr, PADDLE_INVALID_ARGUMENT,
               "options.passes");
  EXPECT_FAILS(load(5, 1, error), nullptr, PADDLE_UNIMPLEMENTED, "reserved");
}

TEST_F(MisuseTest, OnlyAModelThatWasLoadedSetsTheThreads) {
  const int before = platform::NumThreads();
  PaddleLoadOptions options = PADDLE_LOAD_OPTIONS_INIT;
  options.threads = before + 1;
  const std::string nowhere = folder_.Path("nowhere");
  EXPECT_FAILS(paddle_model_load(nowhere.c_str(), &options, error), nullptr,
               PADDLE_NOT_FOUND, "nowhere");
  EXPECT_EQ(platform::NumThreads(), before);
  options.passes = 3;
  const std::string folder = folder_.Path("sums");
  EXPECT_FAILS(paddle_model_load(folder.c_str(), &options, error), nullptr,
               PADDLE_INVALID_ARGUMENT, "options.passes");
  EXPECT_EQ(platform::NumThreads(), before);
  options.passes = 0;
  PaddleModel* model = paddle_model_load(folder.c_str(), &options, nullptr);
  EXPECT_NE(model, nullptr);
  EXPECT_EQ(platform::NumThreads(), before + 1);
  paddle_model_free(model);
  EXPECT_EQ(paddle_set_threads(before, nullptr), PADDLE_OK);
}

TEST_F(MisuseTest, ElementsThatAreNone) {
  const auto make = [](PaddleDataType dtype, const std::vector<int64_t>& dims,
                       size_t bytes, PaddleError** error) {
    return paddle_tensor_new(dtype, dims.data(),
                             static_cast<int32_t>(dims.size()), nullptr, bytes,
                             error);
  };
  EXPECT_FAILS(make(0, {2}, 8, error), nullptr, PADDLE_INVALID_ARGUMENT,
               "data type");
  EXPECT_FAILS(make(PADDLE_FLOAT32, {-2}, 8, error), nullptr,
               PADDLE_INVALID_ARGUMENT, "negative");
  EXPECT_FAILS(make(PADDLE_FLOAT32, {2, 3}, 8, error), nullptr,
               PADDLE_INVALID_ARGUMENT, "6 times 4 bytes, not 8");
  const int64_t most = std::numeric_limits<int64_t>::max();
  EXPECT_FAILS(make(PADDLE_FLOAT32, {most, most}, 8, error), nullptr,
               PADDLE_INVALID_ARGUMENT, "");
  EXPECT_FAILS(make(PADDLE_FLOAT64, {most}, 8, error), nullptr,
               PADDLE_INVALID_ARGUMENT, "");
  EXPECT_FAILS(make(PADDLE_UINT8, {most}, most, error), nullptr,
               PADDLE_RESOURCE_EXHAUSTED, "");
  EXPECT_FAILS(make(PADDLE_UINT8, std::vector<int64_t>(10, 1), 1, error),
               nullptr, PADDLE_INVALID_ARGUMENT, "0 to 9 axes, not 10");
  EXPECT_FAILS(paddle_tensor_new(PADDLE_UINT8, nullptr, 1, nullptr, 1, error),
               nullptr, PADDLE_INVALID_ARGUMENT, "dims is NULL");
}

TEST_F(MisuseTest, FeedsAndFetchesThatAreNone) {
  PaddleTensor* tensor = Square();
  EXPECT_STATUS(Run({"z"}, {tensor}, {}, error), PADDLE_NOT_FOUND, "z");
  EXPECT_STATUS(Run({"x"}, {nullptr}, {"x"}, error), PADDLE_INVALID_ARGUMENT,
                "feed x is NULL");
  EXPECT_STATUS(Run({"x", "x"}, {tensor, tensor}, {}, error),
                PADDLE_INVALID_ARGUMENT, "x is fed twice");
  EXPECT_STATUS(Run({nullptr}, {tensor}, {}, error), PADDLE_INVALID_ARGUMENT,
                "feed_names[0] is NULL");
  EXPECT_STATUS(Run({"\xff"}, {tensor}, {}, error), PADDLE_INVALID_ARGUMENT,
                "no UTF-8");
  EXPECT_STATUS(Run({"x"}, {tensor}, {"nothing"}, error), PADDLE_NOT_FOUND,
                "nothing");
  EXPECT_STATUS(
      paddle_model_run(model_, nullptr, nullptr, 3, nullptr, nullptr, 0, error),
      PADDLE_INVALID_ARGUMENT, "(x), and their number is given as 3");
  paddle_tensor_free(tensor);
}

TEST_F(MisuseTest, AfterAFailureNoFetchIsOne) {
  PaddleTensor* tensor = Square();
  const char* const fetch_names[] = {"x", nullptr};
  PaddleTensor* results[2];
  const auto run = [&](PaddleModel* model, const char* const* names,
                       PaddleError** error) {
    std::fill_n(results, 2, tensor);
    return paddle_model_run(model, nullptr, &tensor, 1, names, results, 2,
                            error);
  };
  EXPECT_STATUS(run(nullptr, fetch_names, error), PADDLE_INVALID_ARGUMENT,
                "model is NULL");
  EXPECT_EQ(results[0], nullptr);
  EXPECT_EQ(results[1], nullptr);
  EXPECT_STATUS(run(model_, nullptr, error), PADDLE_INVALID_ARGUMENT,
                "their number is given as 2");
  EXPECT_EQ(results[0], nullptr);
  EXPECT_EQ(results[1], nullptr);
  EXPECT_STATUS(run(model_, fetch_names, error), PADDLE_INVALID_ARGUMENT,
                "fetch_names[1] is NULL");
  EXPECT_EQ(results[0], nullptr);
  EXPECT_EQ(results[1], nullptr);
  // No array is as long: nothing of it is written.
  EXPECT_STATUS(paddle_model_run(model_, nullptr, &tensor, 1, fetch_names,
                                 results, SIZE_MAX, error),
                PADDLE_INVALID_ARGUMENT, "fetch_names cannot be");
  paddle_tensor_free(tensor);
}

TEST_F(MisuseTest, ValuesThatDoNotFit) {
  PaddleVariableInfo info = PADDLE_VARIABLE_INFO_INIT;
  ASSERT_EQ(paddle_model_fetch(model_, 0, &info, nullptr), PADDLE_OK);
  PaddleTensor* tensor = Square();
  EXPECT_STATUS(Run({"x"}, {tensor}, {info.name}, error),
                PADDLE_INVALID_ARGUMENT, "x");  // no sequences
  const int64_t lengths[] = {1, 2};
  const int64_t* levels[] = {lengths};
  const size_t counts[] = {2};
  EXPECT_STATUS(paddle_tensor_set_lengths(tensor, 1, levels, counts, error),
                PADDLE_INVALID_ARGUMENT, "{{1, 2}} are of 3 rows");
  EXPECT_STATUS(paddle_tensor_set_lengths(tensor, -1, levels, counts, error),
                PADDLE_INVALID_ARGUMENT, "levels");
  EXPECT_STATUS(paddle_tensor_set_lengths(tensor, 1, nullptr, counts, error),
                PADDLE_INVALID_ARGUMENT, "NULL");
  EXPECT_FAILS(paddle_tensor_lengths(tensor, 0, nullptr, 0, error), -1,
               PADDLE_OUT_OF_RANGE, "0 levels");
  paddle_tensor_free(tensor);
  const int32_t ints[] = {1, 2, 3, 4};
  tensor = paddle_tensor_new(PADDLE_INT32, kDims, 2, ints, 16, nullptr);
  EXPECT_STATUS(Run({"x"}, {tensor}, {info.name}, error),
                PADDLE_INVALID_ARGUMENT, "int32");
  paddle_tensor_free(tensor);
}

TEST_F(MisuseTest, FilesThatAreNone) {
  const std::string nowhere = folder_.Path("nowhere");
  EXPECT_FAILS(paddle_model_load(nowhere.c_str(), nullptr, error), nullptr,
               PADDLE_NOT_FOUND, "nowhere");
  EXPECT_FAILS(paddle_model_load_onnx(nowhere.c_str(), nullptr, error), nullptr,
               PADDLE_NOT_FOUND, "nowhere");
  EXPECT_FAILS(paddle_model_load_bytes("abc", 3, nullptr, 0, nullptr, error),
               nullptr, PADDLE_DATA_LOSS, "in program");
  EXPECT_FAILS(paddle_model_load_bytes(nullptr, 3, nullptr, 0, nullptr, error),
               nullptr, PADDLE_INVALID_ARGUMENT, "program is NULL");
  EXPECT_STATUS(paddle_model_save(model_, "/proc/nowhere/model", error),
                PADDLE_UNAVAILABLE, "/proc/nowhere");
  EXPECT_STATUS(paddle_load_op_library(nowhere.c_str(), error),
                PADDLE_NOT_FOUND, "nowhere");
  EXPECT_STATUS(paddle_set_threads(0, error), PADDLE_INVALID_ARGUMENT, "0");
  EXPECT_STATUS(paddle_model_set_step(model_, -1, error),
                PADDLE_INVALID_ARGUMENT, "-1");
}

TEST_F(MisuseTest, StatusesHaveNames) {
  EXPECT_STREQ(paddle_status_name(PADDLE_OK), "OK");
  EXPECT_STREQ(paddle_status_name(PADDLE_INTERNAL), "Internal");
  EXPECT_STREQ(paddle_status_name(-1), "Unknown");
  EXPECT_STREQ(paddle_status_name(1000), "Unknown");
}

}  // namespace
}  // namespace paddle::c_api::testing
