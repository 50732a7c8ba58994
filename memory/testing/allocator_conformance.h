// A test suite for the contract of Allocator, to be instantiated for each one.
//
//   INSTANTIATE_TEST_SUITE_P(
//       Mine, AllocatorConformance,
//       testing::Values(AllocatorCase{"mine", [] { return NewMine(); }}),
//       AllocatorCaseName);
//
// A factory that throws Unavailable (no such device here) skips the tests; any
// other error fails them.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "gtest/gtest.h"

#include "paddle/memory/allocator.h"

namespace paddle::memory {

struct AllocatorCase {
  std::string name;
  std::function<std::unique_ptr<Allocator>()> make;
};

std::string AllocatorCaseName(
    const ::testing::TestParamInfo<AllocatorCase>& info);

class AllocatorConformance : public ::testing::TestWithParam<AllocatorCase> {
 protected:
  void SetUp() override;

  // Fills the bytes with a pattern, or checks them, by copies to their place.
  static void Fill(const Allocation& allocation, unsigned char value);
  static bool Holds(const Allocation& allocation, unsigned char value);

  std::unique_ptr<Allocator> allocator_;
};

}  // namespace paddle::memory
