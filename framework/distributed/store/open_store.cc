#include "paddle/framework/distributed/store/open_store.h"

#include "absl/strings/match.h"

#include "paddle/framework/distributed/store/etcd_store.h"
#include "paddle/framework/distributed/store/file_leased_store.h"
#include "paddle/framework/distributed/store/file_store.h"
#include "paddle/framework/distributed/store/leased_as_store.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {

namespace {

bool IsEtcd(const std::string& url) { return absl::StartsWith(url, "etcd://"); }

// Returns the folder of a URL of files.
std::string FolderOf(const std::string& url) {
  constexpr char kFile[] = "file://";
  PADDLE_ENFORCE(absl::StartsWith(url, "file:///"), InvalidArgument, "'", url,
                 "' is no address of a store; file:///FOLDER is one, and so "
                 "is etcd://HOST:PORT/PREFIX");
  return url.substr(sizeof(kFile) - 1);
}

}  // namespace

std::unique_ptr<Store> OpenStore(const std::string& url,
                                 const std::string& library) {
  if (IsEtcd(url)) return NewStoreOf(NewEtcdStore(url, library), url);
  return NewFileStore(FolderOf(url));
}

std::unique_ptr<LeasedStore> OpenLeasedStore(const std::string& url,
                                             const std::string& library) {
  if (IsEtcd(url)) return NewEtcdStore(url, library);
  return NewFileLeasedStore(FolderOf(url));
}

}  // namespace paddle::distributed
