#include "paddle/framework/layers/filter_groups.h"

#include "paddle/platform/enforce.h"

namespace paddle::layer {

void CheckGroups(const std::string& layer, int64_t groups, int64_t channels,
                 int64_t num_filters) {
  // A negative count would give a filter of a symbolic size.
  PADDLE_ENFORCE(num_filters > 0, InvalidArgument, layer,
                 ": the number of filters is positive, not ", num_filters);
  PADDLE_ENFORCE(
      groups > 0 && channels % groups == 0 && num_filters % groups == 0,
      InvalidArgument, layer, ": ", groups, " groups do not divide ", channels,
      " channels and ", num_filters, " filters");
}

}  // namespace paddle::layer
