// Lets attributes of operators come from inputs: what a shape, an axis or a
// number of elements is, a program may compute as it runs. An operator says so
// beside its schema, after its registration:
//
//   REGISTER_ATTR_INPUT(reshape, shape, ShapeTensor);
//
// It gains an optional input slot, and so does its gradient operator. While the
// slot is given, the value in the description is an example: it has as many
// elements as the input, and outputs have the rank that it gives them, and
// sizes that are not known. In a run the shape function and the kernels see an
// attribute whose value is that of the input, and need to know nothing of this
// (framework/executor/attr_input_op.cc).
//
// What reads attributes of a description, as passes do, asks ReadsAttributes
// (op_info_map.h) first. A gradient maker that writes other operators must hand
// the slot on.
#pragma once

namespace paddle::framework {
namespace internal {

// Returns 0, so that a static variable can hold the call. Throws Internal for
// an attribute that the type does not have or that is no number and no list of
// numbers, and AlreadyExists for a second slot of it.
int RegisterAttrInput(const char* type, const char* attribute,
                      const char* slot);

}  // namespace internal
}  // namespace paddle::framework

// Lets `attribute` of a registered operator come from input `slot`.
#define REGISTER_ATTR_INPUT(type, attribute, slot)                         \
  static const int paddle_register_attr_input_##type##_##slot              \
      [[maybe_unused]] = ::paddle::framework::internal::RegisterAttrInput( \
          #type, #attribute, #slot)
