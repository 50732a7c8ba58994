#include "paddle/operators/math/blas/amx_tiles.h"

#ifdef __x86_64__
#include <cpuid.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

#include "paddle/operators/math/loops/avx512.h"
#endif

#include "paddle/operators/math/blas/isa_limit.h"
#include "paddle/platform/cpu_info.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators::kernels {

#ifdef __x86_64__

#define PADDLE_AMX_TILES __attribute__((target("amx-tile")))

namespace {

bool HasInstructions() {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  if (platform::CPULevel() < 4 ||
      __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) == 0) {
    return false;
  }
  constexpr unsigned kTiles = 1u << 24, kProducts = 1u << 22;
  if ((edx & kTiles) == 0 || (edx & kProducts) == 0) return false;
  constexpr unsigned kConversion = 1u << 5;  // AVX512-BF16
  return __get_cpuid_count(7, 1, &eax, &ebx, &ecx, &edx) != 0 &&
         (eax & kConversion) != 0;
}

// Linux keeps the tiles of processes that have asked for it.
bool AskForTiles() {
  constexpr int kRequest = 0x1023;  // ARCH_REQ_XCOMP_PERM
  constexpr int kTileData = 18;
  return syscall(SYS_arch_prctl, kRequest, kTileData) == 0;
}

// The order in which the processor reads a configuration.
struct alignas(64) Configuration {
  uint8_t palette = 1;
  uint8_t start_row = 0;
  uint8_t reserved[14] = {};
  uint16_t row_bytes[16] = {64, 64, 64, 64, 64, 64, 64, 64};
  uint8_t rows[16] = {16, 16, 16, 16, 16, 16, 16, 16};
};
constexpr Configuration kConfiguration;
static_assert(sizeof(Configuration) == 64);

PADDLE_AMX_TILES void LoadConfiguration() { _tile_loadconfig(&kConfiguration); }
PADDLE_AMX_TILES void ReleaseTiles() { _tile_release(); }

}  // namespace

bool HasAmxProducts() {
  static const bool has =
      ReadIsaLimit() == IsaLimit::kNone && HasInstructions() && AskForTiles();
  return has;
}

AmxTiles::AmxTiles() { LoadConfiguration(); }
AmxTiles::~AmxTiles() { ReleaseTiles(); }

#else

bool HasAmxProducts() { return false; }

AmxTiles::AmxTiles() {
  PADDLE_THROW(Unimplemented, "tiles of AMX on another machine");
}
AmxTiles::~AmxTiles() = default;

#endif

}  // namespace paddle::operators::kernels
