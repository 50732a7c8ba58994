// Lets the disk fail, or kills the process, at a chosen change of a folder: a
// library that is loaded before all others (LD_PRELOAD).
//
// The environment says what happens:
//   FAULTS_FOLDER  changes of what lies in this folder, or of itself, count
//   FAULTS_RANK    only where RANK is this; unset: everywhere
//   FAULTS_AT      the number of the change, from 1, at which it happens
//   FAULTS_FULL    if set, the disk is full from then on (ENOSPC); otherwise
//                  the process gets SIGKILL: behind half of the bytes of a
//                  write, before anything else
//   FAULTS_ONCE    a file that it makes then; while it exists, nothing happens
//   FAULTS_COUNT   a file to which the number of all changes is written at the
//                  end
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

std::string Setting(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

class Faults {
 public:
  // Never destroyed: other libraries write until the very end.
  static Faults& Instance() {
    static auto* faults = new Faults;
    return *faults;
  }

  // Counts a change of what `path` is, relative to the folder `at`. True if the
  // time has come.
  bool Reaches(int at, const char* path) {
    return active_ && IsInside(FullName(at, path)) && ++count_ >= when_ &&
           when_ > 0;
  }
  bool full() const { return full_; }

  [[noreturn]] void Kill() const {
    if (!once_.empty()) close(open(once_.c_str(), O_CREAT | O_WRONLY, 0644));
    kill(getpid(), SIGKILL);
    for (;;) pause();
  }

  void Report() const {
    const std::string file = Setting("FAULTS_COUNT");
    if (!active_ || file.empty()) return;
    const std::string text = std::to_string(count_) + "\n";
    if (FILE* out = std::fopen(file.c_str(), "w")) {
      std::fputs(text.c_str(), out);
      std::fclose(out);
    }
  }

 private:
  Faults() {
    const std::string rank = Setting("FAULTS_RANK");
    active_ = !folder_.empty() && (rank.empty() || rank == Setting("RANK")) &&
              (once_.empty() || access(once_.c_str(), F_OK) != 0);
  }

  static std::string LinkOf(const std::string& link) {
    char target[PATH_MAX];
    const ssize_t size = readlink(link.c_str(), target, sizeof(target));
    return size < 0 ? "" : std::string(target, size);
  }
  static std::string FullName(int at, const char* path) {
    if (path != nullptr && path[0] == '/') return path;
    const std::string folder =
        LinkOf(at == AT_FDCWD ? "/proc/self/cwd"
                              : "/proc/self/fd/" + std::to_string(at));
    return path == nullptr ? folder : folder + "/" + path;
  }
  bool IsInside(const std::string& name) const {
    return name == folder_ || name.rfind(folder_ + "/", 0) == 0;
  }

  const std::string folder_ = Setting("FAULTS_FOLDER");
  const std::string once_ = Setting("FAULTS_ONCE");
  const int when_ = std::atoi(Setting("FAULTS_AT").c_str());
  const bool full_ = !Setting("FAULTS_FULL").empty();
  bool active_ = false;
  std::atomic<int> count_{0};
};

template <typename Function>
Function* Next(Function*, const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

// A change that needs no room on the disk: a process may only die before it.
void PassBy(int at, const char* path) {
  Faults& faults = Faults::Instance();
  if (faults.Reaches(at, path) && !faults.full()) faults.Kill();
}

// One that needs room; false, with the error set, if there is none.
bool HasRoom(int at, const char* path) {
  Faults& faults = Faults::Instance();
  if (!faults.Reaches(at, path)) return true;
  if (!faults.full()) faults.Kill();
  errno = ENOSPC;
  return false;
}

struct AtEnd {
  ~AtEnd() { Faults::Instance().Report(); }
} at_end;

}  // namespace

#define NEXT(name) static auto* const next = Next(&::name, #name)

extern "C" {

ssize_t write(int file, const void* data, size_t size) {
  NEXT(write);
  Faults& faults = Faults::Instance();
  if (!faults.Reaches(file, nullptr)) return next(file, data, size);
  const ssize_t written = next(file, data, size / 2);
  if (!faults.full() && written >= 0) faults.Kill();
  errno = ENOSPC;
  return -1;
}

// Python's, whose files may be large.
ssize_t sendfile64(int to, int from, off64_t* offset, size_t size) noexcept {
  NEXT(sendfile64);
  return HasRoom(to, nullptr) ? next(to, from, offset, size) : -1;
}

int mkdir(const char* path, mode_t mode) noexcept {
  NEXT(mkdir);
  return HasRoom(AT_FDCWD, path) ? next(path, mode) : -1;
}

int fsync(int file) {
  NEXT(fsync);
  PassBy(file, nullptr);
  return next(file);
}

int rename(const char* from, const char* to) noexcept {
  NEXT(rename);
  PassBy(AT_FDCWD, to);
  return next(from, to);
}

int unlinkat(int at, const char* path, int flags) noexcept {
  NEXT(unlinkat);
  PassBy(at, path);
  return next(at, path, flags);
}

int unlink(const char* path) noexcept {
  NEXT(unlink);
  PassBy(AT_FDCWD, path);
  return next(path);
}

int rmdir(const char* path) noexcept {
  NEXT(rmdir);
  PassBy(AT_FDCWD, path);
  return next(path);
}

}  // extern "C"
