// Tells a process of a job who it is.
#pragma once

#include <string>
#include <vector>

#include "paddle/framework/distributed/master/node_processes.h"

namespace paddle::distributed {

// A node, as its processes need to know it.
struct NodePlace {
  std::string program;  // that runs processes of jobs, a path
  std::string root;     // of JobFolders
  std::string store;    // the URL of the cluster's store
  std::string host;     // the number by which others reach this machine
  int trainers = 1;     // that run here at a time
};

// Returns the command that runs the process, which ends with this one, and its
// environment: `own`, "NAME=value", without what tells the node itself a place
// in a job; and what ReadJobEnvironment reads. The trainers of an attempt meet
// under a name that no other has. Cores are divided among the trainers of a
// node unless `own` says how many threads they have.
NodeProcesses::Start StartOf(const NodePlace& place, const ScheduledJob& job,
                             const ProcessName& name,
                             const std::vector<std::string>& own);

// Returns the environment of this process.
std::vector<std::string> OwnEnvironment();

}  // namespace paddle::distributed
