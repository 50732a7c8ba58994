#include "paddle/framework/layers/bilinear.h"

#include "paddle/framework/layers/layer_helper.h"
#include "paddle/framework/layers/op.h"

namespace paddle::layer {

Variable bilinear_tensor_product(const Variable& x, const Variable& y,
                                 int64_t size, const BilinearOptions& options) {
  LayerHelper layer("bilinear_tensor_product", {x, y}, options.name);
  const Variable weight = layer.Weight(
      {size, layer.RowWidth(x), layer.RowWidth(y)}, options.weight);
  // An invalid variable leaves the slot out.
  const Variable bias =
      options.bias ? layer.Bias({size}, *options.bias) : Variable();
  const Variable out =
      layer.Op("bilinear_tensor_product",
               {{"X", x}, {"Y", y}, {"Weight", weight}, {"Bias", bias}});
  return layer.Activate(out, options.act);
}

}  // namespace paddle::layer
