// The list of optimizers that operator fused_update runs, as its attributes and
// slots say it.
#pragma once

#include "absl/strings/string_view.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/operators/common/fused_attributes.h"

namespace paddle::operators {

struct UpdateList {
  // The optimizer, which lives as long as the process.
  const framework::OpInfo* info = nullptr;
  // Its operator with all attributes and no variables.
  framework::proto::OpDesc desc;
  framework::AttributeMap attributes;  // those of desc
  int parameters = 0;

  // Returns the number of variables of each parameter in X and Out: as many as
  // the optimizer declares updates.
  int width() const { return static_cast<int>(info->proto.updates.size()); }
  // Returns the place in X and Out of a slot, an input or an output, of the
  // optimizer of parameter i; -1 if the slot is no updated one.
  int PlaceOf(int i, absl::string_view slot) const;
};

// Reads the list of an operator with so many variables in Grad, X and Out.
// Throws InvalidArgument for an optimizer that is not elementwise, counts that
// do not go together, and attributes that the optimizer does not have.
UpdateList ReadUpdateList(AttributeLookup attribute, int grads, int inputs,
                          int outputs);

}  // namespace paddle::operators
