#include "paddle/framework/passes/pass.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_join.h"

#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

bool RunsBefore(const PassInfo& a, const PassInfo& b) {
  return a.stage != b.stage ? a.stage < b.stage : a.name < b.name;
}

}  // namespace

// Never destroyed: executors that hold passes may outlive static variables.
PassRegistry& PassRegistry::Instance() {
  static PassRegistry& registry = *new PassRegistry;
  return registry;
}

void PassRegistry::Insert(PassInfo info) {
  PADDLE_ENFORCE(
      !info.name.empty() && !info.description.empty() && info.run != nullptr,
      InvalidArgument, "pass '", info.name, "' of ", info.file,
      " has no name, no description or no function");
  for (const PassInfo& known : passes_) {
    PADDLE_ENFORCE(known.name != info.name, AlreadyExists, "pass ", info.name,
                   " is registered twice: in ", known.file, " and in ",
                   info.file);
  }
  const auto place =
      std::upper_bound(passes_.begin(), passes_.end(), info, RunsBefore);
  passes_.insert(place, std::move(info));
}

const PassInfo& PassRegistry::Get(absl::string_view name) const {
  std::vector<std::string> names;
  for (const PassInfo& pass : passes_) {
    if (pass.name == name) return pass;
    names.push_back(pass.name);
  }
  PADDLE_THROW(NotFound, "no pass is called '", name,
               "'; there are: ", absl::StrJoin(names, ", "));
}

namespace internal {

int RegisterPass(PassInfo info) {
  PassRegistry::Instance().Insert(std::move(info));
  return 0;
}

}  // namespace internal
}  // namespace paddle::framework
