// Connects the processes of a job.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "paddle/framework/distributed/group/communicator.h"
#include "paddle/framework/distributed/group/rendezvous.h"
#include "paddle/framework/distributed/store/open_store.h"

namespace paddle::distributed {

// A process and its job.
struct JobMember {
  int rank = 0;
  int size = 1;
  int shards = 1;     // into which the job divides its rows; at least size
  std::string store;  // the URL where the processes meet: see OpenStore
  // What calls the store, if that is in etcd.
  std::string calls = kRpcLibrary;
  // The name under which they meet; no other job in the store has it, and none
  // had it before.
  std::string job = "job";
  // The number by which the others reach this machine.
  std::string address = "127.0.0.1";
  // The library that carries bytes between processes: see LoadBackend.
  std::string backend;
  // The longest time to wait for the others.
  std::chrono::milliseconds timeout = std::chrono::minutes(5);
  // The GPU whose memory the group's calls take, or -1 for memory of the CPU;
  // and NCCL, which then carries it: see NewNcclCommunicator.
  int gpu = -1;
  std::string nccl = "libnccl.so.2";
};

// Returns the process's end of the group when all have come; a group of one
// needs neither store nor backend. Unavailable, naming those that are missing,
// after the timeout; otherwise errors are those of OpenStore, LoadBackend, the
// backend and NewNcclCommunicator.
std::unique_ptr<Communicator> ConnectJob(const JobMember& member);
// As above, for members that meet elsewhere than in a store.
std::unique_ptr<Communicator> ConnectJob(const JobMember& member,
                                         Rendezvous rendezvous);

}  // namespace paddle::distributed
