// Counts what became of the inputs of a fuzz test.
#pragma once

#include <cstdint>
#include <cstdio>
#include <map>

#include "gtest/gtest.h"

#include "paddle/platform/enforce.h"

namespace paddle::fuzz {

// Counts results and errors by their code. Used by one thread.
class Outcomes {
 public:
  // Runs what may throw nothing but platform::Error, and not that of a mistake
  // of ours.
  template <typename Body>
  void Count(const Body& body) {
    try {
      body();
      ++fine_;
    } catch (const platform::Error& error) {
      ++refused_[error.code()];
      EXPECT_NE(error.code(), platform::ErrorCode::kInternal) << error.what();
    }
  }
  // Prints the numbers. Expects that some inputs were fine and some refused
  // with the code, or the fuzzer is of no use.
  void Check(platform::ErrorCode expected) {
    std::printf("fine: %llu\n", static_cast<unsigned long long>(fine_));
    for (const auto& [code, count] : refused_) {
      std::printf("%s: %llu\n", platform::ErrorCodeName(code),
                  static_cast<unsigned long long>(count));
    }
    EXPECT_GT(fine_, 0u);
    EXPECT_GT(refused_[expected], 0u);
  }

 private:
  uint64_t fine_ = 0;
  std::map<platform::ErrorCode, uint64_t> refused_;
};

}  // namespace paddle::fuzz
