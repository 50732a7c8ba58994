// Registers how a new version of an operator reads what older versions wrote.
//
//   class ScaleOpMaker ... { ... SetVersion(2); }
//   REGISTER_OP(scale, ScaleOp, ScaleOpMaker, scale_grad, ScaleGradOp);
//   // Version 1 called it "factor".
//   REGISTER_OP_UPGRADE(scale, 1, [](framework::proto::OpDesc* op) {
//     framework::RenameAttribute(op, "factor", "scale");
//   });
//
// A new version is a new meaning of the same description. A new optional slot,
// or a new attribute whose default is the old behaviour, needs none: programs
// get the default when they are read. Whatever would compute something else, or
// be refused, is a new version, with an upgrade from the one before that stays
// for ever. What an upgrade cannot express, the new version has to support
// itself: by an attribute that selects the old meaning.
#pragma once

#include "absl/strings/string_view.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/op_upgrade.h"

namespace paddle::framework {

// For upgrades; does nothing if the operator has no attribute `from`.
void RenameAttribute(proto::OpDesc* op, absl::string_view from,
                     absl::string_view to);

namespace internal {

// An internal error if the type is not registered or not above `version`.
// Returns 0, so that a static variable can hold the call.
int RegisterOpUpgrade(const char* type, int version, OpUpgrade upgrade);

}  // namespace internal
}  // namespace paddle::framework

// Belongs after the operator's registration, in the same file.
#define REGISTER_OP_UPGRADE(type, version, ...)                         \
  static const int paddle_upgrade_##type##_##version [[maybe_unused]] = \
      ::paddle::framework::internal::RegisterOpUpgrade(#type, version,  \
                                                       __VA_ARGS__)
