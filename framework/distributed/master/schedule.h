// Decides which node runs which process of which job.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "paddle/framework/distributed/master/submitted_job.pb.h"

namespace paddle::distributed {

// A job, and what is known of it.
struct ScheduledJob {
  std::string id;
  proto::JobState state;
  bool cancelled = false;  // somebody has asked for it
  // What the processes of its attempt say: "trainer-0", "server-1". One that
  // has not been started yet says nothing.
  std::map<std::string, proto::ProcessState> processes;
};

// Nodes that live, by their names; one that comes back has another name.
using Nodes = std::map<std::string, proto::NodeState>;

// Returns the names by which processes of a job are known.
std::string TrainerName(int rank);
std::string ServerName(int number);

// A process of a job, and the node that has it.
struct Placed {
  std::string process;
  std::string node;
};
// Returns the processes of the last attempt, servers first.
std::vector<Placed> PlacesOf(const proto::JobState& state);

// Returns the state that a process tells; STARTING if it tells none.
proto::ProcessState::Phase PhaseOf(const ScheduledJob& job,
                                   const std::string& process);

// Changes the states of jobs, given in the order in which they were sent, as
// far as they should; returns true for each that it has changed.
//
// A job ends when all its trainers have, or one has a fault of its own; or when
// it is cancelled. One that has lost a process or a node begins its next
// attempt when all processes of the one before have ended or lost their nodes,
// until no restart is left; attempts go on from the last checkpoint. All
// processes of an attempt are placed at once, or none. A
// job that waits for nodes holds back those that were sent later, unless all
// nodes together would not do for it.
std::vector<bool> Schedule(const Nodes& nodes, std::vector<ScheduledJob>* jobs);

}  // namespace paddle::distributed
