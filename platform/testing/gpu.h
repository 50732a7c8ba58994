// Skips tests that need a GPU where there is none.
#pragma once

#include "gtest/gtest.h"

#include "paddle/platform/device_context.h"

// Skips the test, with the reason, if this build or machine has no GPU.
#define PADDLE_SKIP_WITHOUT_GPU()                              \
  if (::paddle::platform::CUDADeviceCount() == 0) {            \
    GTEST_SKIP() << "no GPU is part of this build or machine"; \
  }                                                            \
  static_assert(true, "")
