#include "paddle/platform/random_access_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "paddle/platform/enforce.h"
#include "paddle/platform/file.h"

namespace paddle::platform {

RandomAccessFile::RandomAccessFile(std::string path) : path_(std::move(path)) {
  // It tells apart what is missing, no regular file, or badly named.
  size_ = FileReader(path_).size();
  descriptor_ = open(path_.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  PADDLE_ENFORCE(descriptor_ >= 0, Unavailable, "file ", path_, ": ",
                 strerror(errno));
}

RandomAccessFile::~RandomAccessFile() { close(descriptor_); }

void RandomAccessFile::Read(uint64_t offset, size_t size, void* data) const {
  PADDLE_ENFORCE(offset <= size_ && size <= size_ - offset, OutOfRange,
                 "reading ", path_, ": ", size, " bytes from byte ", offset,
                 " of ", size_);
  char* const bytes = static_cast<char*>(data);
  for (size_t done = 0; done < size;) {
    const ssize_t count = pread(descriptor_, bytes + done, size - done,
                                static_cast<off_t>(offset + done));
    if (count < 0 && errno == EINTR) continue;
    PADDLE_ENFORCE(count >= 0, Unavailable, "reading ", path_, ": ",
                   strerror(errno));
    PADDLE_ENFORCE(count > 0, Unavailable, "reading ", path_,
                   ": it ends at byte ", offset + done,
                   " and had more when it was opened");
    done += static_cast<size_t>(count);
  }
}

}  // namespace paddle::platform
