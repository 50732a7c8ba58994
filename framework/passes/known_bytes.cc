#include "paddle/framework/passes/known_bytes.h"

#include "paddle/framework/types/data_type.h"

namespace paddle::framework {

int64_t KnownBytes(const proto::VarDesc& var) {
  if (var.kind() != proto::DENSE_TENSOR || var.dtype() == proto::UNKNOWN ||
      var.lod_level() != 0) {
    return -1;
  }
  auto bytes = static_cast<int64_t>(SizeOf(DataTypeFromNumber(var.dtype())));
  for (const int64_t size : var.dims()) {
    if (size < 0 || __builtin_mul_overflow(bytes, size, &bytes)) return -1;
  }
  return bytes;
}

}  // namespace paddle::framework
