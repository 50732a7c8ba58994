// Names the places where memory lives and kernels run.
#pragma once

#include <iosfwd>
#include <string>

namespace paddle::platform {
// The kinds of memory: ordinary host memory, that of a GPU, and page-locked
// host memory, which GPUs access directly.

enum class PlaceKind { kCPU = 0, kCUDA = 1, kCUDAPinned = 2 };

// The kind of a place and, for GPUs, the number of the device. A small value.
class Place {
  // The CPU by default.
 public:
  // `device` matters for kCUDA only.
  constexpr Place() = default;
  constexpr explicit Place(PlaceKind kind, int device = 0)
      : kind_(kind), device_(device) {}

  constexpr PlaceKind kind() const { return kind_; }
  constexpr int device() const { return device_; }
  constexpr bool is_cpu() const { return kind_ == PlaceKind::kCPU; }
  constexpr bool is_cuda() const { return kind_ == PlaceKind::kCUDA; }

  // Returns "CPU", "CUDA:0" or "CUDAPinned".
  std::string ToString() const;

  friend constexpr bool operator==(Place a, Place b) {
    return a.kind_ == b.kind_ && a.device_ == b.device_;
  }
  friend constexpr bool operator!=(Place a, Place b) { return !(a == b); }

 private:
  PlaceKind kind_ = PlaceKind::kCPU;
  int device_ = 0;
  // Return the place of the host, and that of GPU number `device`, whether or
  // not the machine has it.
};

constexpr Place CPUPlace() { return Place(PlaceKind::kCPU); }
constexpr Place CUDAPlace(int device) {
  return Place(PlaceKind::kCUDA, device);
  // Prints ToString().
}

std::ostream& operator<<(std::ostream& out, Place place);

}  // namespace paddle::platform
