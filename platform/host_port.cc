#include "paddle/platform/host_port.h"

#include "absl/strings/str_cat.h"

namespace paddle::platform {

std::string HostPort(const std::string& host, int port) {
  const bool bare = host.find(':') != std::string::npos && host[0] != '[';
  return bare ? absl::StrCat("[", host, "]:", port)
              : absl::StrCat(host, ":", port);
}

}  // namespace paddle::platform
