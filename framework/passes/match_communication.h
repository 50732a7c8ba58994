// Proves that the programs of a job do not wait for each other in vain.
#pragma once

#include <memory>
#include <vector>

#include "paddle/framework/ir/program.h"

namespace paddle::framework {

// Simulates a step of all members of a group, programs[r] being that of rank r:
// each does its exchanges in order, a send ends when it is received, a
// send_start at once. Programs
// that match here never deadlock. InvalidArgument, naming ranks, operators and
// the lines that wrote them, if two members exchange different things at the
// same place, if somebody waits for one who has ended, or in a circle, and for
// messages to nobody; Unimplemented for exchanges in loops and branches.
void MatchCommunication(
    const std::vector<std::shared_ptr<const Program>>& programs);

}  // namespace paddle::framework
