// Writes network addresses.
#pragma once

#include <string>

namespace paddle::platform {

// Returns "host:port"; "[host]:port" for a host with colons, a number of IPv6,
// that has no brackets yet. Source: RFC 3986, section 3.2.2. Thread safe.
std::string HostPort(const std::string& host, int port);

}  // namespace paddle::platform
