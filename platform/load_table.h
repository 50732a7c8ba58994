// Loads the table of functions that a shared library exports.
#pragma once

#include <dlfcn.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "paddle/platform/enforce.h"

namespace paddle::platform {

// Says by which function a library returns its table, and which table is taken.
struct TableEntry {
  const char* function;
  uint32_t version;
  size_t bytes;     // at least
  const char* use;  // that a library without it does not have, for messages
};

// Returns the table of a shared library, which is never unloaded. A path
// without a slash is looked for where the system looks. InvalidArgument, naming
// the file and the reason, for one that cannot be loaded, that has no table, or
// one of another version. Table begins with its version and its size.
template <class Table>
const Table& LoadTable(const std::string& path, const TableEntry& entry) {
  // Missing functions are an error here, not later.
  void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* reason = dlerror();
    PADDLE_THROW(InvalidArgument, "'", path, "' cannot be loaded: ",
                 reason == nullptr ? "no reason is given" : reason);
  }
  using Function = const Table* (*)();
  const auto function =
      reinterpret_cast<Function>(dlsym(library, entry.function));
  PADDLE_ENFORCE(function != nullptr, InvalidArgument, "'", path,
                 "' has no function ", entry.function, ": it ", entry.use);
  const Table* table = function();
  PADDLE_ENFORCE(table != nullptr && table->version == entry.version &&
                     table->bytes >= entry.bytes,
                 InvalidArgument, "'", path,
                 "' belongs to another version of Paddle");
  return *table;
}

}  // namespace paddle::platform
