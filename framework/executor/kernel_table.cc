#include "paddle/framework/executor/kernel_table.h"

#include <mutex>
#include <shared_mutex>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

// Plug-ins add kernels while programs run. References to entries stay valid:
// all kernels of a type are registered before the type is known.
std::shared_mutex& TableMutex() {
  static std::shared_mutex& mutex = *new std::shared_mutex;
  return mutex;
}

}  // namespace

std::string KernelKey::ToString() const {
  const char* kind = place == platform::PlaceKind::kCPU ? "CPU" : "CUDA";
  return absl::StrCat(kind, " ", DataTypeName(dtype));
}

KernelTable& KernelTable::Instance() {
  static KernelTable* table = new KernelTable();
  return *table;
}

void KernelTable::Insert(const char* type, const KernelKey& key,
                         KernelCreator creator) {
  std::unique_lock lock(TableMutex());
  std::vector<Entry>& entries = kernels_[type];
  for (const Entry& entry : entries) {
    PADDLE_ENFORCE(!(entry.key == key), AlreadyExists, "operator ", type,
                   " has a kernel ", key.ToString(), " already");
  }
  entries.push_back({key, std::move(creator)});
}

void KernelTable::InsertOperator(const char* type, KernelCreator creator) {
  std::unique_lock lock(TableMutex());
  bool inserted = operators_.emplace(type, std::move(creator)).second;
  PADDLE_ENFORCE(inserted, AlreadyExists, "operator ", type,
                 " is registered already");
}

const KernelCreator& KernelTable::Find(const std::string& type,
                                       platform::PlaceKind place,
                                       DataType dtype) const {
  const auto find = [&]() -> const KernelCreator* {
    std::shared_lock lock(TableMutex());
    auto op = operators_.find(type);
    if (op != operators_.end()) return &op->second;
    auto it = kernels_.find(type);
    if (it == kernels_.end()) return nullptr;
    const KernelKey wanted{place, dtype};
    for (const Entry& entry : it->second) {
      if (entry.key == wanted) return &entry.creator;
    }
    return nullptr;
  };
  // The lock is released before the error is made: Has and Keys take it, too.
  const KernelCreator* found = find();
  if (found != nullptr) return *found;
  PADDLE_ENFORCE(Has(type), Unimplemented, "no kernel of operator ", type,
                 " is linked: depend on its target ", type, "_op");
  PADDLE_THROW(
      Unimplemented, "operator ", type, " has no kernel for ",
      KernelKey{place, dtype}.ToString(), "; there are: ",
      absl::StrJoin(Keys(type), ", ", [](std::string* out, const KernelKey& k) {
        out->append(k.ToString());
      }));
}

bool KernelTable::Has(const std::string& type) const {
  std::shared_lock lock(TableMutex());
  return operators_.count(type) + kernels_.count(type) > 0;
}

std::vector<KernelKey> KernelTable::Keys(const std::string& type) const {
  std::shared_lock lock(TableMutex());
  std::vector<KernelKey> keys;
  auto it = kernels_.find(type);
  if (it == kernels_.end()) return keys;
  for (const Entry& entry : it->second) keys.push_back(entry.key);
  return keys;
}

}  // namespace paddle::framework
