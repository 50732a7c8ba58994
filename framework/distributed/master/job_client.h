// Sends jobs to a cluster, and tells what becomes of them.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "paddle/framework/distributed/master/submitted_job.pb.h"
#include "paddle/framework/distributed/server/call_target.h"

namespace paddle::distributed {

// The way to a cluster. Any of its nodes will do: one that is lost is passed
// over. All calls throw what the node throws, with its address; Unavailable,
// naming all addresses, if none answers in time. Thread safe.
class JobClient {
 public:
  // Connects to an address; throws Unavailable.
  using Connect =
      std::function<std::unique_ptr<CallTarget>(const std::string& address)>;

  // InvalidArgument without any address.
  JobClient(std::vector<std::string> addresses, Connect connect,
            std::chrono::milliseconds timeout = std::chrono::seconds(10));

  // Returns the id of the job, by which the others know it.
  std::string Submit(const proto::JobSpec& spec);
  proto::JobList Jobs();
  // NotFound if there is no such job.
  proto::ListedJob Job(const std::string& id);
  // Returns what there is below the job's folder: logs of its processes
  // ("logs/<attempt>-trainer-0"), metrics, checkpoints.
  proto::FileList Files(const std::string& id);
  // Returns some bytes of a file of the job from `offset` on; none at its end.
  std::string Read(const std::string& id, const std::string& file,
                   int64_t offset);
  void Cancel(const std::string& id);

 private:
  // Makes a call at the first node that answers.
  std::string Ask(const Call& call);

  const std::vector<std::string> addresses_;
  const Connect connect_;
  const std::chrono::milliseconds timeout_;  // of a call
  std::mutex mutex_;                         // held during a call
  size_t current_ = 0;                       // of addresses_
  std::unique_ptr<CallTarget> node_;         // or null
};

// Returns what connects to nodes by a library (frame_library.h), with the token
// in a file, or without one: "".
JobClient::Connect ConnectNodesBy(
    const std::string& library, const std::string& token_file,
    std::chrono::milliseconds timeout = std::chrono::seconds(10));

}  // namespace paddle::distributed
