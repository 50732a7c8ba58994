// Defines UpdateItemsOnCUDA of update_items.h. The sources that the build
// writes for each _optimizer of ops.bzl instantiate it:
//
//   PADDLE_INSTANTIATE_ITEMS(AdagradFunctor);
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "absl/types/span.h"

#include "paddle/operators/optimizer/functor_rule.h"
#include "paddle/operators/optimizer/optimizer_loop.h"
#include "paddle/operators/optimizer/update_items.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/host_device.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace internal {

// Some items, cut into chunks that a team updates each, as a kernel gets them
// by value.
template <typename T, typename Functor>
struct ItemTable {
  // Arguments of a kernel have 4 KB before CUDA 12.1.
  static constexpr int64_t kBytes = 3584;
  static constexpr int kMost =
      kBytes / (sizeof(UpdateItem<T, Functor>) + sizeof(int64_t));
  // Every lane prepares the rule, so each updates several elements.
  static constexpr int64_t kChunk = 4096;

  void Add(const UpdateItem<T, Functor>& item) {
    begin[count] = chunks;
    of[count++] = item;
    chunks += (item.size + kChunk - 1) / kChunk;
  }
  // Returns the item that a chunk is part of: the last that begins there or
  // before, since one without elements has no chunk.
  PADDLE_HOST_DEVICE int ItemOf(int64_t chunk) const {
    int first = 0, end = count;
    while (end - first > 1) {
      const int middle = (first + end) / 2;
      (begin[middle] <= chunk ? first : end) = middle;
    }
    return first;
  }

  int count = 0;
  int64_t chunks = 0;
  int64_t begin[kMost] = {};  // the first chunk of each item
  UpdateItem<T, Functor> of[kMost];
};

// Calls visit(table) with tables that have all items.
template <typename T, typename Functor, typename Visit>
void ForEachTable(absl::Span<const UpdateItem<T, Functor>> items,
                  const Visit& visit) {
  constexpr size_t kMost = ItemTable<T, Functor>::kMost;
  for (size_t i = 0; i < items.size(); i += kMost) {
    ItemTable<T, Functor> table;
    for (const auto& item : items.subspan(i, kMost)) table.Add(item);
    visit(table);
  }
}

// Lanes that run together touch adjacent memory.
template <typename Functor, typename T>
void UpdateTable(const platform::CUDADeviceContext& device,
                 const Functor& functor, const T* rate,
                 const ItemTable<T, Functor>& table) {
  using Table = ItemTable<T, Functor>;
  using States = std::make_index_sequence<kNumStates<Functor>>;
  platform::ForEachTeam(
      device, table.chunks, Table::kChunk,
      [=] PADDLE_DEVICE(const platform::Team& team) {
        const int i = table.ItemOf(team.index());
        const UpdateItem<T, Functor> item = table.of[i];
        FunctorRule<T, Functor> rule = {functor, rate, item.numbers};
        rule.Prepare();
        const int64_t begin = (team.index() - table.begin[i]) * Table::kChunk;
        const int64_t rest = item.size - begin;
        const int64_t end =
            begin + (rest < Table::kChunk ? rest : Table::kChunk);
        for (int64_t k = begin + team.lane(); k < end; k += team.size()) {
          UpdateElement(rule, item.arrays, k, item.grad[k], States());
        }
      });
}

// A thread for each item.
template <typename Functor, typename T>
void AdvanceTable(const platform::CUDADeviceContext& device,
                  const Functor& functor, const T* rate,
                  const ItemTable<T, Functor>& table) {
  platform::ForEach(device, table.count, [=] PADDLE_DEVICE(int64_t i) {
    const UpdateItem<T, Functor> item = table.of[i];
    const FunctorRule<T, Functor> rule = {functor, rate, item.numbers};
    rule.Advance(item.next);
  });
}

}  // namespace internal

// No number advances before the last update has read it.
template <typename Functor, typename T>
void UpdateItemsOnCUDA(const platform::CUDADeviceContext& device,
                       const Functor& functor, const T* rate,
                       absl::Span<const UpdateItem<T, Functor>> items) {
  internal::ForEachTable(items, [&](const auto& table) {
    internal::UpdateTable(device, functor, rate, table);
  });
  if constexpr (kNumNumbers < Functor >> 0) {
    internal::ForEachTable(items, [&](const auto& table) {
      internal::AdvanceTable(device, functor, rate, table);
    });
  }
}

}  // namespace paddle::operators::kernels

// Instantiates a functor for the types of parameters: float and double.
#define PADDLE_INSTANTIATE_ITEMS(Functor)                             \
  PADDLE_INSTANTIATE_ONE(kernels::UpdateItemsOnCUDA<Functor, float>); \
  PADDLE_INSTANTIATE_ONE(kernels::UpdateItemsOnCUDA<Functor, double>)
