#include "paddle/platform/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"

#include "paddle/platform/enforce.h"

namespace paddle::platform {
namespace {

// Closes the descriptor on every path, exceptions included.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }
  // Gives up the descriptor; the caller closes it.
  int Release() { return std::exchange(number_, -1); }

 private:
  int number_;
};

std::string FolderOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

// Returns a name next to `path` that this process has not used yet, since a
// rename is atomic only within one file system.
std::string TemporaryName(const std::string& path) {
  static std::atomic<uint64_t> number{0};
  return absl::StrCat(path, ".tmp-", getpid(), "-", number++);
}

// Returns the file that links lead to; it need not exist yet. Anything but a
// file must not be replaced: a rename over a device would delete the device.
std::string TargetOf(std::string path) {
  CheckFileName(path);
  struct stat status;
  if (lstat(path.c_str(), &status) != 0) return path;
  const bool is_link = S_ISLNK(status.st_mode);
  const std::unique_ptr<char, void (*)(void*)> real(
      realpath(path.c_str(), nullptr), &std::free);
  PADDLE_ENFORCE(real != nullptr && stat(real.get(), &status) == 0, Unavailable,
                 "writing ", path, ": ", strerror(errno));
  PADDLE_ENFORCE(S_ISREG(status.st_mode), Unavailable, "writing ", path,
                 ": not a regular file");
  return is_link ? real.get() : path;
}

// Makes room for `size` bytes more in `bytes`.
void Grow(const std::string& path, uint64_t size, std::string* bytes) {
  try {
    bytes->resize(bytes->size() + size);
  } catch (const std::exception&) {  // bad_alloc or length_error
    PADDLE_THROW(ResourceExhausted, "no memory for file ", path, " of ",
                 bytes->size() + size, " bytes");
  }
}

void Append(FileReader* file, uint64_t size, std::string* bytes) {
  const size_t before = bytes->size();
  Grow(file->path(), size, bytes);
  bytes->resize(before + file->Read(&(*bytes)[before], size));
}

}  // namespace

void CheckFileName(const std::string& path) {
  PADDLE_ENFORCE(
      path.find('\0') == std::string::npos, InvalidArgument,
      "the name of a file has a zero byte: ", absl::CHexEscape(path));
}

FileReader::FileReader(std::string path) : path_(std::move(path)) {
  CheckFileName(path_);
  // Without O_NONBLOCK, opening a pipe that nobody writes to would block.
  Descriptor file(open(path_.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (file.number() < 0) {
    const int error = errno;
    PADDLE_ENFORCE(error != ENOENT, NotFound, "file ", path_, ": ",
                   strerror(error));
    PADDLE_THROW(Unavailable, "file ", path_, ": ", strerror(error));
  }
  struct stat status;
  PADDLE_ENFORCE(fstat(file.number(), &status) == 0, Unavailable, "file ",
                 path_, ": ", strerror(errno));
  PADDLE_ENFORCE(S_ISREG(status.st_mode), Unavailable, "file ", path_,
                 ": not a regular file");
  size_ = static_cast<uint64_t>(status.st_size);
  descriptor_ = file.Release();
}

FileReader::~FileReader() { close(descriptor_); }

size_t FileReader::Read(void* data, size_t size) {
  char* const bytes = static_cast<char*>(data);
  size = static_cast<size_t>(std::min<uint64_t>(size, rest()));
  size_t done = 0;
  while (done < size) {
    const ssize_t count = read(descriptor_, bytes + done, size - done);
    if (count < 0 && errno == EINTR) continue;
    PADDLE_ENFORCE(count >= 0, Unavailable, "reading ", path_, ": ",
                   strerror(errno));
    if (count == 0) break;  // it was truncated meanwhile
    done += static_cast<size_t>(count);
  }
  position_ = done < size ? size_ : position_ + done;
  return done;
}

std::string ReadFile(const std::string& path) {
  return ReadFile(path, 0, [](absl::string_view, uint64_t) {});
}

std::string ReadFile(const std::string& path, size_t start_size,
                     JudgeFile judge) {
  FileReader file(path);
  std::string bytes;
  Append(&file, std::min<uint64_t>(start_size, file.size()), &bytes);
  judge(bytes, file.size());
  Append(&file, file.rest(), &bytes);
  return bytes;
}

AtomicFileWriter::AtomicFileWriter(std::string path)
    : path_(TargetOf(std::move(path))) {
  do {  // another process may have left a file of this name
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
  // Syncs the folder, so that the new name survives a crash; where a folder
  // cannot be synced the file is still complete.
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
