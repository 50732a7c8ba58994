#include "paddle/framework/distributed/store/leased_store.h"

namespace paddle::distributed {

void LeasedStore::Set(const std::string& key, const std::string& value,
                      const Lease* lease) {
  Commit({}, {{key, value, lease}});
}

void LeasedStore::Remove(const std::string& key) {
  Commit({}, {{key, absl::nullopt}});
}

int64_t LeasedStore::Create(const std::string& key, const std::string& value,
                            const Lease* lease) {
  return Commit({{key, Condition::Kind::kCreated, 0}}, {{key, value, lease}});
}

int64_t LeasedStore::Replace(const std::string& key, int64_t modified,
                             const std::string& value) {
  // Revision 0 means that there is no key, which has nothing to replace.
  if (modified == 0) return 0;
  return Commit({{key, Condition::Kind::kModified, modified}}, {{key, value}});
}

}  // namespace paddle::distributed
