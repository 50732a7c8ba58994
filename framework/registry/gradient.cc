#include "paddle/framework/registry/gradient.h"

#include <utility>

#include "absl/strings/str_cat.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

std::string Only(const NameList& names, absl::string_view slot) {
  PADDLE_ENFORCE(names.size() <= 1, InvalidArgument, "slot ", slot, " holds ",
                 names.size(), " variables, not one");
  return names.empty() ? "" : names[0];
}

}  // namespace

std::string GradName(absl::string_view name) {
  return absl::StrCat(name, "@GRAD");
}

std::string GradContext::OutputGrad(absl::string_view slot) {
  return Only(OutputGrads(slot), slot);
}
std::string GradContext::OutputGradOrZeros(absl::string_view slot) {
  return Only(OutputGradsOrZeros(slot), slot);
}
std::string GradContext::InputGrad(absl::string_view slot) {
  return Only(InputGrads(slot), slot);
}

proto::OpDesc AsGradientOf(const proto::OpDesc& forward, proto::OpDesc op) {
  // The call site makes errors of a gradient operator point to the user's line.
  op.set_role(proto::BACKWARD);
  *op.mutable_call_site() = forward.call_site();
  op.set_device(forward.device());
  return op;
}

}  // namespace paddle::framework
