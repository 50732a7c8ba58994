#include "paddle/tools/serve/service.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

#include "paddle/platform/token.h"
#include "paddle/tools/serve/load_call.h"
#include "paddle/tools/serve/metrics.h"
#include "paddle/tools/serve/model_text.h"

namespace paddle::serve {
namespace {

using serving::Answer;
using serving::ModelVersion;
using serving::Outcome;

HttpReply NoSuchTarget(absl::string_view target) {
  return ErrorReply(404, absl::StrCat("there is no ", target.substr(0, 128)));
}

HttpReply OfMethod(const HttpCall& call, const char* method,
                   const std::function<HttpReply()>& answer) {
  if (call.method == method) return answer();
  HttpReply reply = ErrorReply(
      405, absl::StrCat("method ", call.method.substr(0, 16), " of ",
                        call.target.substr(0, 128), ": it has ", method));
  reply.allow = method;
  return reply;
}

Answer TooMany(const ModelVersion& model) {
  Answer answer;
  answer.outcome = Outcome::kRefused;
  answer.error = absl::StrCat("too many requests wait for model ", model.name);
  return answer;
}

// Refuses a change of models.
HttpReply NotAllowed(const HttpCall& call, const ServiceOptions& options) {
  if (options.token.empty()) {
    return ErrorReply(403,
                      "the server does not let clients load and unload models "
                      "(--control) or send them (--token_file)");
  }
  return ErrorReply(403, call.authorization.empty()
                             ? "header Authorization is missing: it has "
                               "\"Bearer \" and the token of the server"
                             : "header Authorization has a wrong token");
}

}  // namespace

Service::Service(serving::ModelRepository* repository, ServiceOptions options)
    : repository_(*repository), options_(std::move(options)) {}

void Service::Handle(HttpCall call, Done done) {
  MaybeReply reply;
  const HttpReply error = Replied([&] {
    reply = Route(&call, done);
    if (reply && call.accepts_gzip) CompressReply(&*reply);
    return HttpReply();
  });
  if (error.status != 200) reply = error;
  if (!reply) return;
  done(*std::move(reply));
}

absl::optional<HttpReply> Service::RefusalOf(absl::string_view method,
                                             absl::string_view target) const {
  if (method != "POST") return {};
  try {
    const auto path = ParseModelPath(PartsOf(target));
    if (!path || path->what != "infer") return {};
    const auto model = repository_.Find(path->name, path->version);
    if (!model->batcher->RefusesNow()) return {};
    return BusyReply(TooMany(*model).error);
  } catch (const std::exception&) {
    return {};  // Handle says what is wrong.
  }
}

Service::MaybeReply Service::Route(HttpCall* call, const Done& done) {
  const absl::string_view target = call->target;
  const absl::string_view path = target.substr(0, target.find('?'));
  const Parts parts = PartsOf(target);
  if (path == "/metrics") {
    return OfMethod(*call, "GET", [&] {
      HttpReply reply;
      reply.content_type = "text/plain; version=0.0.4";
      reply.body = MetricsText(repository_);
      return reply;
    });
  }
  if (path == "/v2" || path == "/v2/") {
    return OfMethod(*call, "GET", [] { return JsonReply(ServerText()); });
  }
  if (parts.size() < 3 || !parts[0].empty() || parts[1] != "v2") {
    return NoSuchTarget(path);
  }
  if (parts[2] == "health" && parts.size() == 4) {
    return OfMethod(*call, "GET", [&] { return AnswerHealth(parts[3]); });
  }
  if (parts[2] == "repository") return RouteRepository(parts, call, done);
  if (const auto model = ParseModelPath(parts)) {
    return RouteModel(*model, call, done);
  }
  return NoSuchTarget(path);
}

HttpReply Service::AnswerHealth(absl::string_view what) const {
  if (what == "live") return JsonReply("{\"live\":true}");
  if (what != "ready") return NoSuchTarget(what);
  const std::string reason = NotReady();
  return reason.empty() ? JsonReply("{\"ready\":true}")
                        : ErrorReply(503, reason);
}

std::string Service::NotReady() const {
  if (draining_) return "the server is about to end";
  if (!repository_.AllFailed()) return "";
  return "no model could be loaded; POST /v2/repository/index says why";
}

// repository/index, repository/models/NAME/load.
Service::MaybeReply Service::RouteRepository(const Parts& parts, HttpCall* call,
                                             const Done& done) {
  if (parts.size() == 4 && parts[3] == "index") {
    return OfMethod(*call, "POST",
                    [&] { return JsonReply(IndexText(repository_.Index())); });
  }
  const bool known = parts.size() == 6 && parts[3] == "models";
  if (!known || (parts[5] != "load" && parts[5] != "unload")) {
    return NoSuchTarget(call->target);
  }
  if (call->method != "POST") {
    return OfMethod(*call, "POST", [] { return HttpReply(); });
  }
  if (!options_.control && !HasToken(*call)) return NotAllowed(*call, options_);
  const std::string model(parts[4]);
  if (parts[5] == "load") {
    const auto moved = std::make_shared<HttpCall>(std::move(*call));
    return changes_.Start(
        [this, model, moved] { return Load(model, moved.get()); }, done);
  }
  return changes_.Start(
      [this, model] {
        repository_.Unload(model);
        return JsonReply("{}");
      },
      done);
}

bool Service::HasToken(const HttpCall& call) const {
  absl::string_view given = call.authorization;
  return !options_.token.empty() && absl::ConsumePrefix(&given, "Bearer ") &&
         platform::IsToken(given, options_.token);
}

HttpReply Service::Load(const std::string& model, HttpCall* call) {
  const auto files =
      ParseLoadCall(TakeBody(call, options_.limits), options_.limits);
  if (files.empty()) {
    repository_.Load(model);
    return JsonReply("{}");
  }
  if (!HasToken(*call)) return NotAllowed(*call, options_);
  return JsonReply(
      absl::StrCat("{\"version\":\"", repository_.Deploy(model, files), "\"}"));
}

Service::MaybeReply Service::RouteModel(const ModelPath& path, HttpCall* call,
                                        const Done& done) {
  const auto model = repository_.Find(path.name, path.version);
  if (path.what == "infer") {
    if (call->method == "POST") return Infer(model, call, done);
    return OfMethod(*call, "POST", [] { return HttpReply(); });
  }
  return OfMethod(*call, "GET", [&] {
    if (path.what.empty()) {
      return JsonReply(MetadataText(*model, repository_.Versions(path.name)));
    }
    if (path.what == "ready") return JsonReply("{\"ready\":true}");
    if (path.what == "stats") return JsonReply(StatsText(*model));
    return NoSuchTarget(call->target);
  });
}

void Service::Ask(const std::shared_ptr<ModelVersion>& model,
                  serving::Clock::time_point deadline,
                  std::shared_ptr<std::atomic<bool>> gone,
                  const std::function<InferCall()>& parse, Answered answered) {
  const auto begin = serving::Clock::now();
  // A refusal costs as little as can be.
  if (model->batcher->RefusesNow()) return answered(TooMany(*model), {});
  const auto call = std::make_shared<InferCall>(parse());
  serving::Request request;
  request.inputs = std::move(call->inputs);
  request.deadline = deadline;
  if (call->timeout) {
    request.deadline = std::min(deadline, begin + *call->timeout);
  }
  request.gone = std::move(gone);
  request.done = [answered, call](const Answer& answer) {
    answered(answer, *call);
  };
  if (model->batcher->Submit(std::move(request))) return;
  answered(TooMany(*model), *call);
}

Service::MaybeReply Service::Infer(
    const std::shared_ptr<serving::ModelVersion>& model, HttpCall* call,
    const Done& done) {
  // The model may be dropped before its reply is written.
  Ask(
      model, serving::Clock::time_point::max(), call->gone,
      [&] { return TakeInferCall(*model->model, call, options_.limits); },
      [done, name = model->name, version = model->version,
       served = model->model, gzip = call->accepts_gzip,
       limit = options_.limits.reply_bytes](const Answer& answer,
                                            const InferCall& parsed) {
        done(Replied([&] {
          HttpReply reply =
              AnswerReply(answer, name, version, *served, parsed, limit);
          if (gzip) CompressReply(&reply);
          return reply;
        }));
      });
  return {};
}

}  // namespace paddle::serve
