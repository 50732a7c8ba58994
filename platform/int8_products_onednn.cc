#include "paddle/platform/cpu_info.h"
#include "paddle/platform/int8_products.h"

#ifdef __x86_64__
#include <cpuid.h>
#endif

namespace paddle::platform {
namespace {

#ifdef __x86_64__
// The bits that CPUID gives for leaf 7: AVX512-VNNI and AVX-VNNI. CPULevel has
// asked the system whether it keeps the registers.
bool HasInstructions() {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  if (CPULevel() < 3 || !__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx)) {
    return false;
  }
  if (CPULevel() >= 4 && (ecx & (1u << 11)) != 0) return true;
  return __get_cpuid_count(7, 1, &eax, &ebx, &ecx, &edx) != 0 &&
         (eax & (1u << 4)) != 0;
}
#else
bool HasInstructions() { return false; }
#endif

}  // namespace

bool HasInt8Products() {
  static const bool has = HasInstructions();
  return has;
}

}  // namespace paddle::platform
