// Gathers the rows of all members of a group.
#pragma once

#include "paddle/framework/distributed/group/communicator.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/selected_rows.h"
#include "paddle/memory/allocation.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators {

// Leaves in `out` the rows of all members' x, of equal size, in order of ranks,
// with their sequences. InvalidArgument, naming the member, if the sizes of
// rows or the levels of sequences differ, and for sequences that are none. The
// memory for all rows is allocated when their numbers are known.
void GatherRows(distributed::Communicator* group, const framework::LoDTensor& x,
                memory::Allocator* allocator, framework::LoDTensor* out);

// Returns factor * rows, in memory of its own. Half floats are rounded once.
framework::SelectedRows ScaledRows(const platform::DeviceContext& device,
                                   const framework::SelectedRows& rows,
                                   double factor, memory::Allocator* allocator);

// Leaves in `out` the SelectedRows of all members, which have one height:
// InvalidArgument if not, OutOfRange for a row beyond it. `out` may not be `x`.
void GatherSelectedRows(distributed::Communicator* group,
                        const framework::SelectedRows& x,
                        memory::Allocator* allocator,
                        framework::SelectedRows* out);

}  // namespace paddle::operators
