#include "paddle/operators/convolution/own_order.h"

#include <cstring>

#include "paddle/operators/math/blas/packed_note.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

static_assert(sizeof(OwnOrder) <= kPackedNoteBytes);

bool HasRoom(const OwnOrder& order, const Tensor& packed) {
  const int64_t bytes = order.floats * static_cast<int64_t>(sizeof(float));
  return static_cast<int64_t>(packed.bytes()) >= kPackedNoteBytes + bytes;
}

}  // namespace

const float* FindOwn(const OwnOrder& order, const Tensor& packed) {
  const auto* begin = static_cast<const char*>(packed.raw_data());
  if (!HasRoom(order, packed) ||
      std::memcmp(begin, &order, sizeof(order)) != 0) {
    return nullptr;
  }
  return reinterpret_cast<const float*>(begin + kPackedNoteBytes);
}

float* NoteOwn(const OwnOrder& order, Tensor* packed) {
  auto* const begin = static_cast<char*>(packed->raw_mutable_data());
  std::memset(begin, 0, packed->bytes());
  if (!HasRoom(order, *packed)) return nullptr;
  std::memcpy(begin, &order, sizeof(order));
  return reinterpret_cast<float*>(begin + kPackedNoteBytes);
}

}  // namespace paddle::operators::kernels
