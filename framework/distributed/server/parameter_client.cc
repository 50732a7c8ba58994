#include "paddle/framework/distributed/server/parameter_client.h"

#include <map>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"

#include "paddle/framework/distributed/server/row_calls.h"
#include "paddle/framework/ir/server_blocks.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {

namespace {

using framework::DataType;
using framework::Dims;
using framework::Tensor;

class ParameterClient final : public ParameterServers {
 public:
  ParameterClient(std::vector<NamedServer> servers, const RetryOptions& options)
      : calls_(std::move(servers), options) {}

  int size() const override { return calls_.size(); }
  int64_t step() const override { return step_; }

  void Interrupt(int64_t epoch, const std::string& reason) override {
    calls_.Interrupt(epoch, reason);
  }

  void BeginStep(int64_t step, int64_t epoch) override {
    step_ = step;
    epoch_ = epoch;
    pushed_.clear();
    calls_.BeginEpoch(epoch);
    calls_.ForgetAll();
  }

  void Push(int server, int exchange, const Communicator& group,
            std::vector<Tensor> sums) override {
    Call call = NewPush(exchange, group);
    call.tensors = std::move(sums);
    BeginPush(server, std::move(call));
  }

  void PushRows(int server, int exchange, int64_t width,
                const Communicator& group, std::vector<Tensor> weights,
                absl::Span<const framework::SelectedRows> rows) override;

  Tensor PullRows(const std::string& table, int64_t width,
                  absl::Span<const int64_t> ids, bool latest) override;

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
    calls_.Wait(/*interruptible=*/false);
  }
  Call NewCall(const std::string& block) const {
    Call call;
    call.head.set_block(block);
    call.head.set_step(step_);
    call.head.set_epoch(epoch_);
    return call;
  }

  Call NewPush(int exchange, const Communicator& group) const {
    Call call = NewCall(framework::UpdateBlock(exchange));
    call.head.set_rank(group.rank());
    call.head.set_ranks(group.size());
    call.head.set_shards(group.shards());
    return call;
  }
  void BeginPush(int server, Call call) {
    calls_.Push(server, std::move(call));
    pushed_.insert(server);
  }

  int64_t step_ = 0;
  int64_t epoch_ = 0;
  std::set<int> pushed_;  // servers that the step has pushed to
  RetryingCalls calls_;
};

void ParameterClient::PushRows(int server, int exchange, int64_t width,
                               const Communicator& group,
                               std::vector<Tensor> weights,
                               absl::Span<const framework::SelectedRows> rows) {
  const auto begin = [&](int to, SortedRows part) {
    Call call = NewPush(exchange, group);
    // A server adds them up in place, perhaps in this process.
    for (const Tensor& weight : weights) call.tensors.push_back(Copy(weight));
    call.tensors.push_back(std::move(part.ids));
    call.tensors.push_back(std::move(part.rows));
    BeginPush(to, std::move(call));
  };
  if (server >= 0) return begin(server, JoinRows(rows, width));
  std::vector<SortedRows> parts = SortRows(rows, width, size());
  for (int i = 0; i < size(); ++i) begin(i, std::move(parts[i]));
}

Tensor ParameterClient::PullRows(const std::string& table, int64_t width,
                                 absl::Span<const int64_t> ids, bool latest) {
  RowRequest request(ids, size());
  std::vector<std::shared_ptr<Reply>> replies(size());
  for (int server = 0; server < size(); ++server) {
    if (request.places(server).empty()) continue;
    Call call = NewCall(framework::RowsBlock(table));
    call.head.set_latest(latest);
    call.tensors = {request.Ids(server)};
    replies[server] = std::make_shared<Reply>();
    calls_.Ask(server, std::move(call), replies[server]);
  }
  calls_.Wait();
  Tensor all(Dims({static_cast<int64_t>(ids.size()), width}),
             DataType::kFloat32);
  for (int server = 0; server < size(); ++server) {
    if (replies[server] == nullptr) continue;
    try {
      request.Place(server, replies[server]->tensors, &all);
    } catch (platform::Error& error) {
      error.AddContext(absl::StrCat("in rows of the table '", table,
                                    "' from the server ",
                                    calls_.server(server).name));
      throw;
    }
  }
  return all;
}

std::vector<Tensor> ParameterClient::Pull(
    absl::Span<const PulledParameter> parameters, bool latest) {
  std::map<int, Request> requests;
  for (size_t i = 0; i < parameters.size(); ++i) {
    requests[parameters[i].server].places.push_back(i);
  }
  // A server without parameters makes the step, too, before the next begins.
  if (!latest) {
    for (const int server : pushed_) requests[server];
  }
  for (const auto& [server, request] : requests) {
    Call call = NewCall(kParametersBlock);
    call.head.set_latest(latest);
    for (const size_t i : request.places) {
      call.head.add_names(parameters[i].name);
    }
    calls_.Ask(server, std::move(call), request.reply);
  }
  calls_.Wait(/*interruptible=*/!latest);
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
