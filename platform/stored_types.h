// The list of the data types that are stored and converted, but not computed
// with, for REGISTER_OP_KERNEL (type_lists.h has the others).
#pragma once

#include <cstdint>

#include "paddle/platform/small_numbers.h"

#define PADDLE_STORED_TYPES                                                    \
  uint16_t, uint32_t, uint64_t, ::paddle::platform::float8_e4m3fn,             \
      ::paddle::platform::float8_e4m3fnuz, ::paddle::platform::float8_e5m2,    \
      ::paddle::platform::float8_e5m2fnuz, ::paddle::platform::float8_e8m0fnu, \
      ::paddle::platform::float4_e2m1fn, ::paddle::platform::int4,             \
      ::paddle::platform::uint4, ::paddle::platform::int2,                     \
      ::paddle::platform::uint2
