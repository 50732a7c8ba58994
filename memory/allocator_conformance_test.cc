#include "paddle/memory/testing/allocator_conformance.h"

#include "gtest/gtest.h"

#include "paddle/memory/caching_allocator.h"
#include "paddle/memory/system_allocator.h"

namespace paddle::memory {
namespace {

INSTANTIATE_TEST_SUITE_P(
    All, AllocatorConformance,
    testing::Values(AllocatorCase{"CPU", [] { return NewCPUAllocator(); }},
                    AllocatorCase{
                        "CachingCPU",
                        [] { return NewCachingAllocator(NewCPUAllocator()); }}),
    AllocatorCaseName);

}  // namespace
}  // namespace paddle::memory
