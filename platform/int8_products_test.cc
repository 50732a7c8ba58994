#include "paddle/platform/int8_products.h"

#include "gtest/gtest.h"

#include "paddle/platform/cpu_info.h"

namespace paddle::platform {
namespace {

// The instructions came after those of level 3; gcc asks the processor, too.
TEST(Int8ProductsTest, NeedsALevelAndAgreesWithTheCompiler) {
  if (!HasInt8Products()) return;
  EXPECT_GE(CPULevel(), 3);
#ifdef __x86_64__
  if (CPULevel() >= 4) {
    EXPECT_TRUE(__builtin_cpu_supports("avx512vnni") != 0);
  }
#endif
}

}  // namespace
}  // namespace paddle::platform
