// Answers the calls of the Open Inference Protocol v2 over HTTP, without a
// network of its own.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

#include "paddle/framework/serving/model_repository.h"
#include "paddle/tools/serve/change_thread.h"
#include "paddle/tools/serve/http_call.h"
#include "paddle/tools/serve/http_reply.h"
#include "paddle/tools/serve/infer_call.h"
#include "paddle/tools/serve/limits.h"
#include "paddle/tools/serve/model_path.h"

namespace paddle::serve {

struct ServiceOptions {
  Limits limits;
  // Lets clients load and unload models by name.
  bool control = false;
  // Lets those who know it do so, too, and send models; "": nobody.
  std::string token;
};

// Routes calls:
//
//   GET  /v2, /v2/health/live, /v2/health/ready, /metrics
//   POST /v2/repository/index, /v2/repository/models/NAME/{load,unload}
//   GET  /v2/models/NAME[/versions/VERSION][/ready or /stats]
//   POST /v2/models/NAME[/versions/VERSION]/infer
//
// A load request with files (load_call.h) and the token, in a header
// "Authorization: Bearer TOKEN", makes them the next version of the model
// (ModelRepository::Deploy); {"version": "3"} says which.
//
// An error is {"error": "..."} and names the field, the model or the limit: 400
// for a request that is wrong, 403 for one that is not allowed, 404 for a model
// that is not there, 413 above a limit, 503 (with Retry-After) for a queue that
// is full, 504 for a deadline that was past before the request was computed,
// 503 or 500 for what the server lacks. It is ready unless it drains, or no
// model of those there are could be loaded. One model at a time is loaded or
// unloaded, on a thread of the service; others get 503. Thread safe.
class Service {
 public:
  using Done = std::function<void(HttpReply)>;

  // The repository must outlive it. It ends as Close does.
  Service(serving::ModelRepository* repository, ServiceOptions options);

  // Calls `done` exactly once, for inference by a thread of the model, which it
  // must not hold up, and perhaps before it returns. Throws nothing.
  void Handle(HttpCall call, Done done);
  // Returns the reply to an inference for which there is no room now, having
  // counted it as refused: its body need not be read. None for all else, which
  // Handle answers. Throws nothing.
  absl::optional<HttpReply> RefusalOf(absl::string_view method,
                                      absl::string_view target) const;

  // Queues a request and calls `answered` exactly once with its end, as Handle
  // calls `done`: kRefused if too many wait, before `parse` is called if that
  // is known. Throws what `parse` throws; then `answered` is not called.
  using Answered =
      std::function<void(const serving::Answer&, const InferCall&)>;
  static void Ask(const std::shared_ptr<serving::ModelVersion>& model,
                  serving::Clock::time_point deadline,
                  std::shared_ptr<std::atomic<bool>> gone,
                  const std::function<InferCall()>& parse, Answered answered);

  // Returns why the server is not ready; "" if it is.
  std::string NotReady() const;
  const serving::ModelRepository& repository() const { return repository_; }

  // After this the server is not ready, though it still answers.
  void Drain() { draining_ = true; }
  bool draining() const { return draining_; }
  // Waits for the model that is being loaded or unloaded; more are refused.
  void Close() { changes_.Close(); }

 private:
  using Parts = std::vector<absl::string_view>;
  // None if the reply comes later.
  using MaybeReply = absl::optional<HttpReply>;

  MaybeReply Route(HttpCall* call, const Done& done);
  MaybeReply RouteModel(const ModelPath& path, HttpCall* call,
                        const Done& done);
  HttpReply AnswerHealth(absl::string_view what) const;
  MaybeReply RouteRepository(const Parts& parts, HttpCall* call,
                             const Done& done);
  // True if the call has the token, and there is one.
  bool HasToken(const HttpCall& call) const;
  HttpReply Load(const std::string& model, HttpCall* call);
  MaybeReply Infer(const std::shared_ptr<serving::ModelVersion>& model,
                   HttpCall* call, const Done& done);

  serving::ModelRepository& repository_;
  const ServiceOptions options_;
  std::atomic<bool> draining_{false};
  ChangeThread changes_;  // loads and unloads models, which takes time
};

}  // namespace paddle::serve
