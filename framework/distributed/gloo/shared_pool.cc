#include "paddle/framework/distributed/gloo/shared_pool.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstring>
#include <fstream>
#include <random>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace paddle::distributed {
namespace {

constexpr size_t kSlot = 256 << 10;
constexpr size_t kSlots = SharedPool::kBytes / kSlot;
constexpr size_t kHead = 4096;
constexpr size_t kMapped = kHead + SharedPool::kBytes;

// Nobody can make the memory shorter, which would kill whoever uses it.
constexpr int kSeals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;

size_t SlotsOf(size_t bytes) { return (bytes + kSlot - 1) / kSlot; }

// Returns the number that the running system has given itself.
std::string MachineNumber() {
  std::string number;
  std::ifstream("/proc/sys/kernel/random/boot_id") >> number;
  return number;
}

uint64_t RandomNumber() {
  std::random_device device;
  return (uint64_t{device()} << 32) | device();
}

}  // namespace

// The first page of the memory; the slots follow.
struct SharedPool::Head {
  uint64_t number;  // of this pool, at random
  std::array<std::atomic<uint32_t>, kSlots> reserved;
};

SharedPool::Head* SharedPool::head() const {
  static_assert(sizeof(Head) <= kHead);
  static_assert(std::atomic<uint32_t>::is_always_lock_free,
                "a lock would be of one process only");
  return static_cast<Head*>(memory_);
}

std::byte* SharedPool::Slot(size_t slot) const {
  return static_cast<std::byte*>(memory_) + kHead + slot * kSlot;
}

std::unique_ptr<SharedPool> SharedPool::Map(int descriptor) {
  void* const memory =
      mmap(nullptr, kMapped, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (memory == MAP_FAILED) {
    close(descriptor);
    return nullptr;
  }
  return std::unique_ptr<SharedPool>(new SharedPool(descriptor, memory));
}

std::unique_ptr<SharedPool> SharedPool::New() {
  const std::string machine = MachineNumber();
  if (machine.empty()) return nullptr;
  const int descriptor =
      memfd_create("messages", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (descriptor < 0) return nullptr;
  if (ftruncate(descriptor, kMapped) != 0 ||
      fcntl(descriptor, F_ADD_SEALS, kSeals) != 0) {
    close(descriptor);
    return nullptr;
  }
  std::unique_ptr<SharedPool> pool = Map(descriptor);
  if (pool == nullptr) return nullptr;
  pool->head()->number = RandomNumber();
  pool->name_ = absl::StrCat(machine, " ", getpid(), " ", descriptor, " ",
                             pool->head()->number);
  return pool;
}

// The number of a process or of its file may be another one's by now, or in
// this container: what is opened is taken only if it has the pool's number.
std::unique_ptr<SharedPool> SharedPool::Open(const std::string& name) {
  const std::vector<std::string> parts = absl::StrSplit(name, ' ');
  int process = 0, file = 0;
  uint64_t number = 0;
  if (parts.size() != 4 || parts[0] != MachineNumber() ||
      !absl::SimpleAtoi(parts[1], &process) ||
      !absl::SimpleAtoi(parts[2], &file) ||
      !absl::SimpleAtoi(parts[3], &number)) {
    return nullptr;
  }
  const int descriptor =
      open(absl::StrCat("/proc/", process, "/fd/", file).c_str(),
           O_RDWR | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return nullptr;
  struct stat status;
  if (fcntl(descriptor, F_GET_SEALS) != kSeals ||
      fstat(descriptor, &status) != 0 || status.st_size != kMapped) {
    close(descriptor);
    return nullptr;
  }
  std::unique_ptr<SharedPool> pool = Map(descriptor);
  if (pool == nullptr || pool->head()->number != number) return nullptr;
  pool->name_ = name;
  return pool;
}

SharedPool::~SharedPool() {
  munmap(memory_, kMapped);
  close(descriptor_);
}

size_t SharedPool::Reserve(size_t first, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (head()->reserved[first + i].exchange(1, std::memory_order_acquire)) {
      return i;
    }
  }
  return count;
}

void SharedPool::Release(size_t first, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    head()->reserved[first + i].store(0, std::memory_order_release);
  }
}

// The first place that is free: memory that was never used costs nothing.
uint64_t SharedPool::Put(const void* data, size_t bytes) {
  if (bytes > kLongest) return 0;
  const size_t count = SlotsOf(bytes);
  for (size_t first = 0; first + count <= kSlots;) {
    const size_t reserved = Reserve(first, count);
    if (reserved == count) {
      std::memcpy(Slot(first), data, bytes);
      return first + 1;
    }
    Release(first, reserved);
    first += reserved + 1;
  }
  return 0;
}

bool SharedPool::Take(uint64_t place, void* data, size_t bytes) {
  const size_t count = SlotsOf(bytes);
  if (place < 1 || place > kSlots || bytes > kLongest ||
      place - 1 + count > kSlots) {
    return false;
  }
  std::memcpy(data, Slot(place - 1), bytes);
  Release(place - 1, count);
  return true;
}

}  // namespace paddle::distributed
