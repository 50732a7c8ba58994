// Keeps values of one size by id in a folder, with RocksDB.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"

namespace rocksdb {
class DB;
}  // namespace rocksdb

namespace paddle::distributed {

// Says what a crash leaves of the steps that were written.
enum class Durability {
  // One of the last: RocksDB moves steps to the disk as its memory fills. All
  // of
  // them are there after it was closed or saved.
  kCheckpoint,
  // All of them: each is synced to a log on the disk.
  kStep,
};

// Values by id, and a text beside them. Errors name the folder: DataLoss for
// damaged files, Unavailable for whatever else the disk does, or if somebody
// else has the folder open. Not thread safe.
class RocksdbFolder {
 public:
  // Opens the folder, or makes it; its parents must be there. RocksDB uses
  // about `memory` bytes: half for what is not on the disk yet, half for blocks
  // of files and for what finds them.
  RocksdbFolder(std::string path, size_t value_bytes, Durability durability,
                size_t memory);
  ~RocksdbFolder();

  // Calls found(i, value) for those of `ids`, which ascend, that have a value.
  using Found = absl::FunctionRef<void(size_t index, const char* value)>;
  void Read(absl::Span<const int64_t> ids, Found found) const;
  // Returns the first ids from `from` on that have a value, ascending, at most
  // `most`.
  std::vector<int64_t> Ids(int64_t from, size_t most) const;
  // Returns the text; empty if none was written.
  std::string ReadText() const;

  // Writes rows, of values by id, and the text: all of it, or nothing if it
  // throws. After an error RocksDB takes no writes until Reopen().
  using Row = std::pair<int64_t, const float*>;
  void Write(absl::Span<const Row> rows, const std::string& text);
  // True if the last Write() failed, and after Close().
  bool failed() const { return failed_; }
  // True unless it was closed, or Reopen() has failed.
  bool is_open() const { return db_ != nullptr; }
  // Brings RocksDB back after an error. What is found then is a step that was
  // written, as after a crash, or the one that failed.
  void Reopen();
  // Lets go of the folder until Reopen().
  void Close();

  // Makes a folder that can be opened with the values of now. It shares files
  // with this one, by hard links where the file system has them. AlreadyExists
  // if it is there.
  void SaveTo(const std::string& path);
  // Makes a folder of its own of one that SaveTo() made, which stays as it is.
  // They share files, too. NotFound if nothing was saved there; AlreadyExists.
  static void Restore(const std::string& saved, const std::string& path);

  // Returns the bytes of memory that RocksDB takes.
  size_t bytes() const;

 private:
  const std::string path_;
  const size_t value_bytes_;
  const Durability durability_;
  const size_t memory_;
  std::unique_ptr<rocksdb::DB> db_;
  bool failed_ = false;
};

}  // namespace paddle::distributed
