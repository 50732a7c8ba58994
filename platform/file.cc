#include "paddle/platform/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <utility>

#include "paddle/platform/enforce.h"

namespace paddle::platform {
namespace {

// Closes on the way out, however that is.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

 private:
  const int number_;
};

std::string FolderOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

// A name beside `path` that this process has not used yet.
std::string TemporaryName(const std::string& path) {
  static std::atomic<uint64_t> number{0};
  return absl::StrCat(path, ".tmp-", getpid(), "-", number++);
}

}  // namespace

std::string ReadFile(const std::string& path) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.number() < 0) {
    const char* reason = strerror(errno);
    PADDLE_ENFORCE(errno != ENOENT, NotFound, "file ", path, ": ", reason);
    PADDLE_THROW(Unavailable, "file ", path, ": ", reason);
  }
  struct stat status;
  PADDLE_ENFORCE(fstat(file.number(), &status) == 0, Unavailable, "file ", path,
                 ": ", strerror(errno));
  PADDLE_ENFORCE(S_ISREG(status.st_mode), Unavailable, "file ", path,
                 ": not a regular file");
  std::string bytes(static_cast<size_t>(status.st_size), '\0');
  size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count =
        read(file.number(), &bytes[done], bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    PADDLE_ENFORCE(count >= 0, Unavailable, "reading ", path, ": ",
                   strerror(errno));
    if (count == 0) break;  // it became shorter meanwhile
    done += static_cast<size_t>(count);
  }
  bytes.resize(done);
  return bytes;
}

AtomicFileWriter::AtomicFileWriter(std::string path) : path_(std::move(path)) {
  do {  // another process may have left a file of that name
    temporary_ = TemporaryName(path_);
    descriptor_ =
        open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  } while (descriptor_ < 0 && errno == EEXIST);
  if (descriptor_ < 0) Fail("writing");
}

AtomicFileWriter::~AtomicFileWriter() {
  if (descriptor_ < 0) return;
  close(descriptor_);
  unlink(temporary_.c_str());
}

void AtomicFileWriter::Write(const void* data, size_t size) {
  PADDLE_ENFORCE(descriptor_ >= 0, FailedPrecondition, "file ", path_,
                 " is committed already");
  const char* next = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t count = write(descriptor_, next, size);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) Fail("writing");
    next += count;
    size -= static_cast<size_t>(count);
  }
}

void AtomicFileWriter::Commit() {
  PADDLE_ENFORCE(descriptor_ >= 0, FailedPrecondition, "file ", path_,
                 " is committed already");
  if (fsync(descriptor_) != 0) Fail("syncing");
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) Fail("writing");
  close(std::exchange(descriptor_, -1));
  // The new name itself; a folder that cannot be synced does no harm.
  const Descriptor folder(
      open(FolderOf(path_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.number() >= 0) fsync(folder.number());
}

void AtomicFileWriter::Fail(const char* what) const {
  PADDLE_THROW(Unavailable, what, " ", path_, ": ", strerror(errno));
}

void AtomicWriteFile(const std::string& path, absl::string_view bytes) {
  AtomicFileWriter writer(path);
  writer.Write(bytes);
  writer.Commit();
}

}  // namespace paddle::platform
