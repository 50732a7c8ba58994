#include "paddle/framework/distributed/server/parameter_client.h"

#include <condition_variable>
#include <map>
#include <mutex>
#include <utility>

#include "absl/strings/str_cat.h"

#include "paddle/framework/ir/server_blocks.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {

namespace {

using framework::Tensor;

// Calls under way, and how they have ended. Shared with what they call when
// they end, so that it may outlive the client.
class CallsUnderWay {
 public:
  // Begins a call. `reply`, which may be null, is left what comes back.
  static void Begin(const std::shared_ptr<CallsUnderWay>& calls,
                    const NamedServer& server, Call call,
                    std::shared_ptr<Reply> reply) {
    {
      std::lock_guard<std::mutex> lock(calls->mutex_);
      ++calls->count_;
    }
    server.target->Begin(
        std::move(call),
        [calls, name = server.name, reply = std::move(reply)](Reply given) {
          calls->End(name, std::move(given), reply.get());
        });
  }

  // Returns when all calls have ended, or one has failed; then throws its
  // error.
  void Wait() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [&] { return count_ == 0 || !failed_.empty(); });
    if (failed_.empty()) return;
    ThrowErrorOf(failure_, absl::StrCat("at the server ", failed_));
  }

 private:
  void End(const std::string& server, Reply given, Reply* reply) {
    std::lock_guard<std::mutex> lock(mutex_);
    --count_;
    if (given.head.error() != 0 && failed_.empty()) {
      failure_ = given;
      failed_ = server;
    }
    if (reply != nullptr) *reply = std::move(given);
    changed_.notify_all();
  }

  std::mutex mutex_;  // of all below
  std::condition_variable changed_;
  int count_ = 0;
  Reply failure_;       // the first
  std::string failed_;  // the server that gave it
};

class ParameterClient final : public ParameterServers {
 public:
  explicit ParameterClient(std::vector<NamedServer> servers)
      : servers_(std::move(servers)) {}

  int size() const override { return static_cast<int>(servers_.size()); }

  void BeginStep(int64_t step, int64_t epoch) override {
    step_ = step;
    epoch_ = epoch;
    calls_ = std::make_shared<CallsUnderWay>();
  }

  void Push(int server, int exchange, const Communicator& group,
            std::vector<Tensor> sums) override {
    Call call = NewCall(framework::UpdateBlock(exchange));
    call.head.set_rank(group.rank());
    call.head.set_ranks(group.size());
    call.head.set_shards(group.shards());
    call.tensors = std::move(sums);
    CallsUnderWay::Begin(calls_, Server(server), std::move(call), nullptr);
  }

  std::vector<Tensor> Pull(absl::Span<const PulledParameter> parameters,
                           bool latest) override;

 private:
  // The parameters that are asked of one server.
  struct Request {
    std::vector<size_t> places;  // in the order of the result
    std::shared_ptr<Reply> reply = std::make_shared<Reply>();
  };

  const NamedServer& Server(int server) const {
    PADDLE_ENFORCE(0 <= server && server < size(), InvalidArgument,
                   "the program needs server ", server, " of a job with ",
                   size());
    return servers_[server];
  }
  Call NewCall(const std::string& block) const {
    Call call;
    call.head.set_block(block);
    call.head.set_step(step_);
    call.head.set_epoch(epoch_);
    return call;
  }

  const std::vector<NamedServer> servers_;
  int64_t step_ = 0;
  int64_t epoch_ = 0;
  std::shared_ptr<CallsUnderWay> calls_ = std::make_shared<CallsUnderWay>();
};

std::vector<Tensor> ParameterClient::Pull(
    absl::Span<const PulledParameter> parameters, bool latest) {
  std::map<int, Request> requests;
  for (size_t i = 0; i < parameters.size(); ++i) {
    requests[parameters[i].server].places.push_back(i);
  }
  for (const auto& [server, request] : requests) {
    Call call = NewCall(kParametersBlock);
    call.head.set_latest(latest);
    for (const size_t i : request.places) {
      call.head.add_names(parameters[i].name);
    }
    CallsUnderWay::Begin(calls_, Server(server), std::move(call),
                         request.reply);
  }
  calls_->Wait();
  std::vector<Tensor> values(parameters.size());
  for (const auto& [server, request] : requests) {
    const std::vector<Tensor>& given = request.reply->tensors;
    PADDLE_ENFORCE(given.size() == request.places.size(), DataLoss,
                   "the server ", servers_[server].name, " returns ",
                   given.size(), " of ", request.places.size(), " parameters");
    for (size_t i = 0; i < given.size(); ++i) {
      values[request.places[i]] = given[i];
    }
  }
  return values;
}

}  // namespace

std::unique_ptr<ParameterServers> NewParameterClient(
    std::vector<NamedServer> servers) {
  return std::make_unique<ParameterClient>(std::move(servers));
}

}  // namespace paddle::distributed
