#include "paddle/framework/distributed/server/parameter_client.h"

#include <map>
#include <utility>

#include "paddle/framework/ir/server_blocks.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {

namespace {

using framework::Tensor;

class ParameterClient final : public ParameterServers {
 public:
  ParameterClient(std::vector<NamedServer> servers, const RetryOptions& options)
      : calls_(std::move(servers), options) {}

  int size() const override { return calls_.size(); }

  void BeginStep(int64_t step, int64_t epoch) override {
    step_ = step;
    epoch_ = epoch;
    calls_.ForgetAll();
  }

  void Push(int server, int exchange, const Communicator& group,
            std::vector<Tensor> sums) override {
    Call call = NewCall(framework::UpdateBlock(exchange));
    call.head.set_rank(group.rank());
    call.head.set_ranks(group.size());
    call.head.set_shards(group.shards());
    call.tensors = std::move(sums);
    calls_.Push(server, std::move(call));
  }

  std::vector<Tensor> Pull(absl::Span<const PulledParameter> parameters,
                           bool latest) override;

  void Join() override { TellAll(kJoinBlock); }
  void Leave() override { TellAll(kLeaveBlock); }

 private:
  // The parameters that are asked of one server.
  struct Request {
    std::vector<size_t> places;  // in the order of the result
    std::shared_ptr<Reply> reply = std::make_shared<Reply>();
  };

  void TellAll(const std::string& block) {
    calls_.ForgetAll();
    for (int server = 0; server < size(); ++server) {
      calls_.Ask(server, NewCall(block), std::make_shared<Reply>());
    }
    calls_.Wait();
  }
  Call NewCall(const std::string& block) const {
    Call call;
    call.head.set_block(block);
    call.head.set_step(step_);
    call.head.set_epoch(epoch_);
    return call;
  }

  int64_t step_ = 0;
  int64_t epoch_ = 0;
  RetryingCalls calls_;
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
    calls_.Ask(server, std::move(call), request.reply);
  }
  calls_.Wait();
  std::vector<Tensor> values(parameters.size());
  for (const auto& [server, request] : requests) {
    const std::vector<Tensor>& given = request.reply->tensors;
    PADDLE_ENFORCE(given.size() == request.places.size(), DataLoss,
                   "the server ", calls_.server(server).name, " returns ",
                   given.size(), " of ", request.places.size(), " parameters");
    for (size_t i = 0; i < given.size(); ++i) {
      values[request.places[i]] = given[i];
    }
    // The server has made the step, and needs nothing of it any more.
    if (!latest) calls_.Forget(server);
  }
  return values;
}

}  // namespace

std::unique_ptr<ParameterServers> NewParameterClient(
    std::vector<NamedServer> servers, const RetryOptions& options) {
  return std::make_unique<ParameterClient>(std::move(servers), options);
}

}  // namespace paddle::distributed
