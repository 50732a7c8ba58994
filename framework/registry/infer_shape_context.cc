#include "paddle/framework/registry/infer_shape_context.h"

namespace paddle::framework {

const SymbolTable& InferShapeContext::OwnedBlock(absl::string_view attribute,
                                                 int) const {
  PADDLE_THROW(Unimplemented, "the shape function of ", op_type(),
               " asks for the names of ", attribute);
}

void InferShapeContext::ShareShape(absl::string_view in,
                                   absl::string_view out) {
  SetOutput(out, InputDims(in), InputType(in));
  ShareLoD(in, out);
}

// Goes through the algebra, so that symbols multiply symbolically.
int64_t InferShapeContext::NumelOf(const Dims& dims) {
  int64_t product = 1;
  for (int64_t size : dims) product = sizes().Mul(product, size);
  return product;
}

}  // namespace paddle::framework
