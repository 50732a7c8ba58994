#include "paddle/operators/math/blas/own_order.h"

#include <cstring>

#include "paddle/operators/math/blas/packed_note.h"
#include "paddle/operators/math/loops/thread_scratch.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

static_assert(sizeof(OwnOrder) <= kPackedNoteBytes);

int64_t BytesOf(const OwnOrder& order) {
  return order.floats * static_cast<int64_t>(sizeof(float));
}

bool IsIn(const OwnOrder& order, const Tensor& packed) {
  return HasRoom(BytesOf(order), packed) &&
         std::memcmp(packed.raw_data(), &order, sizeof(order)) == 0;
}

// Returns the place behind the note.
float* FloatsOf(const void* packed) {
  auto* const begin = static_cast<char*>(const_cast<void*>(packed));
  return reinterpret_cast<float*>(begin + kPackedNoteBytes);
}

}  // namespace

const float* FindOwn(const OwnOrder& order, const Tensor& packed) {
  return IsIn(order, packed) ? FloatsOf(packed.raw_data()) : nullptr;
}

float* OwnFloats(const OwnOrder& order, const Tensor* packed, WriteOwn write) {
  if (packed != nullptr && IsIn(order, *packed)) {
    return FloatsOf(packed->raw_data());
  }
  auto* const floats =
      static_cast<float*>(ThreadScratch(ScratchSlot::kShared, BytesOf(order)));
  write(floats);
  return floats;
}

void PackOwn(const OwnOrder& order, WriteOwn write, Tensor* packed) {
  ClearPacked(packed);
  if (!HasRoom(BytesOf(order), *packed)) return;
  void* const begin = packed->raw_mutable_data();
  std::memcpy(begin, &order, sizeof(order));
  write(FloatsOf(begin));
}

}  // namespace paddle::operators::kernels
