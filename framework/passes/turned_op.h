// Says how an operator computes the same of images with their channels last.
#pragma once

#include <functional>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

#include "paddle/framework/ir/program.h"

namespace paddle::framework {

// Returns the variable that holds an image [N, C, H, W] as [N, H, W, C]; "" if
// there is none.
using LastOf = std::function<std::string(const std::string& name)>;

// Returns an operator of inference that reads images with their channels last:
// the names of images among the inputs are replaced, and attributes that name
// axes are changed. Outputs keep their names: those that are images hold what
// they held with the channels last, others (a mean over all pixels) what they
// held. Nothing for an operator that needs the channels where they are, reads
// an image that is not there with its channels last, or none at all.
absl::optional<proto::OpDesc> TurnedOp(const proto::OpDesc& op,
                                       const SymbolTable& table,
                                       const LastOf& last_of);

// Returns an operator that computes the same bits of images with their channels
// last, of training or inference: conv2d of floats (conv2d_nhwc), batch_norm,
// pool2d, their gradients, and what computes element by element
// (framework/registry/elementwise_rule.h). Otherwise like TurnedOp.
absl::optional<proto::OpDesc> ExactlyTurnedOp(const proto::OpDesc& op,
                                              const SymbolTable& table,
                                              const LastOf& last_of);

// Returns a transpose of images that puts the channels last, or first again.
proto::OpDesc ToLast(const std::string& from, const std::string& to);
proto::OpDesc ToFirst(const std::string& from, const std::string& to);
// True for such an operator.
bool IsToLast(const proto::OpDesc& op);
bool IsToFirst(const proto::OpDesc& op);

// True unless the outputs in a slot are gradients of filters, which keep their
// order.
bool HasImages(const proto::OpDesc& op, absl::string_view slot);

// True for a variable of rank 4, a dense tensor without sequences.
bool IsImage(const SymbolTable& table, const std::string& name);

}  // namespace paddle::framework
