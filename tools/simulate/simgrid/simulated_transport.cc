#include "paddle/tools/simulate/simgrid/simulated_transport.h"

#include <utility>

#include <simgrid/s4u.hpp>

#include "paddle/platform/enforce.h"

namespace paddle::simulate {
namespace {

// SimGrid refuses messages of nothing, and every message has a frame.
constexpr size_t kFrame = 64;  // bytes

class SimulatedMessage final : public distributed::Message {
 public:
  SimulatedMessage() = default;
  ~SimulatedMessage() override {
    if (under_way_ != nullptr) under_way_->cancel();
  }

  void Wait() override {
    if (under_way_ == nullptr) return;
    under_way_->wait();
    under_way_ = nullptr;
  }

  void Send(simgrid::s4u::Mailbox* mailbox, size_t bytes) {
    under_way_ = mailbox->put_async(this, bytes + kFrame);
  }
  void Receive(simgrid::s4u::Mailbox* mailbox) {
    under_way_ = mailbox->get_async<void>(&arrived_);
  }

 private:
  simgrid::s4u::CommPtr under_way_;
  void* arrived_ = nullptr;
};

class SimulatedTransport final : public distributed::Transport {
 public:
  SimulatedTransport(std::string group, int rank, int size)
      : group_(std::move(group)), rank_(rank), size_(size) {}

  int rank() const override { return rank_; }
  int size() const override { return size_; }

  std::unique_ptr<distributed::Message> Send(int peer, uint64_t tag,
                                             const void* /*data*/,
                                             size_t bytes) override {
    auto message = std::make_unique<SimulatedMessage>();
    message->Send(Mailbox(rank_, peer, tag), bytes);
    return message;
  }

  std::unique_ptr<distributed::Message> Receive(int peer, uint64_t tag,
                                                void* /*data*/,
                                                size_t /*bytes*/) override {
    auto message = std::make_unique<SimulatedMessage>();
    message->Receive(Mailbox(peer, rank_, tag));
    return message;
  }

  void Abort(const std::string& reason) override {
    PADDLE_THROW(Unavailable, "rank ", rank_, " of ", group_, ": ", reason);
  }

 private:
  simgrid::s4u::Mailbox* Mailbox(int from, int to, uint64_t tag) const {
    return simgrid::s4u::Mailbox::by_name(group_ + "/" + std::to_string(from) +
                                          "/" + std::to_string(to) + "/" +
                                          std::to_string(tag));
  }

  const std::string group_;
  const int rank_;
  const int size_;
};

}  // namespace

std::unique_ptr<distributed::Transport> NewSimulatedTransport(
    const std::string& group, int rank, int size) {
  return std::make_unique<SimulatedTransport>(group, rank, size);
}

}  // namespace paddle::simulate
