#include "paddle/operators/math/blas/isa_limit.h"

#include <cstdlib>

#include "gtest/gtest.h"

namespace paddle::operators::kernels {
namespace {

// Returns the limit that two variables set; null: it is not set.
IsaLimit LimitOf(const char* onednn, const char* dnnl) {
  const auto set = [](const char* name, const char* value) {
    if (value == nullptr) {
      unsetenv(name);
    } else {
      setenv(name, value, 1);
    }
  };
  set("ONEDNN_MAX_CPU_ISA", onednn);
  set("DNNL_MAX_CPU_ISA", dnnl);
  return ReadIsaLimit();
}

TEST(IsaLimitTest, KnowsTheWordsInEitherCase) {
  for (const char* word : {"SSE41", "avx", "Avx2", "AVX2_VNNI"}) {
    EXPECT_EQ(LimitOf(nullptr, word), IsaLimit::kBelowAvx512) << word;
  }
  for (const char* word : {"AVX512_CORE", "avx512_core_bf16"}) {
    EXPECT_EQ(LimitOf(nullptr, word), IsaLimit::kAvx512) << word;
  }
  for (const char* word : {"AVX512_CORE_AMX", "all", "DEFAULT", "nonsense"}) {
    EXPECT_EQ(LimitOf(nullptr, word), IsaLimit::kNone) << word;
  }
}

TEST(IsaLimitTest, TheNewNameComesFirst) {
  EXPECT_EQ(LimitOf(nullptr, nullptr), IsaLimit::kNone);
  EXPECT_EQ(LimitOf("AVX2", "AVX512_CORE"), IsaLimit::kBelowAvx512);
  EXPECT_EQ(LimitOf("AVX512_CORE", "AVX2"), IsaLimit::kAvx512);
  EXPECT_EQ(LimitOf("nonsense", "AVX2"), IsaLimit::kNone);
  EXPECT_EQ(LimitOf("", "AVX2"), IsaLimit::kBelowAvx512);
}

}  // namespace
}  // namespace paddle::operators::kernels
