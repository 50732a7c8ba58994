#include "paddle/platform/place.h"

#include <ostream>

namespace paddle::platform {

std::string Place::ToString() const {
  switch (kind_) {
    case PlaceKind::kCPU:
      return "CPU";
    case PlaceKind::kCUDA:
      return "CUDA:" + std::to_string(device_);
    case PlaceKind::kCUDAPinned:
      return "CUDAPinned";
  }
  return "Unknown";
}

std::ostream& operator<<(std::ostream& out, Place place) {
  return out << place.ToString();
}

}  // namespace paddle::platform
