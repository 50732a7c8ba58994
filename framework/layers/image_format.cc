#include "paddle/framework/layers/image_format.h"

#include <cstdint>
#include <vector>

#include "paddle/framework/layers/basic.h"
#include "paddle/platform/enforce.h"

namespace paddle::layer {
namespace {

using Integers = std::vector<int64_t>;

bool IsLast(const std::string& layer, const std::string& format, int axes) {
  const std::string first = axes == 3 ? "NCDHW" : "NCHW";
  const std::string last = axes == 3 ? "NDHWC" : "NHWC";
  PADDLE_ENFORCE(format.empty() || format == first || format == last,
                 InvalidArgument, layer, ": the format '", format,
                 "' of images; it is ", first, " or ", last);
  return format == last;
}

}  // namespace

ImageFormat::ImageFormat(const std::string& layer, const std::string& format,
                         int axes)
    : layer_(layer), axes_(axes), last_(IsLast(layer, format, axes)) {}

Variable ImageFormat::First(const Variable& x) const {
  if (!last_) return x;
  PADDLE_ENFORCE_EQ(x.dims().rank(), 2 + axes_, layer_, " takes images [N, ",
                    axes_ == 3 ? "D, " : "", "H, W, C], not ", x.ToString());
  return transpose(x,
                   axes_ == 3 ? Integers{0, 4, 1, 2, 3} : Integers{0, 3, 1, 2});
}

Variable ImageFormat::Back(const Variable& y) const {
  if (!last_) return y;
  return transpose(y,
                   axes_ == 3 ? Integers{0, 2, 3, 4, 1} : Integers{0, 2, 3, 1});
}

}  // namespace paddle::layer
