#include "paddle/framework/distributed/table/rocksdb_folder.h"

#include <rocksdb/cache.h>
#include <rocksdb/db.h>
#include <rocksdb/env.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/table.h>
#include <rocksdb/utilities/checkpoint.h>
#include <rocksdb/write_batch.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

#include "paddle/platform/enforce.h"

namespace paddle::distributed {

namespace {

namespace fs = std::filesystem;

// No id has a key of one byte.
constexpr char kTextKey[] = "t";
// Ids that are looked up at once.
constexpr size_t kLookup = 1024;

using Key = std::array<char, sizeof(int64_t)>;

// Big-endian, so that RocksDB's order is that of ids.
Key KeyOf(int64_t id) {
  const uint64_t bits = __builtin_bswap64(static_cast<uint64_t>(id));
  Key key;
  std::copy_n(reinterpret_cast<const char*>(&bits), key.size(), key.begin());
  return key;
}

int64_t IdOf(const rocksdb::Slice& key) {
  uint64_t bits = 0;
  std::copy_n(key.data(), sizeof(bits), reinterpret_cast<char*>(&bits));
  return static_cast<int64_t>(__builtin_bswap64(bits));
}

rocksdb::Slice AsSlice(const Key& key) { return {key.data(), key.size()}; }

void Check(const rocksdb::Status& status, const char* what,
           const std::string& folder) {
  if (status.ok()) return;
  const std::string reason = status.ToString();
  PADDLE_ENFORCE(!status.IsCorruption(), DataLoss, "the table in '", folder,
                 "' is damaged: ", reason);
  PADDLE_THROW(Unavailable, "the table in '", folder, "' cannot be ", what,
               ": ", reason);
}

// RocksDB's own log would be a file, and Debian's RocksDB has assertions: it
// aborts when such a file has no room.
class NoLog final : public rocksdb::Logger {
 public:
  using rocksdb::Logger::Logv;
  void Logv(const char*, va_list) override {}
};

rocksdb::BlockBasedTableOptions BlockOptions(size_t cache_bytes) {
  rocksdb::BlockBasedTableOptions options;
  options.block_cache = rocksdb::NewLRUCache(cache_bytes);
  // Counted with the blocks, so that the memory of large tables is bounded.
  options.cache_index_and_filter_blocks = true;
  options.pin_l0_filter_and_index_blocks_in_cache = true;
  options.filter_policy.reset(rocksdb::NewBloomFilterPolicy(10));
  options.data_block_index_type =
      rocksdb::BlockBasedTableOptions::kDataBlockBinaryAndHash;
  options.format_version = 5;
  options.checksum = rocksdb::kXXH3;
  return options;
}

rocksdb::Options OptionsOf(Durability durability, size_t memory) {
  constexpr int kBuffers = 3;
  rocksdb::Options options;
  options.create_if_missing = true;
  // Numbers of training are noise to a compressor.
  options.compression = rocksdb::kNoCompression;
  options.write_buffer_size = std::max<size_t>(memory / 2 / kBuffers, 1 << 16);
  options.max_write_buffer_number = kBuffers;
  // Most ids that are looked up are not among the last that were written.
  options.memtable_whole_key_filtering = true;
  options.memtable_prefix_bloom_size_ratio = 0.05;
  options.allow_concurrent_memtable_write = false;  // one thread writes
  options.table_factory.reset(
      rocksdb::NewBlockBasedTableFactory(BlockOptions(memory / 2)));
  // A step that was synced is an error to miss; one that was cut off by a crash
  // is none.
  options.wal_recovery_mode =
      rocksdb::WALRecoveryMode::kTolerateCorruptedTailRecords;
  options.track_and_verify_wals_in_manifest = durability == Durability::kStep;
  options.info_log = std::make_shared<NoLog>();
  return options;
}

// Makes `to` the same file as `from`, or a copy where RocksDB may change it, or
// the file system has no links.
void Share(const fs::path& from, const fs::path& to) {
  std::error_code no_link = std::make_error_code(std::errc::not_supported);
  if (from.extension() == ".sst") fs::create_hard_link(from, to, no_link);
  if (no_link) fs::copy_file(from, to);
}

}  // namespace

RocksdbFolder::RocksdbFolder(std::string path, size_t value_bytes,
                             Durability durability, size_t memory)
    : path_(std::move(path)),
      value_bytes_(value_bytes),
      durability_(durability),
      memory_(memory) {
  Reopen();
}

RocksdbFolder::~RocksdbFolder() = default;

void RocksdbFolder::Reopen() {
  // Without a log all that is not on the disk yet is in memory, and stays
  // there. A log may end with a step that failed: only reading it makes that
  // sure.
  if (db_ != nullptr && durability_ == Durability::kCheckpoint &&
      db_->Resume().ok()) {
    failed_ = false;
    return;
  }
  Close();
  rocksdb::DB* opened = nullptr;
  Check(rocksdb::DB::Open(OptionsOf(durability_, memory_), path_, &opened),
        "opened", path_);
  db_.reset(opened);
  failed_ = false;
}

void RocksdbFolder::Close() {
  failed_ = true;
  db_.reset();
}

void RocksdbFolder::Read(absl::Span<const int64_t> ids, Found found) const {
  std::array<Key, kLookup> keys;
  std::vector<rocksdb::Slice> slices(kLookup);
  std::vector<rocksdb::PinnableSlice> values(kLookup);
  std::vector<rocksdb::Status> statuses(kLookup);
  for (size_t begin = 0; begin < ids.size(); begin += kLookup) {
    const size_t size = std::min(kLookup, ids.size() - begin);
    for (size_t i = 0; i < size; ++i) {
      keys[i] = KeyOf(ids[begin + i]);
      slices[i] = AsSlice(keys[i]);
    }
    db_->MultiGet({}, db_->DefaultColumnFamily(), size, slices.data(),
                  values.data(), statuses.data(), /*sorted_input=*/true);
    for (size_t i = 0; i < size; ++i) {
      if (statuses[i].IsNotFound()) continue;
      Check(statuses[i], "read", path_);
      PADDLE_ENFORCE(values[i].size() == value_bytes_, DataLoss,
                     "the table in '", path_, "' has ", values[i].size(),
                     " bytes for id ", ids[begin + i], " instead of ",
                     value_bytes_);
      found(begin + i, values[i].data());
      values[i].Reset();
    }
  }
}

std::vector<int64_t> RocksdbFolder::Ids(int64_t from, size_t most) const {
  std::vector<int64_t> ids;
  const std::unique_ptr<rocksdb::Iterator> rows(db_->NewIterator({}));
  const Key first = KeyOf(from);
  for (rows->Seek(AsSlice(first)); rows->Valid() && ids.size() < most;
       rows->Next()) {
    const bool is_row = rows->key().size() == first.size();
    if (is_row) ids.push_back(IdOf(rows->key()));
  }
  Check(rows->status(), "read", path_);
  return ids;
}

std::string RocksdbFolder::ReadText() const {
  std::string text;
  const rocksdb::Status status = db_->Get({}, kTextKey, &text);
  if (!status.IsNotFound()) Check(status, "read", path_);
  return text;
}

void RocksdbFolder::Write(absl::Span<const Row> rows, const std::string& text) {
  rocksdb::WriteBatch batch(rows.size() * (value_bytes_ + 16) + text.size());
  for (const auto& [id, values] : rows) {
    const Key key = KeyOf(id);
    batch.Put(AsSlice(key),
              {reinterpret_cast<const char*>(values), value_bytes_});
  }
  batch.Put(kTextKey, text);
  rocksdb::WriteOptions options;
  options.sync = durability_ == Durability::kStep;
  options.disableWAL = !options.sync;
  const rocksdb::Status status = db_->Write(options, &batch);
  failed_ = !status.ok();
  Check(status, "written", path_);
}

void RocksdbFolder::SaveTo(const std::string& path) {
  PADDLE_ENFORCE(!fs::exists(path), AlreadyExists, "the table in '", path_,
                 "' cannot be saved to '", path, "', which exists");
  rocksdb::Checkpoint* checkpoint = nullptr;
  Check(rocksdb::Checkpoint::Create(db_.get(), &checkpoint), "saved", path_);
  const std::unique_ptr<rocksdb::Checkpoint> owned(checkpoint);
  Check(owned->CreateCheckpoint(path), "saved", path_);
}

void RocksdbFolder::Restore(const std::string& saved, const std::string& path) {
  PADDLE_ENFORCE(fs::exists(saved + "/CURRENT"), NotFound,
                 "there is no table in '", saved, "'");
  PADDLE_ENFORCE(!fs::exists(path), AlreadyExists, "the table in '", saved,
                 "' cannot be restored to '", path, "', which exists");
  const std::string unfinished = path + ".unfinished";
  try {
    fs::remove_all(unfinished);
    fs::create_directory(unfinished);
    for (const fs::directory_entry& entry : fs::directory_iterator(saved)) {
      Share(entry.path(), fs::path(unfinished) / entry.path().filename());
    }
    fs::rename(unfinished, path);
  } catch (const fs::filesystem_error& error) {
    PADDLE_THROW(Unavailable, "the table in '", saved,
                 "' cannot be restored to '", path, "': ", error.what());
  }
}

size_t RocksdbFolder::bytes() const {
  size_t bytes = 0;
  if (db_ == nullptr) return bytes;
  for (const std::string& part :
       {rocksdb::DB::Properties::kSizeAllMemTables,
        rocksdb::DB::Properties::kBlockCacheUsage,
        rocksdb::DB::Properties::kEstimateTableReadersMem}) {
    uint64_t size = 0;
    if (db_->GetIntProperty(part, &size)) bytes += size;
  }
  return bytes;
}

}  // namespace paddle::distributed
