// Cuts a program into the stages on which its operators are.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "paddle/framework/ir/program.h"

namespace paddle::framework {

struct PlaceOptions {
  int stages = 0;  // 0: as many as operators name
  // The raw variable of the scope that holds the group of the stages, a
  // std::shared_ptr<distributed::Communicator> whose ranks they are.
  std::string group = "stages@JOB";
};

struct StagePrograms {
  std::shared_ptr<const Program> main;
  // Gives the stage's own persistables their first values.
  std::shared_ptr<const Program> startup;
};

// Returns the programs of each stage, which compute together what `main` does,
// with the same bits. Operators keep their ids, variables their names. A value
// that another stage needs is sent to it (send, recv) as soon as it is there,
// in the order of operators, so that no stage waits for another in a circle,
// whatever the placement: MatchCommunication has proved it. A persistable is
// where it is changed, and with it its part of `startup`; others, such as a
// learning rate, are in each stage that reads them. What is fed or fetched is
// so on the stages that have it.
//
// Errors are those of PlanStages and FindTransfers. Links no operator: the
// programs that run them need //operators/collective.
std::vector<StagePrograms> Place(const std::shared_ptr<const Program>& main,
                                 const std::shared_ptr<const Program>& startup,
                                 const PlaceOptions& options);

// Gives the main programs of all stages their parts of `startup`.
// InvalidArgument if the stages do not match (MatchCommunication).
std::vector<StagePrograms> WithStartups(
    const std::vector<std::shared_ptr<const Program>>& mains,
    const Program& startup);

// Removes from a program's interface what no operator mentions, and then all
// that is unused.
void DropUnusedOfStage(Program* program);

}  // namespace paddle::framework
