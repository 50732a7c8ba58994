#include "paddle/platform/image_order.h"

namespace paddle::platform {

bool ConvolvesChannelsLast() { return true; }

}  // namespace paddle::platform
