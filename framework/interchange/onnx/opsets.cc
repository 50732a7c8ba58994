#include "paddle/framework/interchange/onnx/opsets.h"

#include <cstdint>
#include <limits>

#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {

std::string DomainOf(absl::string_view name) {
  return name == "ai.onnx" ? kStandardDomain : std::string(name);
}

Opsets::Opsets(const proto::ModelProto& model) { Add(model.opset_import()); }

Opsets::Opsets(const proto::FunctionProto& function, const Opsets& model)
    : versions_(model.versions_) {
  Add(function.opset_import());
}

void Opsets::Add(const Imports& imports) {
  for (const proto::OperatorSetIdProto& set : imports) {
    const std::string domain = DomainOf(set.domain());
    const int64_t version = set.version();
    const bool fits = version >= 1 && version < std::numeric_limits<int>::max();
    PADDLE_ENFORCE(fits, DataLoss, "version ", version,
                   " of the operators of domain '", domain, "'");
    PADDLE_ENFORCE(!domain.empty() || version <= kNewestOpset, Unimplemented,
                   "the model uses version ", version,
                   " of ONNX's operators; the newest that is known is ",
                   kNewestOpset);
    versions_[domain] = static_cast<int>(version);
  }
}

int Opsets::Of(const std::string& domain) const {
  const auto found = versions_.find(domain);
  return found == versions_.end() ? 1 : found->second;
}

}  // namespace paddle::onnx
