#include "paddle/platform/image_order.h"

namespace paddle::platform {

bool ConvolvesChannelsLast() { return false; }

}  // namespace paddle::platform
