#include "paddle/platform/flush_denormals.h"

#include <cstdint>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace paddle::platform {
namespace {

#if defined(__x86_64__)
// The bits DAZ, of operands, and FTZ, of results, of the register MXCSR (Intel,
// "Software Developer's Manual", volume 1, section 10.2.3).
constexpr unsigned kFlush = 0x8040;

unsigned Read() { return _mm_getcsr(); }
void Write(unsigned control) { _mm_setcsr(control); }
#elif defined(__aarch64__)
// The bit FZ of the register FPCR, of both.
constexpr uint64_t kFlush = uint64_t{1} << 24;

uint64_t Read() {
  uint64_t control;
  asm volatile("mrs %0, fpcr" : "=r"(control));
  return control;
}
void Write(uint64_t control) { asm volatile("msr fpcr, %0" ::"r"(control)); }
#else
constexpr unsigned kFlush = 0;

unsigned Read() { return 0; }
void Write(unsigned) {}
#endif

void Set(bool flush) {
  const auto control = Read();
  Write(flush ? control | kFlush : control & ~kFlush);
}

}  // namespace

// On Linux a thread that is started meanwhile begins like its starter.
FlushDenormals::FlushDenormals(bool flush) : before_(IsOn()) {
  if (flush != before_) Set(flush);
}

// Only these bits: flags that operations have raised meanwhile stay.
FlushDenormals::~FlushDenormals() {
  if (IsOn() != before_) Set(before_);
}

bool FlushDenormals::IsOn() { return (Read() & kFlush) != 0; }

}  // namespace paddle::platform
