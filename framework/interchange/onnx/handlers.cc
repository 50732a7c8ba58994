#include "paddle/framework/interchange/onnx/handlers.h"

#include <map>
#include <utility>

#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

using Versions = std::map<int, Handler>;
using Table = std::map<std::pair<std::string, std::string>, Versions>;

Table& Handlers() {
  static auto* table = new Table;  // Never destroyed: others may outlive it.
  return *table;
}

}  // namespace

Handler FindHandler(absl::string_view domain, absl::string_view op, int opset) {
  const Table& table = Handlers();
  const auto versions = table.find({std::string(domain), std::string(op)});
  if (versions == table.end()) return nullptr;
  const auto later = versions->second.upper_bound(opset);
  return later == versions->second.begin() ? nullptr : std::prev(later)->second;
}

HandlerRegistration::HandlerRegistration(const std::string& domain,
                                         const std::string& op, int since,
                                         Handler handler) {
  const bool added = Handlers()[{domain, op}].emplace(since, handler).second;
  PADDLE_ENFORCE(added, AlreadyExists, "operator ", op, " since ", since,
                 " has two importers");
}

}  // namespace paddle::onnx
