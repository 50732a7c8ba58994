#include "paddle/framework/plugin/op_library.h"

#include <dlfcn.h>

#include <cerrno>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <system_error>

#include "paddle/framework/plugin/op_plugin.h"
#include "paddle/framework/plugin/register_plugin.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

using Handle = std::unique_ptr<void, int (*)(void*)>;

// Makes the path absolute: without a slash the system would search its own
// folders.
std::string RealPath(const std::string& path) {
  const std::unique_ptr<char, void (*)(void*)> real(
      realpath(path.c_str(), nullptr), &std::free);
  PADDLE_ENFORCE(real != nullptr, NotFound, "the library of operators '", path,
                 "' cannot be found: ", std::generic_category().message(errno));
  return real.get();
}

Handle Open(const std::string& path) {
  // RTLD_NOW reports missing symbols here, with a message, instead of in a
  // kernel; RTLD_LOCAL keeps the symbols of libraries apart.
  Handle handle(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL), &dlclose);
  if (handle == nullptr) {
    const char* reason = dlerror();
    PADDLE_THROW(InvalidArgument, "'", path,
                 "' cannot be loaded as a shared library: ",
                 reason == nullptr ? "no reason is given" : reason);
  }
  return handle;
}

PaddleEntry EntryOf(const Handle& handle, const std::string& path) {
  void* entry = dlsym(handle.get(), PADDLE_ENTRY_NAME);
  PADDLE_ENFORCE(
      entry != nullptr, InvalidArgument, "'", path,
      "' is no library of operators: it has no function " PADDLE_ENTRY_NAME
      ", which PADDLE_OP_LIBRARY of op_plugin.h "
      "defines");
  return reinterpret_cast<PaddleEntry>(entry);
}

struct Loaded {
  std::mutex mutex;
  // operator types by library handle
  std::map<void*, std::vector<std::string>> types;
};

}  // namespace

std::vector<std::string> LoadOpLibrary(const std::string& path) {
  // Never destroyed: operators may be used while static variables are
  // destroyed.
  static Loaded& loaded = *new Loaded;
  std::lock_guard<std::mutex> lock(loaded.mutex);
  const std::string real = RealPath(path);
  Handle handle = Open(real);
  // dlopen returns the same handle for a file that is loaded already.
  const auto known = loaded.types.find(handle.get());
  if (known != loaded.types.end()) return known->second;
  const auto types = RegisterPlugin(EntryOf(handle, real), real);
  loaded.types.emplace(handle.get(), types);
  // Kept open for ever: the registry points to functions of the library.
  handle.release();
  return types;
}

}  // namespace paddle::framework
