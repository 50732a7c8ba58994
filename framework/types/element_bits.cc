#include "paddle/framework/types/element_bits.h"

namespace paddle::framework {

int BitsOf(DataType type) {
  switch (type) {
    case DataType::kInt2:
    case DataType::kUInt2:
      return 2;
    case DataType::kInt4:
    case DataType::kUInt4:
    case DataType::kFloat4E2M1FN:
      return 4;
    default:
      return 8 * static_cast<int>(SizeOf(type));
  }
}

}  // namespace paddle::framework
