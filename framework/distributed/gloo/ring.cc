#include "paddle/framework/distributed/gloo/ring.h"

#include <gloo/allreduce.h>
#include <gloo/context.h>
#include <gloo/transport/context.h>
#include <gloo/transport/unbound_buffer.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "paddle/framework/distributed/group/tree_sum.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {
namespace {

using Messages = std::deque<std::unique_ptr<Message>>;

// Memory of which Gloo's algorithm sends and receives parts. It waits for them
// in the order in which they began.
class RingBuffer final : public gloo::transport::UnboundBuffer {
 public:
  RingBuffer(Transport* transport, uint64_t tag, void* data, size_t bytes)
      : UnboundBuffer(data, bytes), transport_(transport), tag_(tag) {}
  ~RingBuffer() override {
    if (sent_.empty() && received_.empty()) return;
    // The memory is about to go, and the others would wait in vain.
    transport_->Abort("a call was given up before it had ended");
  }

  void send(int peer, uint64_t, size_t offset, size_t bytes) override {
    sent_.push_back(transport_->Send(peer, tag_, At(offset), bytes));
  }
  void recv(int peer, uint64_t, size_t offset, size_t bytes) override {
    received_.push_back(transport_->Receive(peer, tag_, At(offset), bytes));
  }
  void recv(std::vector<int>, uint64_t, size_t, size_t) override {
    PADDLE_THROW(Internal, "a ring receives from one neighbour");
  }
  bool waitSend(int*, std::chrono::milliseconds) override {
    return WaitFirst(&sent_);
  }
  bool waitRecv(int*, std::chrono::milliseconds) override {
    return WaitFirst(&received_);
  }
  void abortWaitRecv() override { transport_->Abort("a wait was ended"); }
  void abortWaitSend() override { transport_->Abort("a wait was ended"); }

 private:
  char* At(size_t offset) const { return static_cast<char*>(ptr) + offset; }

  // A message that fails stays, so that the destructor aborts.
  static bool WaitFirst(Messages* messages) {
    messages->front()->Wait();
    messages->pop_front();
    return true;
  }

  Transport* const transport_;
  const uint64_t tag_;
  Messages sent_, received_;
};

// Makes such buffers in place of Gloo's.
class RingTransport final : public gloo::transport::Context {
 public:
  RingTransport(Transport* transport, const Mesh& mesh, uint64_t tag)
      : Context(mesh.rank, mesh.size),
        transport_(transport),
        mesh_(mesh),
        tag_(tag) {}

  std::unique_ptr<gloo::transport::Pair>& getPair(int peer) override {
    return mesh_.links[peer]->getPair(peer);
  }
  std::unique_ptr<gloo::transport::Pair>& createPair(int peer) override {
    return getPair(peer);
  }
  std::unique_ptr<gloo::transport::UnboundBuffer> createUnboundBuffer(
      void* data, size_t bytes) override {
    return std::make_unique<RingBuffer>(transport_, tag_, data, bytes);
  }

 private:
  Transport* const transport_;
  const Mesh& mesh_;
  const uint64_t tag_;
};

class RingContext final : public gloo::Context {
 public:
  RingContext(Transport* transport, const Mesh& mesh, uint64_t tag)
      : Context(mesh.rank, mesh.size) {
    transportContext_ = std::make_shared<RingTransport>(transport, mesh, tag);
  }
};

// Gloo needs to know how wide a number is, and no more.
void SetArray(const FastReduction& given, gloo::AllreduceOptions* options) {
  const size_t count = given.count;
  switch (framework::SizeOf(given.type)) {
    case 1:
      return options->setOutput(static_cast<uint8_t*>(given.array), count);
    case 2:
      return options->setOutput(static_cast<uint16_t*>(given.array), count);
    case 4:
      return options->setOutput(static_cast<uint32_t*>(given.array), count);
    default:
      return options->setOutput(static_cast<uint64_t*>(given.array), count);
  }
}

}  // namespace

void RingAllReduce(Transport* transport, const Mesh& mesh,
                   const FastReduction& given) {
  if (mesh.size == 1 || given.count == 0) return;
  gloo::AllreduceOptions options(
      std::make_shared<RingContext>(transport, mesh, given.tag));
  options.setAlgorithm(gloo::AllreduceOptions::Algorithm::RING);
  SetArray(given, &options);
  options.setReduceFunction(
      [&given](void* out, const void* a, const void* b, size_t count) {
        void* const parts[] = {const_cast<void*>(a), const_cast<void*>(b)};
        CombineParts({{0, 1}}, parts, out, count, given.type, given.reduction);
      });
  gloo::allreduce(options);
}

}  // namespace paddle::distributed
