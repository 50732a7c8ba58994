// Times tables: rows of 64 floats and their moments, 4096 in a call, of ids
// that follow a power law over 10^8, as words and users do. Items are rows. A
// step of a table in RocksDB is a call; what it keeps is in a folder beside
// those of other temporary files.
#include <malloc.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "benchmark/benchmark.h"

#include "paddle/framework/distributed/table/memory_table.h"
#include "paddle/framework/distributed/table/rocksdb_table.h"
#include "paddle/framework/distributed/table/testing/power_law_ids.h"

namespace paddle::distributed {
namespace {

constexpr int64_t kWidth = 64, kCall = 4096, kCalls = 512;

const IdBatches& Ids() {
  static const IdBatches* const batches =
      new IdBatches(PowerLawIds(kCalls, kCall));
  return *batches;
}

// A table of a kind, and where it is.
class Kept {
 public:
  // In memory, or in RocksDB with this durability.
  enum Kind { kMemory, kCheckpoint, kStep };
  Kept(Kind kind, size_t cache_bytes)
      : folder_((std::filesystem::temp_directory_path() /
                 absl::StrCat("table-bench-", getpid()))
                    .string()) {
    const std::vector<TableColumn> columns = {
        {"w", kWidth, {RowInitializer::kUniform, -1, 1, {1, 1, 1}}},
        {"moment", kWidth, {}}};
    RocksdbTableOptions options;
    options.folder = folder_;
    options.cache_bytes = cache_bytes;
    options.durability =
        kind == kStep ? Durability::kStep : Durability::kCheckpoint;
    table_ = kind == kMemory ? NewMemoryTable(columns)
                             : NewRocksdbTable(columns, options);
  }
  ~Kept() {
    table_.reset();
    std::filesystem::remove_all(folder_);
  }

  Table* operator->() { return table_.get(); }

 private:
  const std::string folder_;
  std::unique_ptr<Table> table_;
};

// Adagrad, written as its operator is.
void Adagrad(const std::vector<float>& gradient,
             absl::Span<float* const> columns) {
  float *const w = columns[0], *const moment = columns[1];
  for (size_t i = 0; i < gradient.size(); ++i) {
    moment[i] += gradient[i] * gradient[i];
    w[i] -= 0.1f * gradient[i] / (std::sqrt(moment[i]) + 1e-6f);
  }
}

void Push(Kept* table, const std::vector<int64_t>& ids) {
  const std::vector<float> gradient(ids.size() * kWidth, 0.01f);
  (*table)->Update(ids, [&](absl::Span<float* const> columns) {
    Adagrad(gradient, columns);
  });
  (*table)->Commit("");
}

Kept Filled(const benchmark::State& state) {
  return Kept(static_cast<Kept::Kind>(state.range(0)), state.range(1) << 20);
}

void Pull(benchmark::State& state) {
  Kept table = Filled(state);
  for (const std::vector<int64_t>& ids : Ids()) Push(&table, ids);
  std::vector<float> out(kCall * kWidth);
  size_t call = 0;
  for (auto _ : state) table->Read(Ids()[call++ % kCalls], 0, out.data());
  state.SetItemsProcessed(state.iterations() * kCall);
  state.counters["rows"] = static_cast<double>(table->rows());
  state.counters["bytes_a_row"] =
      static_cast<double>(table->bytes()) / table->rows();
}

void PushAdagrad(benchmark::State& state) {
  Kept table = Filled(state);
  for (const std::vector<int64_t>& ids : Ids()) Push(&table, ids);
  size_t call = 0;
  for (auto _ : state) Push(&table, Ids()[call++ % kCalls]);
  state.SetItemsProcessed(state.iterations() * kCall);
}

void Kinds(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgNames({"kind", "cache_MB"})->UseRealTime()->Iterations(128);
  benchmark->Args({Kept::kMemory, 0});
  for (const int64_t kind : {Kept::kCheckpoint, Kept::kStep}) {
    for (const int64_t cache : {0, 256}) benchmark->Args({kind, cache});
  }
}
BENCHMARK(Pull)->Apply(Kinds);
BENCHMARK(PushAdagrad)->Apply(Kinds);

// Returns the memory of the process, in bytes.
double Resident() {
  int64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages >> pages;
  return static_cast<double>(pages) * sysconf(_SC_PAGESIZE);
}

// The memory of rows that were written, of as many as there are ids.
void Memory(benchmark::State& state) {
  malloc_trim(0);  // or tables before this one would hide it
  const double before = Resident();
  std::vector<int64_t> ids;
  for (auto _ : state) {
    Kept table(static_cast<Kept::Kind>(state.range(0)), size_t{256} << 20);
    for (int64_t id = 0; id < state.range(1); id += kCall) {
      ids.clear();
      for (int64_t i = 0; i < kCall; ++i) ids.push_back(SpreadId(id + i));
      Push(&table, ids);
    }
    state.counters["rows"] = static_cast<double>(table->rows());
    state.counters["resident_MB"] = (Resident() - before) / 1e6;
  }
}
BENCHMARK(Memory)
    ->ArgNames({"kind", "rows"})
    ->Iterations(1)
    ->ArgsProduct({{Kept::kMemory, Kept::kCheckpoint},
                   {10'000, 100'000, 1'000'000}});

}  // namespace
}  // namespace paddle::distributed

BENCHMARK_MAIN();
