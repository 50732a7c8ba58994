// Lists of data types, for REGISTER_OP_KERNEL and PADDLE_INSTANTIATE.
#pragma once

#include <cstdint>

#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"

// The types that have gradients.
#define PADDLE_FLOATING_TYPES \
  ::paddle::platform::float16, ::paddle::platform::bfloat16, float, double

// The types of arithmetic.
#define PADDLE_NUMBERS PADDLE_FLOATING_TYPES, int32_t, int64_t

// Every data type.
#define PADDLE_ALL_TYPES PADDLE_NUMBERS, bool, uint8_t, int8_t, int16_t
