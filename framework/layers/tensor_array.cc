#include "paddle/framework/layers/tensor_array.h"

#include "paddle/framework/layers/op.h"

namespace paddle::layer {

Variable create_array(DataType dtype, const std::vector<int64_t>& shape) {
  return Op("create_array", {},
            {{"dtype", framework::DataTypeName(dtype)}, {"shape", shape}});
}

Variable array_write(const Variable& x, const Variable& i,
                     const Variable& array) {
  return Op("array_write", {{"X", x}, {"I", i}, {"Array", array}});
}

Variable array_read(const Variable& array, const Variable& i) {
  return Op("array_read", {{"Array", array}, {"I", i}});
}

Variable array_length(const Variable& array) {
  return Op("array_length", {{"Array", array}});
}

Variable array_to_tensor(const Variable& array, int64_t axis, bool stack) {
  return Op("array_to_tensor", {{"Array", array}},
            {{"axis", axis}, {"use_stack", stack}});
}

}  // namespace paddle::layer
