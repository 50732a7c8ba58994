#include "paddle/operators/convolution/pack_schema_base.h"

#include <cstdint>
#include <vector>

#include "paddle/framework/types/dims.h"
#include "paddle/operators/common/window_padding.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

using Numbers = std::vector<int64_t>;

void CheckPackedFilter(const framework::InferShapeContext& ctx,
                       absl::string_view op) {
  const framework::Dims filter = ctx.InputDims("Filter");
  const int64_t groups = ctx.Attr<int64_t>("groups");
  PADDLE_ENFORCE(filter.rank() == 4 && filter.IsStatic() &&
                     filter.Numel() > 0 && filter[0] % groups == 0,
                 InvalidArgument, "Filter of ", op,
                 " is [M, C / groups, KH, KW] of sizes that are known, with M "
                 "a multiple of the ",
                 groups, " groups, not ", filter.ToString());
  const auto& image = ctx.Attr<Numbers>("image_size");
  const WindowPadding padding(ctx, 2);
  for (int i = 0; i < 2 && !padding.is_same(); ++i) {
    const int64_t reach =
        (filter[2 + i] - 1) * ctx.Attr<Numbers>("dilations")[i] + 1;
    const int64_t padded = image[i] + padding.before(i) + padding.after(i);
    PADDLE_ENFORCE(padded >= reach, InvalidArgument, "windows of ", op,
                   " reach over ", reach,
                   " elements, but the padded image has ", padded);
  }
}

void PackMaker::AddPacking(const std::string& filter) {
  AddInput("Filter", "[M, C / groups, KH, KW]" + filter);
  AddOutput("Out",
            "[K]: a note of the order, and Filter in that order, filled up "
            "to whole registers.");
  AddWindow("The strides of the convolution", "The paddings of it",
            "The groups of it.");
  AddAttr<Numbers>("image_size",
                   "The size of the images that the convolution will see: "
                   "height, width. Others are computed right, but slower.")
      .Length(2)
      .AtLeast(1)
      .AtMost(int64_t{1} << 31);
}

}  // namespace paddle::operators
