// Tells a process its place in a job, from the variables of who started it.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace paddle::distributed {

// The place of a process in its job.
struct JobEnvironment {
  int rank = 0;        // 0 to size - 1
  int size = 1;        // processes of the job
  int local_rank = 0;  // among those of one machine; 0 if nobody says
  int shards = 1;      // into which the job divides its data; at least size
  std::string store;   // the URL where the processes meet, or ""
  std::string job;     // its name, or ""
  // The path of the socket of its agent, or "". Then rank and size are those at
  // the start, or those of a process alone: the agent tells it its place.
  std::string agent;
  // The addresses, "host:port", of the servers that have the parameters; none:
  // the trainers have them.
  std::vector<std::string> servers;
};

// Returns the value of a variable, or null.
using ReadVariable = std::function<const char*(const char*)>;

// Returns the place of this process.
//
// The first of these that is set counts: RANK and WORLD_SIZE of `paddle run`
// and of others that do as it does, those of Slurm's srun, of Open MPI, of
// MPICH and Intel MPI, and JOB_COMPLETION_INDEX of an indexed job of
// Kubernetes, with its size in PADDLE_TRAINERS. Without any, the process is
// alone. PADDLE_SHARDS, PADDLE_STORE, PADDLE_JOB, PADDLE_AGENT and
// PADDLE_SERVERS, addresses with commas in between, add to each.
//
// InvalidArgument, naming the variable, for one that is missing or makes no
// sense; a job of more than one process needs PADDLE_STORE or PADDLE_AGENT.
JobEnvironment ReadJobEnvironment(const ReadVariable& read);
// As above, from the environment of the process.
JobEnvironment ReadJobEnvironment();

}  // namespace paddle::distributed
