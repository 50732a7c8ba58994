#include <algorithm>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/types/optional.h"

#include "paddle/framework/distributed/group/device_tree_sum.h"
#include "paddle/framework/distributed/nccl/nccl_api.h"
#include "paddle/framework/distributed/nccl/nccl_communicator.h"
#include "paddle/framework/distributed/nccl/nccl_link.h"
#include "paddle/framework/distributed/nccl/nccl_reduce.h"
#include "paddle/memory/allocation.h"
#include "paddle/memory/copy.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_mark.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/per_device.h"

namespace paddle::distributed {
namespace {

using platform::CPUPlace;
using platform::CUDADeviceContext;
using platform::CUDAPlace;
using platform::DeviceMark;

// The tag of the message by which a member ends: above those of callers.
constexpr uint64_t kGoodbye = uint64_t{1} << 48;

char* At(void* data, size_t bytes) { return static_cast<char*>(data) + bytes; }
const char* At(const void* data, size_t bytes) {
  return static_cast<const char*>(data) + bytes;
}

// Returns the stream of a GPU that carries exchanges, of all groups of this
// process one after the other, until it ends.
const CUDADeviceContext& StreamOf(int device) {
  static auto* const all = new platform::PerDevice<const CUDADeviceContext>(
      platform::CUDADeviceCount());
  platform::DeviceContextOf(CUDAPlace(device));  // or an error that says why
  return all->Get(device, [device] {
    return std::make_unique<const CUDADeviceContext>(device);
  });
}

// Makes the link's id on rank 0 and gives it to the others.
NcclId SharedId(const NcclApi& api, Communicator* host) {
  NcclId id{};
  if (host->rank() == 0) {
    CheckNccl(api, nullptr, "ncclGetUniqueId", api.GetUniqueId(&id));
  }
  host->Broadcast(&id, sizeof(id), 0);
  return id;
}

std::unique_ptr<NcclLink> Connect(const CUDADeviceContext& stream,
                                  Communicator* host,
                                  const NcclOptions& options) {
  if (host->size() == 1) return nullptr;
  const NcclApi api = LoadNccl(options.library);
  const NcclId id = SharedId(api, host);
  stream.Select();
  return std::make_unique<NcclLink>(api, id, host->rank(), host->size(),
                                    options.timeout);
}

// A message by way of memory of the CPU.
struct HostMessage final : public Pending {
  explicit HostMessage(std::vector<char> given) : bytes(std::move(given)) {}

  void Wait() override {
    call->Wait();
    if (arrived) arrived();
  }

  std::vector<char> bytes;
  std::function<void()> arrived;  // of a receiver
  std::unique_ptr<Pending> call;  // destroyed first
};

class NcclCommunicator final : public Communicator {
 public:
  NcclCommunicator(std::unique_ptr<Communicator> host,
                   const NcclOptions& options)
      : host_(std::move(host)),
        stream_(StreamOf(options.device)),
        link_(Connect(stream_, host_.get(), options)),
        reduce_(link_.get(), &stream_, host_->rank(),
                PartsOfMembers(host_->shards(), host_->size())) {
    if (link_ != nullptr) watch_ = std::thread([this] { Watch(); });
  }

  ~NcclCommunicator() override {
    if (link_ != nullptr) SayGoodbye();
    host_->Abort("it has ended");
    if (watch_.joinable()) watch_.join();
  }

  platform::Place place() const override { return stream_.place(); }
  Communicator& host() override { return *host_; }
  int rank() const override { return host_->rank(); }
  int size() const override { return host_->size(); }
  int shards() const override { return host_->shards(); }
  const std::vector<ShardRange>& nodes() const override {
    return host_->nodes();
  }

  void AllReduce(const Contribution& given, void* result) override {
    StartAllReduce(given, result)->Wait();
  }
  std::unique_ptr<Pending> StartAllReduce(const Contribution& given,
                                          void* result) override;
  void ReduceScatter(const Contribution& given,
                     absl::Span<const int64_t> counts, void* result) override;
  void Broadcast(void* data, size_t bytes, int root) override;
  void AllGather(const void* data, absl::Span<const size_t> bytes,
                 void* result) override;
  void AllToAll(const void* data, absl::Span<const size_t> sent, void* result,
                absl::Span<const size_t> received) override;
  void Barrier() override { host_->Barrier(); }
  void Send(int peer, uint64_t tag, const void* data, size_t bytes) override;
  void Receive(int peer, uint64_t tag, void* data, size_t bytes) override;
  std::unique_ptr<Pending> StartSend(int peer, uint64_t tag, const void* data,
                                     size_t bytes) override;
  std::unique_ptr<Pending> StartReceive(int peer, uint64_t tag, void* data,
                                        size_t bytes) override;

  void Abort(const std::string& reason) override {
    if (link_ != nullptr) link_->Abort(reason);
    host_->Abort(reason);
  }

 private:
  class Call;

  std::unique_ptr<Call> Start(size_t scratch_bytes,
                              const std::function<void(void* scratch)>& submit);
  std::unique_ptr<Pending> StartFast(const Contribution& given, void* result);
  void ScatterFast(const Contribution& given, int64_t count, void* result);
  void Exchange(absl::FunctionRef<void(const NcclCalls& calls)> body);
  void Await(const DeviceMark& mark);
  void Watch();
  void SayGoodbye();
  void EnforceParts(const Contribution& given) const;
  void EnforceMembers(size_t count) const {
    PADDLE_ENFORCE_EQ(static_cast<int>(count), size(),
                      "sizes, one for each member");
  }

  const std::unique_ptr<Communicator> host_;
  const CUDADeviceContext& stream_;
  std::unique_ptr<NcclLink> link_;  // null if alone
  const NcclReduce reduce_;
  std::mutex order_;  // held while a call is submitted
  std::thread watch_;
};

// Work on the stream, and memory that it uses.
class NcclCommunicator::Call final : public Pending {
 public:
  Call(NcclCommunicator* group, size_t scratch_bytes) : group_(group) {
    if (scratch_bytes == 0) return;
    scratch_ = memory::AllocatorOf(group->place()).Allocate(scratch_bytes);
  }
  ~Call() override {
    if (!end_.has_value() || end_->Passed()) return;
    group_->Abort("a call was given up before it had ended");
    try {
      group_->Await(*end_);
    } catch (const std::exception&) {
      // Nobody asks for the result.
    }
  }

  void* scratch() const {
    return scratch_ == nullptr ? nullptr : scratch_->data();
  }
  void SetEnd() { end_.emplace(group_->stream_); }
  void Wait() override {
    if (end_.has_value()) group_->Await(*end_);
  }

 private:
  NcclCommunicator* const group_;
  std::shared_ptr<memory::Allocation> scratch_;
  absl::optional<DeviceMark> end_;
};

// Runs `submit`, whose work begins after that of the GPU's other stream.
std::unique_ptr<NcclCommunicator::Call> NcclCommunicator::Start(
    size_t scratch_bytes, const std::function<void(void* scratch)>& submit) {
  std::lock_guard<std::mutex> lock(order_);
  auto call = std::make_unique<Call>(this, scratch_bytes);
  DeviceMark(platform::CUDAContext(platform::DeviceContextOf(place())))
      .Precede(stream_);
  try {
    submit(call->scratch());
    call->SetEnd();
  } catch (const std::exception& error) {
    // The others would wait for this member in vain.
    Abort(error.what());
    throw;
  }
  return call;
}

// Returns when the calls have done their work.
void NcclCommunicator::Exchange(
    absl::FunctionRef<void(const NcclCalls& calls)> body) {
  if (link_ == nullptr) return;
  Start(0, [&](void*) { link_->Submit(stream_.stream(), body); })->Wait();
}

void NcclCommunicator::Await(const DeviceMark& mark) {
  const auto passed = [&] { return mark.Passed(); };
  if (link_ == nullptr) {
    while (!passed()) std::this_thread::yield();
    return;
  }
  try {
    link_->Await(passed);
  } catch (const std::exception& error) {
    host_->Abort(error.what());
    throw;
  }
}

// NCCL does not miss a member whose memory it can reach directly. The host's
// group does: each member waits for the last message of the next one, which
// comes when that ends, or else the wait fails.
void NcclCommunicator::Watch() {
  const int next = (rank() + 1) % size();
  char nothing;
  try {
    host_->Receive(next, kGoodbye, &nothing, sizeof(nothing));
    link_->Lose("rank " + std::to_string(next) +
                " has left the group: it has ended");
  } catch (const std::exception& error) {
    link_->Lose(error.what());
  }
}

void NcclCommunicator::SayGoodbye() {
  link_->Close();
  const char nothing = 0;
  try {
    host_->Send((rank() + size() - 1) % size(), kGoodbye, &nothing,
                sizeof(nothing));
  } catch (const std::exception&) {
    // That member has ended, or the group was aborted.
  }
}

void NcclCommunicator::EnforceParts(const Contribution& given) const {
  PADDLE_ENFORCE_EQ(given.parts.size(), nodes().size(), "parts of rank ",
                    rank());
}

std::unique_ptr<Pending> NcclCommunicator::StartFast(const Contribution& given,
                                                     void* result) {
  NcclTypeOf(given.type);  // an error here does not end the group
  return Start(0, [&](void*) {
    CombinePartsOn(stream_, AdditionsInOrder(given.parts.size()), given.parts,
                   result, given.count, given.type, given.reduction);
    link_->Submit(stream_.stream(), [&](const NcclCalls& calls) {
      calls.AllReduce(result, given.count, given.type, given.reduction);
    });
  });
}

// NCCL has pieces of one size alone.
void NcclCommunicator::ScatterFast(const Contribution& given, int64_t count,
                                   void* result) {
  NcclTypeOf(given.type);  // an error here does not end the group
  Start(0, [&](void*) {
    void* const own = given.parts[0];
    CombinePartsOn(stream_, AdditionsInOrder(given.parts.size()), given.parts,
                   own, given.count, given.type, given.reduction);
    link_->Submit(stream_.stream(), [&](const NcclCalls& calls) {
      calls.ReduceScatter(own, count, given.type, given.reduction, result);
    });
  })->Wait();
}

std::unique_ptr<Pending> NcclCommunicator::StartAllReduce(
    const Contribution& given, void* result) {
  EnforceParts(given);
  if (given.order == Order::kFast && link_ != nullptr) {
    return StartFast(given, result);
  }
  const NcclReduce::Begins begins = reduce_.EqualPieces(given);
  const int64_t width = framework::SizeOf(given.type);
  return Start(reduce_.ScratchBytes(given, begins), [&](void* scratch) {
    char* const own = At(result, begins[rank()] * width);
    reduce_.Combine(given, begins, scratch, own,
                    At(result, begins.back() * width));
    const int64_t bytes = begins[1] * width;
    if (link_ == nullptr || bytes == 0) return;
    link_->Submit(stream_.stream(), [&](const NcclCalls& calls) {
      calls.AllGather(own, bytes, result);
    });
  });
}

void NcclCommunicator::ReduceScatter(const Contribution& given,
                                     absl::Span<const int64_t> counts,
                                     void* result) {
  EnforceParts(given);
  EnforceMembers(counts.size());
  NcclReduce::Begins begins = {0};
  for (int64_t count : counts) {
    PADDLE_ENFORCE_GE(count, 0, "numbers of a piece");
    begins.push_back(begins.back() + count);
  }
  PADDLE_ENFORCE_EQ(begins.back(), given.count,
                    "numbers of all pieces and of the array");
  const bool equal = std::all_of(counts.begin(), counts.end(),
                                 [&](int64_t c) { return c == counts[0]; });
  if (given.order == Order::kFast && link_ != nullptr && equal) {
    return ScatterFast(given, counts[0], result);
  }
  Start(reduce_.ScratchBytes(given, begins), [&](void* scratch) {
    reduce_.Combine(given, begins, scratch, result, nullptr);
  })->Wait();
}

void NcclCommunicator::Broadcast(void* data, size_t bytes, int root) {
  PADDLE_ENFORCE(0 <= root && root < size(), InvalidArgument, "root ", root,
                 " is not a rank of a group of ", size());
  Exchange([&](const NcclCalls& calls) { calls.Broadcast(data, bytes, root); });
}

void NcclCommunicator::AllGather(const void* data,
                                 absl::Span<const size_t> bytes, void* result) {
  EnforceMembers(bytes.size());
  size_t before = 0;
  for (int peer = 0; peer < rank(); ++peer) before += bytes[peer];
  char* const own = At(result, before);
  if (own != data && bytes[rank()] > 0) {
    memory::CopyAsync(place(), own, place(), data, bytes[rank()]);
  }
  Exchange([&](const NcclCalls& calls) {
    size_t offset = 0;
    for (int peer = 0; peer < size(); ++peer) {
      if (peer != rank()) {
        calls.Send(peer, data, bytes[rank()]);
        calls.Receive(peer, At(result, offset), bytes[peer]);
      }
      offset += bytes[peer];
    }
  });
}

void NcclCommunicator::AllToAll(const void* data, absl::Span<const size_t> sent,
                                void* result,
                                absl::Span<const size_t> received) {
  EnforceMembers(sent.size());
  EnforceMembers(received.size());
  PADDLE_ENFORCE_EQ(sent[rank()], received[rank()], "bytes that rank ", rank(),
                    " keeps");
  std::vector<size_t> from = {0}, to = {0};
  for (int peer = 0; peer < size(); ++peer) {
    from.push_back(from.back() + sent[peer]);
    to.push_back(to.back() + received[peer]);
  }
  if (sent[rank()] > 0) {
    memory::CopyAsync(place(), At(result, to[rank()]), place(),
                      At(data, from[rank()]), sent[rank()]);
  }
  Exchange([&](const NcclCalls& calls) {
    for (int peer = 0; peer < size(); ++peer) {
      if (peer == rank()) continue;
      calls.Send(peer, At(data, from[peer]), sent[peer]);
      calls.Receive(peer, At(result, to[peer]), received[peer]);
    }
  });
}

void NcclCommunicator::Send(int peer, uint64_t tag, const void* data,
                            size_t bytes) {
  StartSend(peer, tag, data, bytes)->Wait();
}

void NcclCommunicator::Receive(int peer, uint64_t tag, void* data,
                               size_t bytes) {
  StartReceive(peer, tag, data, bytes)->Wait();
}

std::unique_ptr<Pending> NcclCommunicator::StartSend(int peer, uint64_t tag,
                                                     const void* data,
                                                     size_t bytes) {
  std::vector<char> message(bytes);
  memory::Copy(CPUPlace(), message.data(), place(), data, bytes);
  auto pending = std::make_unique<HostMessage>(std::move(message));
  pending->call = host_->StartSend(peer, tag, pending->bytes.data(), bytes);
  return pending;
}

std::unique_ptr<Pending> NcclCommunicator::StartReceive(int peer, uint64_t tag,
                                                        void* data,
                                                        size_t bytes) {
  auto pending = std::make_unique<HostMessage>(std::vector<char>(bytes));
  pending->call = host_->StartReceive(peer, tag, pending->bytes.data(), bytes);
  pending->arrived = [pending = pending.get(), place = place(), data] {
    memory::Copy(place, data, CPUPlace(), pending->bytes.data(),
                 pending->bytes.size());
  };
  return pending;
}

}  // namespace

std::unique_ptr<Communicator> NewNcclCommunicator(
    std::unique_ptr<Communicator> host, const NcclOptions& options) {
  return std::make_unique<NcclCommunicator>(std::move(host), options);
}

}  // namespace paddle::distributed
