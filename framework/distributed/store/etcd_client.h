// Calls etcd by its API of gRPC, which a library carries.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "google/protobuf/message_lite.h"

#include "paddle/framework/distributed/store/rpc_backend.h"

namespace paddle::distributed {

// The servers of a cluster, and the prefix of all keys: "" or "a/b/".
struct EtcdAddress {
  std::vector<std::string> servers;  // "host:port", at least one
  std::string prefix;
};

// Returns what "etcd://host:port,host2:port/prefix" says; InvalidArgument if it
// is no such address.
EtcdAddress ParseEtcdUrl(const std::string& url);

// The servers of one cluster, tried one after the other. Thread safe.
class EtcdClient {
 public:
  using Time = std::chrono::steady_clock::time_point;
  using Take = std::function<bool(const std::string& message)>;

  // If a server fails after the request was sent, it may have carried it out:
  // only what may be carried out twice is asked of the next one.
  enum class Repeat { kNo, kYes };

  // `library` is a path of libpaddle_grpc.so; see platform::LoadTable for it
  // and its errors. Nothing is called yet.
  EtcdClient(const std::string& url, const std::string& library);

  const std::string& url() const { return url_; }
  // Returns the key as etcd has it.
  std::string FullKey(const std::string& key) const {
    return address_.prefix + key;
  }
  size_t prefix_size() const { return address_.prefix.size(); }

  // Makes a call, "KV/Range", that is answered by one message, of each server
  // for at most `patience`. Unavailable, naming the address and the reasons, if
  // none answers; NotFound if what it names is not there.
  void Call(const std::string& method,
            const google::protobuf::MessageLite& request, Repeat repeat,
            std::chrono::milliseconds patience,
            google::protobuf::MessageLite* response);

  // Makes a call, of one server, whose answer is a stream until `take` returns
  // false; returns whether it has. False at the deadline, too. Unavailable,
  // after turning to the next server, if it fails earlier.
  bool Listen(const std::string& method,
              const google::protobuf::MessageLite& request, Time deadline,
              const Take& take);

 private:
  struct Server {
    std::string address;
    std::shared_ptr<PaddleRpcChannel> channel;
  };

  const Server& Current();
  // Turns to the server behind this one, if nobody has.
  void TurnFrom(const Server& server);
  int32_t CallOne(const Server& server, const std::string& method,
                  const std::string& request,
                  std::chrono::milliseconds patience, const Take& take,
                  std::string* error);
  // Throws the error of a call.
  [[noreturn]] void Fail(int32_t code, const std::string& error) const;

  const std::string url_;
  const EtcdAddress address_;
  const PaddleRpcTable& table_;
  std::vector<Server> servers_;
  std::mutex mutex_;
  size_t current_ = 0;
};

}  // namespace paddle::distributed
