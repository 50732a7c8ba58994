#include "paddle/operators/math/rows/row_partition.h"

#include "paddle/memory/copy.h"
#include "paddle/operators/math/rows/any_device.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/place.h"

namespace paddle::operators::kernels {

using framework::LoD;
using framework::LoDPtr;
using framework::Tensor;

namespace {

int64_t ItemCount(Mask mask) { return static_cast<int64_t>(mask.size()); }

int64_t RowAt(Offsets offsets, int64_t item) {
  return offsets.empty() ? item : offsets[item];
}

// Returns the number of rows of a part among the items [0, end).
int64_t CountRows(Mask mask, Offsets offsets, bool part, int64_t end) {
  int64_t rows = 0;
  for (int64_t i = 0; i < end; ++i) {
    if (mask[i] == part) rows += RowAt(offsets, i + 1) - RowAt(offsets, i);
  }
  return rows;
}

// A run of neighbouring items of one part, which one copy moves.
struct Run {
  bool part;
  int64_t whole;    // the first row among all
  int64_t in_part;  // the first row in the part
  int64_t rows;
};

// Calls body(run) for all runs: in parallel on the CPU; in order for a GPU,
// where each call only queues a copy.
template <typename Body>
void ForEachRun(const platform::DeviceContext& device, Mask mask,
                Offsets offsets, int64_t row_bytes, const Body& body) {
  constexpr int64_t kGrainBytes = 262144;
  const int64_t items = ItemCount(mask);
  const int64_t bytes = RowAt(offsets, items) * row_bytes;
  if (bytes == 0) return;
  const auto range = [&](int64_t begin, int64_t end) {
    // A range that begins in the middle counts the rows before it, so that
    // ranges need not wait for each other.
    int64_t next[] = {CountRows(mask, offsets, false, begin),
                      CountRows(mask, offsets, true, begin)};
    for (int64_t i = begin, j; i < end; i = j) {
      for (j = i + 1; j < end && mask[j] == mask[i];) ++j;
      const int64_t row = RowAt(offsets, i);
      const Run run = {mask[i], row, next[mask[i]], RowAt(offsets, j) - row};
      next[mask[i]] += run.rows;
      body(run);
    }
  };
  if (device.place().is_cuda()) return range(0, items);
  const int64_t grain = kGrainBytes / (bytes / items + 1) + 1;
  platform::ParallelFor(items, grain, range);
}

void CheckPart(Mask mask, Offsets offsets, const Tensor* part, bool marked) {
  if (part == nullptr) return;
  const int64_t rows = RowsOfPart(mask, offsets, marked);
  PADDLE_ENFORCE(part->rank() > 0 && rows == part->dims()[0], InvalidArgument,
                 "the part where the mask is ", marked ? "true" : "false",
                 " has ", rows, " rows, which a tensor of shape ",
                 part->dims().ToString(), " does not hold");
}

// Appends the lengths of an item at all levels: the sub-sequences of an item
// are contiguous at each level.
void AppendItem(const LoD& lod, int64_t item, LoD::Levels* lengths) {
  int64_t begin = item, end = item + 1;
  for (int level = 0; level < lod.levels(); ++level) {
    const auto offsets = lod.offsets(level);
    for (int64_t i = begin; i < end; ++i) {
      (*lengths)[level].push_back(offsets[i + 1] - offsets[i]);
    }
    begin = offsets[begin];
    end = offsets[end];
  }
}

void CheckItems(const LoDPtr& lod, Mask mask, bool part) {
  const int64_t wanted = RowsOfPart(mask, {}, part);
  const int64_t items = lod == nullptr ? 0 : lod->sequences(0);
  PADDLE_ENFORCE(items == wanted, InvalidArgument,
                 "the part where the mask is ", part ? "true" : "false",
                 " has ", wanted, " sequences by the mask, but ", items,
                 " are given");
}

}  // namespace

Mask MaskOf(const Tensor& mask) {
  return Mask(mask.data<bool>(), static_cast<size_t>(mask.numel()));
}

std::vector<int64_t> ItemsOfPart(Mask mask, bool part) {
  std::vector<int64_t> items;
  for (int64_t i = 0; i < ItemCount(mask); ++i) {
    if (mask[i] == part) items.push_back(i);
  }
  return items;
}

std::vector<int64_t> ItemOffsets(const LoDPtr& lod) {
  if (lod == nullptr) return {};
  const auto first = lod->offsets(0);
  std::vector<int64_t> offsets(first.begin(), first.end());
  for (int level = 1; level < lod->levels(); ++level) {
    for (int64_t& offset : offsets) offset = lod->offsets(level)[offset];
  }
  return offsets;
}

void CheckMask(const Tensor& x, Mask mask, Offsets offsets) {
  const bool fits =
      offsets.empty() || offsets.size() == static_cast<size_t>(mask.size()) + 1;
  PADDLE_ENFORCE(fits, InvalidArgument, "a mask of ", mask.size(),
                 " elements for ", offsets.size() - 1, " sequences");
  const int64_t rows = RowAt(offsets, ItemCount(mask));
  PADDLE_ENFORCE(x.rank() > 0 && rows == x.dims()[0], InvalidArgument,
                 "a mask of ", mask.size(), " elements for ", rows,
                 " rows, not for a tensor of shape ", x.dims().ToString());
}

int64_t RowsOfPart(Mask mask, Offsets offsets, bool part) {
  return CountRows(mask, offsets, part, ItemCount(mask));
}

LoDPtr LoDOfPart(const LoDPtr& lod, Mask mask, bool part) {
  if (lod == nullptr) return nullptr;
  LoD::Levels lengths(lod->levels());
  for (const int64_t item : ItemsOfPart(mask, part)) {
    AppendItem(*lod, item, &lengths);
  }
  return LoD::FromLengths(lengths);
}

LoDPtr MergedLoD(const LoDPtr& marked, const LoDPtr& others, Mask mask) {
  if (marked == nullptr && others == nullptr) return nullptr;
  CheckItems(marked, mask, true);
  CheckItems(others, mask, false);
  const LoD& first = marked == nullptr ? *others : *marked;
  const LoD& second = others == nullptr ? *marked : *others;
  PADDLE_ENFORCE(first.levels() == second.levels(), InvalidArgument,
                 "parts with sequences of ", first.levels(), " and ",
                 second.levels(), " levels cannot be merged");
  LoD::Levels lengths(first.levels());
  int64_t next[] = {0, 0};
  for (const bool part : mask) {
    AppendItem(part ? *marked : *others, next[part]++, &lengths);
  }
  return LoD::FromLengths(lengths);
}

void SplitRows(const platform::DeviceContext& device, const Tensor& x,
               Mask mask, Offsets offsets, Tensor* marked, Tensor* others) {
  CheckMask(x, mask, offsets);
  CheckPart(mask, offsets, marked, true);
  CheckPart(mask, offsets, others, false);
  const int64_t bytes = RowBytes(x);
  const char* from = static_cast<const char*>(x.raw_data());
  Tensor* const parts[] = {others, marked};
  const platform::Place place = device.place();
  ForEachRun(device, mask, offsets, bytes, [=](const Run& run) {
    if (parts[run.part] == nullptr) return;
    char* to = static_cast<char*>(parts[run.part]->raw_mutable_data());
    memory::CopyAsync(place, to + run.in_part * bytes, place,
                      from + run.whole * bytes, run.rows * bytes);
  });
}

void MergeRows(const platform::DeviceContext& device, const Tensor* marked,
               const Tensor* others, Mask mask, Offsets offsets, Tensor* out) {
  CheckMask(*out, mask, offsets);
  CheckPart(mask, offsets, marked, true);
  CheckPart(mask, offsets, others, false);
  const int64_t bytes = RowBytes(*out);
  char* to = static_cast<char*>(out->raw_mutable_data());
  const Tensor* const parts[] = {others, marked};
  // Rows of a part that is missing are never written by a copy.
  if (marked == nullptr || others == nullptr) Fill(device, 0, out);
  const platform::Place place = device.place();
  ForEachRun(device, mask, offsets, bytes, [=](const Run& run) {
    if (parts[run.part] == nullptr) return;
    const char* from = static_cast<const char*>(parts[run.part]->raw_data());
    memory::CopyAsync(place, to + run.whole * bytes, place,
                      from + run.in_part * bytes, run.rows * bytes);
  });
}

}  // namespace paddle::operators::kernels
