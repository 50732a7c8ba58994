// Registers gradient operators whose schema is written by hand.
#pragma once

#include <utility>

#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/registry/op_registry.h"

namespace paddle::framework::internal {

// Makes `grad_type`, which `maker` writes, the gradient operator of `type`:
// gradients of gradients differentiate it, and fail if it has no gradient.
// Returns 0.
inline int RegisterGradientOp(const char* type, const char* grad_type,
                              GradMaker maker) {
  OpInfoMap::Instance().GetMutable(grad_type).proto.gradient_of = type;
  return RegisterGradMaker(type, std::move(maker));
}

}  // namespace paddle::framework::internal

// Registers the gradient operator `grad_type` of an operator registered before,
// with a schema of its own instead of one derived from the forward operator.
// `maker` converts to GradMaker.
#define REGISTER_GRADIENT_OP(type, grad_type, op, op_maker, maker)         \
  PADDLE_REGISTER_OP_(grad_type, op, op_maker);                            \
  static const int paddle_register_gradient_op_##type [[maybe_unused]] =   \
      ::paddle::framework::internal::RegisterGradientOp(#type, #grad_type, \
                                                        maker)
