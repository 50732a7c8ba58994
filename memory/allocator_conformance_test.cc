#include "paddle/memory/testing/allocator_conformance.h"

#include "gtest/gtest.h"

#include "paddle/memory/caching_allocator.h"
#include "paddle/memory/system_allocator.h"

namespace paddle::memory {
namespace {

INSTANTIATE_TEST_SUITE_P(
    All, AllocatorConformance,
    testing::Values(
        AllocatorCase{"CPU", [] { return NewCPUAllocator(); }},
        AllocatorCase{"CachingCPU",
                      [] { return NewCachingAllocator(NewCPUAllocator()); }},
        AllocatorCase{"CUDA", [] { return NewCUDAAllocator(0); }},
        AllocatorCase{"CachingCUDA",
                      [] { return NewCachingAllocator(NewCUDAAllocator(0)); }},
        AllocatorCase{"Pinned", [] { return NewPinnedAllocator(); }}),
    AllocatorCaseName);

}  // namespace
}  // namespace paddle::memory
