// Times of operators.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "paddle/framework/c_api/given.h"
#include "paddle/framework/c_api/guard.h"
#include "paddle/framework/c_api/handles.h"
#include "paddle/framework/c_api/paddle.h"
#include "paddle/framework/executor/op_profile.h"
#include "paddle/platform/enforce.h"

struct PaddleProfile {
  paddle::framework::OpProfile profile;
};

namespace paddle::c_api {
namespace {

constexpr size_t kLeastOp = offsetof(PaddleProfiledOp, bytes) + sizeof(int64_t);

Handles<PaddleProfile>& Profiles() {
  return Handles<PaddleProfile>::Instance();
}

PaddleProfile* Stopped() {
  auto stopped = std::make_shared<PaddleProfile>();
  stopped->profile = framework::StopOpProfile();
  return Profiles().Give(std::move(stopped));
}

PaddleProfiledOp Described(const framework::OpProfile& profile, int64_t i) {
  const auto count = static_cast<int64_t>(profile.ops.size());
  PADDLE_ENFORCE(i >= 0 && i < count, OutOfRange, "operator ", i, " of ",
                 count);
  const framework::ProfiledOp& op = profile.ops[i];
  const platform::EventTotals& times = profile.times.totals[i];
  PaddleProfiledOp result = PADDLE_PROFILED_OP_INIT;
  result.type = op.desc.type().c_str();
  result.output = op.outputs.empty() ? "" : op.outputs[0].name.c_str();
  result.calls = times.calls;
  result.total = times.total;
  result.own = times.own;
  result.longest = times.longest;
  result.bytes = op.bytes;
  return result;
}

}  // namespace
}  // namespace paddle::c_api

namespace c_api = paddle::c_api;

PaddleStatus paddle_profile_start(PaddleError** error) {
  // The totals alone are told: no single events are kept.
  return c_api::StatusOf(error, [] { paddle::framework::StartOpProfile(0); });
}

PaddleProfile* paddle_profile_stop(PaddleError** error) {
  return c_api::ValueOr<PaddleProfile*>(nullptr, error,
                                        [] { return c_api::Stopped(); });
}

void paddle_profile_free(PaddleProfile* profile) {
  c_api::Profiles().Free(profile);
}

int64_t paddle_profile_count(const PaddleProfile* profile,
                             PaddleError** error) {
  return c_api::ValueOr<int64_t>(-1, error, [&] {
    const auto found = c_api::Profiles().Get(profile, "profile");
    return static_cast<int64_t>(found->profile.ops.size());
  });
}

PaddleStatus paddle_profile_op(const PaddleProfile* profile, int64_t i,
                               PaddleProfiledOp* op, PaddleError** error) {
  return c_api::StatusOf(error, [&] {
    const auto found = c_api::Profiles().Get(profile, "profile");
    c_api::Fill(op, c_api::Described(found->profile, i), "op", c_api::kLeastOp);
  });
}
