#include "paddle/framework/distributed/store/etcd_store.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "paddle/framework/distributed/store/etcd.pb.h"
#include "paddle/framework/distributed/store/etcd_client.h"
#include "paddle/framework/distributed/store/lease_time.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using Repeat = EtcdClient::Repeat;

constexpr milliseconds kPatience(3000);
// Between two tries to listen.
constexpr milliseconds kPause(100);

// Returns the first key behind all those with a prefix: for a prefix of bytes
// 255 alone, and none, it is etcd's sign for no end.
std::string EndOf(std::string prefix) {
  while (!prefix.empty() && prefix.back() == '\xff') prefix.pop_back();
  if (prefix.empty()) return std::string(1, '\0');
  ++prefix.back();
  return prefix;
}

// Makes a request be about all keys with a prefix.
template <class Request>
void SetSpan(const std::string& prefix, Request* request) {
  request->set_key(prefix.empty() ? std::string(1, '\0') : prefix);
  request->set_range_end(EndOf(prefix));
}

void Add(const std::string& key, const Condition& condition,
         etcd::TxnRequest* request) {
  etcd::Compare* compare = request->add_compare();
  compare->set_key(key);
  if (condition.kind == Condition::Kind::kCreated) {
    compare->set_target(etcd::Compare::CREATE);
    compare->set_create_revision(condition.revision);
  } else {
    compare->set_target(etcd::Compare::MOD);
    compare->set_mod_revision(condition.revision);
  }
}

void Add(const std::string& key, const Change& change,
         etcd::TxnRequest* request) {
  etcd::RequestOp* op = request->add_success();
  if (!change.value.has_value()) {
    op->mutable_request_delete_range()->set_key(key);
    return;
  }
  etcd::PutRequest* put = op->mutable_request_put();
  put->set_key(key);
  put->set_value(*change.value);
  if (change.lease != nullptr) put->set_lease(change.lease->id());
}

class EtcdStore final : public LeasedStore {
 public:
  EtcdStore(const std::string& url, const std::string& library)
      : client_(std::make_shared<EtcdClient>(url, library)) {}

  std::unique_ptr<Lease> Grant(milliseconds ttl) override;
  Listing List(const std::string& prefix) override;
  absl::optional<Entry> Get(const std::string& key) override;
  int64_t Commit(const std::vector<Condition>& conditions,
                 const std::vector<Change>& changes) override;
  bool WaitForChange(const std::string& prefix, int64_t after,
                     Deadline deadline) override;

 private:
  Listing Read(const etcd::RangeRequest& request);

  const std::shared_ptr<EtcdClient> client_;  // leases have it, too
};

std::unique_ptr<Lease> EtcdStore::Grant(milliseconds ttl) {
  const int64_t seconds = LeaseSeconds(ttl);
  const Lease::Time asked = steady_clock::now();
  etcd::LeaseGrantRequest request;
  etcd::LeaseGrantResponse granted;
  request.set_ttl(seconds);
  client_->Call("Lease/LeaseGrant", request, Repeat::kYes, kPatience, &granted);
  const int64_t id = granted.id();
  const auto patience =
      std::min(kPatience, milliseconds(std::chrono::seconds(seconds)) / 3);
  const auto renew = [client = client_, id, patience] {
    etcd::LeaseKeepAliveRequest alive;
    etcd::LeaseKeepAliveResponse renewed;
    alive.set_id(id);
    client->Call("Lease/LeaseKeepAlive", alive, Repeat::kYes, patience,
                 &renewed);
    return renewed.ttl() > 0;
  };
  const auto end = [client = client_, id, patience] {
    etcd::LeaseRevokeRequest revoke;
    etcd::LeaseRevokeResponse revoked;
    revoke.set_id(id);
    client->Call("Lease/LeaseRevoke", revoke, Repeat::kYes, patience, &revoked);
  };
  return std::make_unique<Lease>(id, std::chrono::seconds(seconds), asked,
                                 Lease::Calls{renew, end});
}

Listing EtcdStore::Read(const etcd::RangeRequest& request) {
  etcd::RangeResponse response;
  client_->Call("KV/Range", request, Repeat::kYes, kPatience, &response);
  Listing listing;
  listing.revision = response.header().revision();
  for (etcd::KeyValue& each : *response.mutable_kvs()) {
    listing.entries.push_back({each.key().substr(client_->prefix_size()),
                               std::move(*each.mutable_value()),
                               each.create_revision(), each.mod_revision()});
  }
  return listing;
}

Listing EtcdStore::List(const std::string& prefix) {
  etcd::RangeRequest request;
  SetSpan(client_->FullKey(prefix), &request);
  return Read(request);
}

absl::optional<Entry> EtcdStore::Get(const std::string& key) {
  etcd::RangeRequest request;
  request.set_key(client_->FullKey(key));
  Listing listing = Read(request);
  if (listing.entries.empty()) return absl::nullopt;
  return std::move(listing.entries.front());
}

int64_t EtcdStore::Commit(const std::vector<Condition>& conditions,
                          const std::vector<Change>& changes) {
  etcd::TxnRequest request;
  for (const Condition& condition : conditions) {
    Add(client_->FullKey(condition.key), condition, &request);
  }
  for (const Change& change : changes) {
    Add(client_->FullKey(change.key), change, &request);
  }
  etcd::TxnResponse response;
  client_->Call("KV/Txn", request,
                conditions.empty() ? Repeat::kYes : Repeat::kNo, kPatience,
                &response);
  return response.succeeded() ? response.header().revision() : 0;
}

bool EtcdStore::WaitForChange(const std::string& prefix, int64_t after,
                              Deadline deadline) {
  etcd::WatchRequest request;
  SetSpan(client_->FullKey(prefix), request.mutable_create_request());
  request.mutable_create_request()->set_start_revision(after + 1);
  const auto begin = steady_clock::now();
  while (true) {
    bool created = false;
    const auto take = [&](const std::string& message) {
      etcd::WatchResponse answer;
      // The caller sees then by itself what has changed.
      if (!answer.ParseFromString(message)) return false;
      created = created || answer.created();
      // Cancelled: what has changed is forgotten. A store whose revision has
      // gone back has lost its data.
      return answer.events_size() == 0 && !answer.canceled() &&
             answer.header().revision() >= after;
    };
    try {
      if (client_->Listen("Watch/Watch", request, deadline, take)) return true;
      PADDLE_ENFORCE(created || steady_clock::now() - begin < kPatience,
                     Unavailable, client_->url(), " does not answer");
      return false;
    } catch (const platform::Error&) {
      if (steady_clock::now() + kPause >= deadline) throw;
      std::this_thread::sleep_for(kPause);
    }
  }
}

}  // namespace

std::unique_ptr<LeasedStore> NewEtcdStore(const std::string& url,
                                          const std::string& library) {
  return std::make_unique<EtcdStore>(url, library);
}

}  // namespace paddle::distributed
