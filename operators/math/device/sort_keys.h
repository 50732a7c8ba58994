// Sorts keys, and finds the runs of equal ones: the ground of argsort, and of
// sums over equal row numbers. Every device gives the same result.
#pragma once

#include <cstdint>

#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Sorts keys[0, count) in ascending order and stores in positions[i] where
// keys[i] was before; equal keys stay in their order. Both arrays are in memory
// of the device. On a GPU it is a radix sort of Thrust that takes scratch
// memory for a copy of both, and does not wait for the device; on the CPU one
// thread sorts by the digits in which keys differ, in O(n) each. Key: uint32_t,
// uint64_t (operators/indexing has such keys of other numbers, sort_key.h).
template <class Device, class Key>
void SortKeys(const Device& device, int64_t count, Key* keys,
              int64_t* positions);

// Sorts keys[0, count) as SortKeys does, then drops all but the first of each
// run of equal ones and returns how many are left, n. Stores where the runs
// begin among the sorted positions in starts[0, n), and `count` in starts[n];
// `starts` has room for count + 1 numbers. All arrays are in memory of the
// device. Waits for a GPU, which alone knows n, and so cannot be recorded
// (platform/device_graph.h).
template <class Device>
int64_t GroupKeys(const Device& device, int64_t count, uint64_t* keys,
                  int64_t* positions, int64_t* starts);

}  // namespace paddle::operators::kernels
