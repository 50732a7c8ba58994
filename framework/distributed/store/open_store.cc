#include "paddle/framework/distributed/store/open_store.h"

#include "absl/strings/match.h"

#include "paddle/framework/distributed/store/file_store.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {

std::unique_ptr<Store> OpenStore(const std::string& url) {
  constexpr char kFile[] = "file://";
  PADDLE_ENFORCE(absl::StartsWith(url, "file:///"), InvalidArgument, "'", url,
                 "' is no address of a store; file:///FOLDER is one");
  return NewFileStore(url.substr(sizeof(kFile) - 1));
}

}  // namespace paddle::distributed
