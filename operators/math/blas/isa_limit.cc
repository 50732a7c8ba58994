#include "paddle/operators/math/blas/isa_limit.h"

#include <cstdlib>
#include <string>
#include <string_view>

#include "absl/strings/ascii.h"

namespace paddle::operators::kernels {
namespace {

std::string ReadWord() {
  for (const char* name : {"ONEDNN_MAX_CPU_ISA", "DNNL_MAX_CPU_ISA"}) {
    const char* const word = std::getenv(name);
    if (word != nullptr && *word != '\0') return absl::AsciiStrToLower(word);
  }
  return {};
}

}  // namespace

IsaLimit ReadIsaLimit() {
  const std::string word = ReadWord();
  for (const std::string_view narrow :
       {"sse41", "avx", "avx2", "avx2_vnni", "avx2_vnni_2"}) {
    if (word == narrow) return IsaLimit::kBelowAvx512;
  }
  for (const std::string_view wide :
       {"avx512_core", "avx512_core_vnni", "avx512_core_bf16",
        "avx512_core_fp16", "avx10_1_512"}) {
    if (word == wide) return IsaLimit::kAvx512;
  }
  return IsaLimit::kNone;
}

}  // namespace paddle::operators::kernels
