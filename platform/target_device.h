// Names the device that a source is compiled for.
//
// Kernels, and functions that only call others, read the same for every device:
// such a source is compiled for the CPU and, in builds with code for GPUs, once
// more for these (`per_device` of tools/bazel/paddle.bzl). Device is its first
// template parameter, and PADDLE_TARGET_DEVICE what it is instantiated for.
#pragma once

#ifdef PADDLE_FOR_CUDA
#include "paddle/platform/cuda_device_context.h"

#define PADDLE_TARGET_DEVICE ::paddle::platform::CUDADeviceContext
#define PADDLE_TARGET_KIND CUDA
// The arguments, if the source is compiled for the CPU.
#define PADDLE_IF_FOR_CPU(...)
#else
#include "paddle/platform/device_context.h"

#define PADDLE_TARGET_DEVICE ::paddle::platform::CPUDeviceContext
#define PADDLE_TARGET_KIND CPU
#define PADDLE_IF_FOR_CPU(...) __VA_ARGS__
#endif
