// Combines the arrays of all members around a ring, as Gloo does it.
#pragma once

#include "paddle/framework/distributed/gloo/mesh.h"
#include "paddle/framework/distributed/group/transport.h"

namespace paddle::distributed {

// Does what FastReducer::AllReduce does, by Gloo's own algorithm, whose
// messages are those of `transport`: so a call ends when a member is lost or
// aborts, which Gloo's own calls do not. `mesh` has the connections of the
// transport.
void RingAllReduce(Transport* transport, const Mesh& mesh,
                   const FastReduction& given);

}  // namespace paddle::distributed
