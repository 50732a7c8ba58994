#include "paddle/framework/executor/kernel_table.h"

#include <utility>

#include "absl/strings/str_join.h"

#include "paddle/platform/enforce.h"

namespace paddle::framework {

const char* LibraryName(Library library) {
  switch (library) {
    case Library::kPlain:
      return "plain";
    case Library::kOneDNN:
      return "oneDNN";
    case Library::kCuDNN:
      return "cuDNN";
  }
  return "unknown";
}

std::string KernelKey::ToString() const {
  const char* kind = place == platform::PlaceKind::kCPU ? "CPU" : "CUDA";
  std::string text = absl::StrCat(kind, " ", DataTypeName(dtype));
  if (layout != Layout::kAny) absl::StrAppend(&text, " ", LayoutName(layout));
  if (library != Library::kPlain) {
    absl::StrAppend(&text, " ", LibraryName(library));
  }
  return text;
}

KernelTable& KernelTable::Instance() {
  static KernelTable* table = new KernelTable();
  return *table;
}

void KernelTable::Insert(const char* type, const KernelKey& key,
                         KernelCreator creator) {
  std::vector<Entry>& entries = kernels_[type];
  for (const Entry& entry : entries) {
    PADDLE_ENFORCE(!(entry.key == key), AlreadyExists, "operator ", type,
                   " has a kernel ", key.ToString(), " already");
  }
  entries.push_back({key, std::move(creator)});
}

void KernelTable::InsertOperator(const char* type, KernelCreator creator) {
  bool inserted = operators_.emplace(type, std::move(creator)).second;
  PADDLE_ENFORCE(inserted, AlreadyExists, "operator ", type,
                 " is registered already");
}

const KernelCreator& KernelTable::Find(const std::string& type,
                                       platform::PlaceKind place,
                                       DataType dtype) const {
  auto op = operators_.find(type);
  if (op != operators_.end()) return op->second;
  auto it = kernels_.find(type);
  PADDLE_ENFORCE(it != kernels_.end(), Unimplemented, "no kernel of operator ",
                 type, " is linked: depend on its target ", type, "_op");
  const Entry* best = nullptr;
  for (const Entry& entry : it->second) {
    if (entry.key.place != place || entry.key.dtype != dtype) continue;
    if (best == nullptr || entry.key.library > best->key.library) best = &entry;
  }
  PADDLE_ENFORCE(
      best != nullptr, Unimplemented, "operator ", type, " has no kernel for ",
      KernelKey{place, dtype}.ToString(), "; there are: ",
      absl::StrJoin(Keys(type), ", ", [](std::string* out, const KernelKey& k) {
        out->append(k.ToString());
      }));
  return best->creator;
}

bool KernelTable::Has(const std::string& type) const {
  return operators_.contains(type) || kernels_.contains(type);
}

std::vector<KernelKey> KernelTable::Keys(const std::string& type) const {
  std::vector<KernelKey> keys;
  auto it = kernels_.find(type);
  if (it == kernels_.end()) return keys;
  for (const Entry& entry : it->second) keys.push_back(entry.key);
  return keys;
}

}  // namespace paddle::framework
