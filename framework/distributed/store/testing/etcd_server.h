// Runs etcd for a test.
#pragma once

#include <sys/types.h>

#include <string>

#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::distributed {

// The path of libpaddle_grpc.so, which tests have as data.
inline constexpr char kTestRpcLibrary[] =
    "framework/distributed/server/libpaddle_grpc.so";

// A server of etcd on free ports of this machine, which the system kills with
// the thread that has started it. The test fails if it does not answer within
// 30 s.
class EtcdServer {
 public:
  EtcdServer();
  ~EtcdServer();
  EtcdServer(const EtcdServer&) = delete;
  EtcdServer& operator=(const EtcdServer&) = delete;

  const std::string& address() const { return address_; }
  std::string url() const { return "etcd://" + address_ + "/test"; }
  // Stops it, and waits until each of its threads has stopped: on a busy
  // machine they answer for a while after the signal.
  void Stop() const;
  // Lets it go on after a stop.
  void GoOn() const;
  // Ends it; its data stay.
  void Kill();
  // Starts it with what it had, and waits until it answers.
  void Start();

 private:
  const platform::TemporaryFolder folder_;
  const std::string address_, peers_;
  pid_t process_ = 0;
};

}  // namespace paddle::distributed
