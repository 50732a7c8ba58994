#include "paddle/framework/distributed/group/transport_communicator.h"

#include <atomic>
#include <cstring>
#include <utility>

#include "paddle/framework/distributed/group/call_queue.h"
#include "paddle/framework/distributed/group/message_list.h"
#include "paddle/framework/distributed/group/thread_transport.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {
namespace {

// Messages of Send and Receive have tags from here on; those of other calls,
// whose number stands above the last 20 bits, stay below.
constexpr uint64_t kUserTags = uint64_t{1} << 63;

char* At(void* data, size_t bytes) { return static_cast<char*>(data) + bytes; }
const char* At(const void* data, size_t bytes) {
  return static_cast<const char*>(data) + bytes;
}

class PendingCall final : public Pending {
 public:
  PendingCall(QueuedCall call, Transport* transport)
      : call_(std::move(call)), transport_(transport) {}

  ~PendingCall() override {
    if (call_.Ended()) return;
    transport_->Abort("a call was given up before it had ended");
    try {
      call_.Wait();
    } catch (...) {  // Nobody asks for the result.
    }
  }

  void Wait() override { call_.Wait(); }

 private:
  QueuedCall call_;
  Transport* const transport_;
};

class PendingMessage final : public Pending {
 public:
  PendingMessage(std::unique_ptr<Message> message, Transport* transport)
      : message_(std::move(message)), transport_(transport) {}

  ~PendingMessage() override {
    if (message_ == nullptr) return;
    transport_->Abort("a message was given up before it had ended");
  }

  void Wait() override {
    if (message_ == nullptr) return;
    message_->Wait();
    message_ = nullptr;
  }

 private:
  std::unique_ptr<Message> message_;
  Transport* const transport_;
};

class TransportCommunicator final : public Communicator {
 public:
  TransportCommunicator(std::unique_ptr<Transport> transport, int shards)
      : transport_(std::move(transport)),
        reduce_(transport_.get(), shards),
        shards_(shards) {}

  int rank() const override { return transport_->rank(); }
  int size() const override { return transport_->size(); }
  int shards() const override { return shards_; }
  const std::vector<ShardRange>& nodes() const override {
    return reduce_.nodes();
  }

  void AllReduce(const Contribution& given, void* result) override {
    Reduce(given, result, NextTag());
  }

  std::unique_ptr<Pending> StartAllReduce(const Contribution& given,
                                          void* result) override {
    // The tag belongs to the call's place in the order of calls, not to the
    // moment at which the thread gets to it.
    auto call = queue_.Add(
        [this, given, result, tag = NextTag(),
         parts = std::vector<void*>(given.parts.begin(), given.parts.end())] {
          Contribution own = given;
          own.parts = parts;
          Reduce(own, result, tag);
        });
    return std::make_unique<PendingCall>(std::move(call), transport_.get());
  }

  void ReduceScatter(const Contribution& given,
                     absl::Span<const int64_t> counts, void* result) override {
    reduce_.ToOwners(given, counts, result, NextTag());
  }

  void Broadcast(void* data, size_t bytes, int root) override;
  void AllGather(const void* data, absl::Span<const size_t> bytes,
                 void* result) override;
  void AllToAll(const void* data, absl::Span<const size_t> sent, void* result,
                absl::Span<const size_t> received) override;
  void Barrier() override;

  void Send(int peer, uint64_t tag, const void* data, size_t bytes) override {
    StartSend(peer, tag, data, bytes)->Wait();
  }
  void Receive(int peer, uint64_t tag, void* data, size_t bytes) override {
    StartReceive(peer, tag, data, bytes)->Wait();
  }
  std::unique_ptr<Pending> StartSend(int peer, uint64_t tag, const void* data,
                                     size_t bytes) override {
    return std::make_unique<PendingMessage>(
        transport_->Send(peer, tag | kUserTags, data, bytes), transport_.get());
  }
  std::unique_ptr<Pending> StartReceive(int peer, uint64_t tag, void* data,
                                        size_t bytes) override {
    return std::make_unique<PendingMessage>(
        transport_->Receive(peer, tag | kUserTags, data, bytes),
        transport_.get());
  }

  void Abort(const std::string& reason) override { transport_->Abort(reason); }

 private:
  void Reduce(const Contribution& given, void* result, uint64_t tag);
  uint64_t NextTag() { return calls_.fetch_add(1) << 20; }
  void EnforceRank(int rank, const char* what) const {
    PADDLE_ENFORCE(0 <= rank && rank < size(), InvalidArgument, what, " ", rank,
                   " is not a rank of a group of ", size());
  }
  void EnforceSizes(absl::Span<const size_t> sizes) const {
    PADDLE_ENFORCE_EQ(static_cast<int>(sizes.size()), size(),
                      "sizes, one for each member");
  }

  const std::unique_ptr<Transport> transport_;
  const TreeReduce reduce_;
  const int shards_;
  std::atomic<uint64_t> calls_{1};
  CallQueue queue_;  // destroyed first
};

void TransportCommunicator::Reduce(const Contribution& given, void* result,
                                   uint64_t tag) {
  FastReducer* const fast =
      given.order == Order::kFast && size() > 1 ? transport_->fast() : nullptr;
  if (fast == nullptr) return reduce_.ToAll(given, result, tag);
  PADDLE_ENFORCE_EQ(given.parts.size(), nodes().size(), "parts of rank ",
                    rank());
  CombineParts(AdditionsInOrder(given.parts.size()), given.parts, result,
               given.count, given.type, given.reduction);
  fast->AllReduce({result, given.count, given.type, given.reduction, tag});
}

// Along a binomial tree: who has the bytes passes them on, in as many rounds as
// the number of members has binary digits.
void TransportCommunicator::Broadcast(void* data, size_t bytes, int root) {
  EnforceRank(root, "root");
  const uint64_t tag = NextTag();
  const int place = (rank() - root + size()) % size();  // the root's is 0
  int step = 1;
  MessageList messages(transport_.get());
  while (step < size() && (place & step) == 0) step *= 2;
  if (place != 0) {
    messages.Receive((place - step + root) % size(), tag, data, bytes);
    messages.WaitAll();
  }
  for (step /= 2; step > 0; step /= 2) {
    if (place + step < size()) {
      messages.Send((place + step + root) % size(), tag, data, bytes);
    }
  }
  messages.WaitAll();
}

void TransportCommunicator::AllGather(const void* data,
                                      absl::Span<const size_t> bytes,
                                      void* result) {
  EnforceSizes(bytes);
  const uint64_t tag = NextTag();
  MessageList messages(transport_.get());
  size_t offset = 0;
  for (int peer = 0; peer < size(); ++peer) {
    char* place = At(result, offset);
    offset += bytes[peer];
    if (peer != rank()) {
      messages.Receive(peer, tag, place, bytes[peer]);
      messages.Send(peer, tag, data, bytes[rank()]);
    } else if (place != data && bytes[peer] > 0) {
      std::memcpy(place, data, bytes[peer]);
    }
  }
  messages.WaitAll();
}

void TransportCommunicator::AllToAll(const void* data,
                                     absl::Span<const size_t> sent,
                                     void* result,
                                     absl::Span<const size_t> received) {
  EnforceSizes(sent);
  EnforceSizes(received);
  PADDLE_ENFORCE_EQ(sent[rank()], received[rank()], "bytes that rank ", rank(),
                    " keeps");
  const uint64_t tag = NextTag();
  MessageList messages(transport_.get());
  size_t from = 0, to = 0;
  for (int peer = 0; peer < size(); ++peer) {
    if (peer != rank()) {
      messages.Receive(peer, tag, At(result, to), received[peer]);
      messages.Send(peer, tag, At(data, from), sent[peer]);
    } else if (sent[peer] > 0) {
      std::memcpy(At(result, to), At(data, from), sent[peer]);
    }
    from += sent[peer];
    to += received[peer];
  }
  messages.WaitAll();
}

// In round k everybody tells the member 2^k places further (Hensgen, Finkel and
// Manber, "Two algorithms for barrier synchronization", 1988).
void TransportCommunicator::Barrier() {
  const uint64_t tag = NextTag();
  MessageList messages(transport_.get());
  uint64_t round = 0;
  for (int step = 1; step < size(); step *= 2, ++round) {
    messages.Send((rank() + step) % size(), tag | round, nullptr, 0);
    messages.Receive((rank() - step + size()) % size(), tag | round, nullptr,
                     0);
    messages.WaitAll();
  }
}

}  // namespace

std::unique_ptr<Communicator> NewTransportCommunicator(
    std::unique_ptr<Transport> transport, int shards) {
  return std::make_unique<TransportCommunicator>(std::move(transport), shards);
}

std::unique_ptr<Communicator> NewLocalCommunicator(int shards) {
  return NewTransportCommunicator(std::move(ConnectThreads(1).front()), shards);
}

}  // namespace paddle::distributed
