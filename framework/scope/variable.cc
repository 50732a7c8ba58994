#include "paddle/framework/scope/variable.h"

#include <cxxabi.h>

#include <cstdlib>
#include <string>

namespace paddle::framework {

namespace {

// Compilers mangle the names of types; messages should not.
std::string ReadableName(const std::type_info& type) {
  int status = 0;
  std::unique_ptr<char, void (*)(void*)> name(
      abi::__cxa_demangle(type.name(), nullptr, nullptr, &status), std::free);
  return status == 0 ? name.get() : type.name();
}

}  // namespace

uint64_t Variable::NewUid() {
  static std::atomic<uint64_t> last{0};
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

void Variable::FailGet(const std::type_info& wanted) const {
  PADDLE_ENFORCE(!empty(), FailedPrecondition,
                 "the variable is not initialised; a ", ReadableName(wanted),
                 " is wanted");
  PADDLE_THROW(FailedPrecondition, "the variable holds a ",
               ReadableName(*held_.type_), ", not a ", ReadableName(wanted));
}

}  // namespace paddle::framework
