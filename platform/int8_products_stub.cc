#include "paddle/platform/int8_products.h"

namespace paddle::platform {

bool HasInt8Products() { return false; }

}  // namespace paddle::platform
