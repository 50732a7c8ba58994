#include "paddle/platform/testing/openmp_team.h"

#include <atomic>

namespace paddle::platform {

int OpenMPTeam() {
  std::atomic<int> threads{0};
#pragma omp parallel
  ++threads;
  return threads;
}

}  // namespace paddle::platform
