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
  const std::lock_guard<std::mutex> lock(mutex_);
  const PassInfo* const known = Find(info.name);
  PADDLE_ENFORCE(known == nullptr, AlreadyExists, "pass ", info.name,
                 " is registered twice: in ", known->file, " and in ",
                 info.file);
  // A copy: others may be reading the list as it is.
  std::vector<PassInfo>& list = lists_.emplace_back(passes());
  list.insert(std::upper_bound(list.begin(), list.end(), info, RunsBefore),
              std::move(info));
  passes_.store(&list);
}

const PassInfo* PassRegistry::Find(absl::string_view name) const {
  for (const PassInfo& pass : passes()) {
    if (pass.name == name) return &pass;
  }
  return nullptr;
}

const PassInfo& PassRegistry::Get(absl::string_view name) const {
  if (const PassInfo* const pass = Find(name)) return *pass;
  std::vector<std::string> names;
  for (const PassInfo& pass : passes()) names.push_back(pass.name);
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
