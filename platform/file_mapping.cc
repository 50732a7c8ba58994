#include "paddle/platform/file_mapping.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "paddle/platform/enforce.h"
#include "paddle/platform/file.h"

namespace paddle::platform {

FileMapping::FileMapping(const std::string& path) {
  // It tells apart what is missing, no regular file, or badly named.
  size_ = FileReader(path).size();
  if (size_ == 0) return;
  const int descriptor = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  PADDLE_ENFORCE(descriptor >= 0, Unavailable, "file ", path, ": ",
                 strerror(errno));
  try {
    Map(descriptor, 0, path);
  } catch (const Error&) {
    close(descriptor);
    throw;
  }
  close(descriptor);
}

FileMapping::FileMapping(int descriptor, uint64_t offset, size_t size,
                         const std::string& name)
    : size_(size) {
  if (size_ > 0) Map(descriptor, offset, name);
}

void FileMapping::Map(int descriptor, uint64_t offset,
                      const std::string& name) {
  skipped_ = offset % static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  void* const mapped =
      mmap(nullptr, size_ + skipped_, PROT_READ | PROT_WRITE, MAP_PRIVATE,
           descriptor, static_cast<off_t>(offset - skipped_));
  PADDLE_ENFORCE(mapped != MAP_FAILED, ResourceExhausted, "mapping ", name,
                 " of ", size_, " bytes: ", strerror(errno));
  data_ = static_cast<char*>(mapped) + skipped_;
}

FileMapping::~FileMapping() {
  if (data_ != nullptr) munmap(data_ - skipped_, size_ + skipped_);
}

}  // namespace paddle::platform
