// Makes a process a node of a cluster.
#pragma once

#include <atomic>
#include <chrono>
#include <string>
#include <vector>

#include "paddle/framework/distributed/master/job_board.h"
#include "paddle/framework/distributed/master/job_folders.h"
#include "paddle/framework/distributed/master/node_processes.h"
#include "paddle/framework/distributed/store/leased_store.h"

namespace paddle::distributed {

struct NodeOptions {
  std::string name;             // by which it is known, with a number behind it
  proto::NodeState state;       // that it offers
  std::chrono::seconds ttl{5};  // until a node that is silent counts as lost
};

// A node: it offers to run processes of jobs, and leads if no other node does.
// When it cannot tell the store in time that it lives, it ends its processes
// before others are given their places, and comes back under another name.
class Node {
 public:
  // Store and folders must outlive it.
  Node(NodeOptions options, LeasedStore* store, const JobFolders& folders,
       NodeProcesses::StartOf start);

  // Works until it is told to stop; then ends its processes. Throws errors of
  // the store but Unavailable, which it waits for.
  void Run(const std::atomic<bool>& stopped);

 private:
  // Works as long as the lease is safe: see NodeFence.
  void RunUnder(Lease* lease, const std::atomic<bool>& stopped);
  // Decides about jobs, as the one that leads.
  void Decide(const Nodes& nodes, int64_t lead, std::vector<KnownJob>* jobs);

  const NodeOptions options_;
  LeasedStore* const store_;
  JobBoard board_;
  const JobFolders& folders_;
  const NodeProcesses::StartOf start_;
};

}  // namespace paddle::distributed
