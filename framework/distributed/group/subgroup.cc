#include "paddle/framework/distributed/group/subgroup.h"

#include <algorithm>
#include <string>
#include <utility>

#include "paddle/framework/distributed/group/transport.h"
#include "paddle/framework/distributed/group/transport_communicator.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {
namespace {

class PartMessage final : public Message {
 public:
  explicit PartMessage(std::unique_ptr<Pending> call)
      : call_(std::move(call)) {}
  void Wait() override { call_->Wait(); }

 private:
  const std::unique_ptr<Pending> call_;
};

// Returns a tag of the whole group. Those of calls have numbers that grow: only
// messages under way at the same time need different ones.
uint64_t TagOf(uint64_t tag, Subgroup kind) {
  constexpr int kBits = 46;
  const uint64_t last = tag & ((uint64_t{1} << kBits) - 1);
  return (tag >> 63 << (kBits + 1)) | (static_cast<uint64_t>(kind) << kBits) |
         last;
}

class SubgroupTransport final : public Transport {
 public:
  SubgroupTransport(std::shared_ptr<Communicator> group,
                    std::vector<int> members, int rank, Subgroup kind)
      : group_(std::move(group)),
        members_(std::move(members)),
        rank_(rank),
        kind_(kind) {}

  int rank() const override { return rank_; }
  int size() const override { return static_cast<int>(members_.size()); }

  std::unique_ptr<Message> Send(int peer, uint64_t tag, const void* data,
                                size_t bytes) override {
    return std::make_unique<PartMessage>(
        group_->StartSend(MemberOf(peer), TagOf(tag, kind_), data, bytes));
  }
  std::unique_ptr<Message> Receive(int peer, uint64_t tag, void* data,
                                   size_t bytes) override {
    return std::make_unique<PartMessage>(
        group_->StartReceive(MemberOf(peer), TagOf(tag, kind_), data, bytes));
  }
  void Abort(const std::string& reason) override { group_->Abort(reason); }

 private:
  int MemberOf(int peer) const {
    PADDLE_ENFORCE(0 <= peer && peer < size() && peer != rank_, InvalidArgument,
                   "rank ", rank_, " of a group of ", size(),
                   " cannot exchange messages with rank ", peer);
    return members_[peer];
  }

  const std::shared_ptr<Communicator> group_;
  const std::vector<int> members_;
  const int rank_;
  const Subgroup kind_;
};

}  // namespace

std::unique_ptr<Communicator> NewSubgroup(std::shared_ptr<Communicator> group,
                                          std::vector<int> members,
                                          Subgroup kind) {
  const auto own = std::find(members.begin(), members.end(), group->rank());
  PADDLE_ENFORCE(own != members.end(), InvalidArgument, "rank ", group->rank(),
                 " is none of the members of the group");
  const int rank = static_cast<int>(own - members.begin());
  const int size = static_cast<int>(members.size());
  Communicator* const host = &group->host();
  return NewTransportCommunicator(
      std::make_unique<SubgroupTransport>(
          std::shared_ptr<Communicator>(std::move(group), host),
          std::move(members), rank, kind),
      size);
}

}  // namespace paddle::distributed
