#include "paddle/platform/cpu_info.h"

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <thread>

#ifdef __x86_64__
#include <cpuid.h>
#endif

#include "paddle/platform/cpu_quota.h"
#include "paddle/platform/enforce.h"

namespace paddle::platform {

#ifdef __x86_64__

std::string CPUName() {
  unsigned int words[12] = {};
  // Three leaves of cpuid hold 16 characters each; the name is padded with
  // spaces or zeros.
  for (unsigned int part = 0; part < 3; ++part) {
    unsigned int* word = words + 4 * part;
    if (__get_cpuid(0x80000002 + part, word, word + 1, word + 2, word + 3) ==
        0) {
      return "unknown";
    }
  }
  char text[sizeof(words) + 1] = {};
  std::memcpy(text, words, sizeof(words));
  const std::string name(text);
  const size_t first = name.find_first_not_of(' ');
  if (first == std::string::npos) return "unknown";
  return name.substr(first, name.find_last_not_of(' ') - first + 1);
}

int CPULevel() {
  // Levels are those of the x86-64 psABI. It asks for more features, which
  // practically every processor with these has.
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("sse4.2") || !__builtin_cpu_supports("popcnt")) {
    return 1;
  }
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") ||
      !__builtin_cpu_supports("bmi") || !__builtin_cpu_supports("bmi2")) {
    return 2;
  }
  const bool avx512 =
      __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512cd") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  return avx512 ? 4 : 3;
}

#else

std::string CPUName() { return "unknown"; }
int CPULevel() { return 0; }

#endif

// Containers and taskset often allow a process fewer cores than the machine
// has.
namespace {

int AllowedCount() {
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof(allowed), &allowed) == 0) {
    return CPU_COUNT(&allowed);
  }
  return static_cast<int>(std::thread::hardware_concurrency());
}

}  // namespace

int CPUCount() {
  const int allowed = std::max(AllowedCount(), 1);
  const double quota = CPUQuota();
  // Threads beyond it would use up the time of a period early, and then all of
  // them stand still.
  if (quota == 0 || quota >= allowed) return allowed;
  return static_cast<int>(std::ceil(quota));
}

// The compiler defines these macros by its -march, which is the level the
// library needs.
int RequiredCPULevel() {
#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512VL__)
  return 4;
#elif defined(__AVX2__) && defined(__FMA__)
  return 3;
#elif defined(__SSE4_2__)
  return 2;
#elif defined(__x86_64__)
  return 1;
#else
  return 0;
#endif
}

const char* InstructionSetProblem(int required, int available) noexcept {
  if (required <= available) return nullptr;
  switch (required) {
    case 4:
      return "Paddle was built for x86-64-v4, but this processor lacks AVX-512;"
             " build it with --config=x86-64-v3";
    case 3:
      return "Paddle was built for x86-64-v3, but this processor lacks AVX2 or "
             "FMA; build it with --config=x86-64-v2";
    default:
      return "Paddle was built for x86-64-v2, but this processor lacks SSE4.2";
  }
}

const char* InstructionSetProblem() noexcept {
  return InstructionSetProblem(RequiredCPULevel(), CPULevel());
}

void CheckInstructionSet() {
  const char* problem = InstructionSetProblem();
  PADDLE_ENFORCE(problem == nullptr, Unavailable, problem);
}

}  // namespace paddle::platform
