#include "paddle/framework/distributed/gloo/gloo_transport.h"

#include <chrono>
#include <string>
#include <thread>
#include <utility>

#include "paddle/framework/distributed/gloo/gloo_message.h"
#include "paddle/framework/distributed/gloo/hub.h"
#include "paddle/framework/distributed/gloo/mesh.h"
#include "paddle/framework/distributed/gloo/ring.h"
#include "paddle/framework/distributed/gloo/share_memory.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {
namespace {

class GlooTransport final : public Transport, private FastReducer {
 public:
  explicit GlooTransport(Mesh mesh)
      : hub_(std::make_shared<Hub>(std::move(mesh))),
        watch_([this] { hub_->Watch(); }) {}
  ~GlooTransport() override {
    hub_->Abort("it has ended");
    watch_.join();
  }

  int rank() const override { return hub_->mesh().rank; }
  int size() const override { return hub_->mesh().size; }

  std::unique_ptr<Message> Send(int peer, uint64_t tag, const void* data,
                                size_t bytes) override {
    auto message = NewMessage(peer);
    message->Send(tag, data, bytes);
    return message;
  }
  std::unique_ptr<Message> Receive(int peer, uint64_t tag, void* data,
                                   size_t bytes) override {
    auto message = NewMessage(peer);
    message->Receive(tag, data, bytes);
    return message;
  }

  FastReducer* fast() override { return this; }

  void Abort(const std::string& reason) override { hub_->Abort(reason); }

 private:
  void AllReduce(const FastReduction& given) override {
    RingAllReduce(this, hub_->mesh(), given);
  }

  std::unique_ptr<GlooMessage> NewMessage(int peer) const {
    PADDLE_ENFORCE(peer >= 0 && peer < size() && peer != rank(),
                   InvalidArgument, "rank ", rank(), " of a group of ", size(),
                   " cannot exchange messages with rank ", peer);
    return std::make_unique<GlooMessage>(hub_, peer);
  }

  const std::shared_ptr<Hub> hub_;
  std::thread watch_;
};

}  // namespace

std::unique_ptr<Transport> ConnectGloo(const MemberOptions& options,
                                       Sharing sharing) {
  const auto deadline = std::chrono::steady_clock::now() + options.timeout;
  Mesh mesh = ConnectMesh(options);
  if (sharing == Sharing::kOfMachine) ShareMemory(&mesh, deadline);
  return std::make_unique<GlooTransport>(std::move(mesh));
}

}  // namespace paddle::distributed
