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
  void* const mapped =
      mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE, descriptor, 0);
  const int error = errno;
  close(descriptor);
  PADDLE_ENFORCE(mapped != MAP_FAILED, ResourceExhausted, "mapping ", path,
                 " of ", size_, " bytes: ", strerror(error));
  data_ = static_cast<char*>(mapped);
}

FileMapping::~FileMapping() {
  if (data_ != nullptr) munmap(data_, size_);
}

}  // namespace paddle::platform
