// Times a memory table: rows of 64 floats, 4096 in a call, of ids that follow a
// power law over 10^8, as words and users do. Items are rows.
#include <cmath>
#include <memory>
#include <random>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "benchmark/benchmark.h"

#include "paddle/framework/distributed/table/memory_table.h"

namespace paddle::distributed {
namespace {

constexpr int64_t kWidth = 64, kCall = 4096, kCalls = 512;
constexpr double kIds = 1e8;

using Batches = std::vector<std::vector<int64_t>>;

// Ids of which each batch has none twice.
const Batches& Ids() {
  static const Batches* const batches = [] {
    auto* made = new Batches(kCalls);
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> uniform(0, 1);
    for (std::vector<int64_t>& batch : *made) {
      absl::flat_hash_set<int64_t> seen;
      while (batch.size() < kCall) {
        const auto id = static_cast<int64_t>(std::pow(kIds, uniform(random)));
        if (seen.insert(id * 40503 % 100000007).second) {
          batch.push_back(id * 40503 % 100000007);
        }
      }
    }
    return made;
  }();
  return *batches;
}

std::unique_ptr<Table> NewTable() {
  return NewMemoryTable(
      {{"w", kWidth, {RowInitializer::kUniform, -1, 1, {1, 1, 1}}},
       {"moment", kWidth, {}}});
}

// Adagrad, written as its operator is.
void Adagrad(const std::vector<float>& gradient,
             absl::Span<float* const> columns) {
  float *const w = columns[0], *const moment = columns[1];
  for (size_t i = 0; i < gradient.size(); ++i) {
    moment[i] += gradient[i] * gradient[i];
    w[i] -= 0.1f * gradient[i] / (std::sqrt(moment[i]) + 1e-6f);
  }
}

void Fill(Table* table) {
  const std::vector<float> gradient(kCall * kWidth, 0.01f);
  for (const std::vector<int64_t>& ids : Ids()) {
    table->Update(ids, [&](absl::Span<float* const> columns) {
      Adagrad(gradient, columns);
    });
  }
}

void Pull(benchmark::State& state) {
  const auto table = NewTable();
  Fill(table.get());
  std::vector<float> out(kCall * kWidth);
  size_t call = 0;
  for (auto _ : state) table->Read(Ids()[call++ % kCalls], 0, out.data());
  state.SetItemsProcessed(state.iterations() * kCall);
  state.counters["rows"] = static_cast<double>(table->rows());
  state.counters["bytes_a_row"] =
      static_cast<double>(table->bytes()) / table->rows();
}
BENCHMARK(Pull);

void PushAdagrad(benchmark::State& state) {
  const auto table = NewTable();
  Fill(table.get());
  const std::vector<float> gradient(kCall * kWidth, 0.01f);
  size_t call = 0;
  for (auto _ : state) {
    table->Update(
        Ids()[call++ % kCalls],
        [&](absl::Span<float* const> columns) { Adagrad(gradient, columns); });
  }
  state.SetItemsProcessed(state.iterations() * kCall);
}
BENCHMARK(PushAdagrad);

}  // namespace
}  // namespace paddle::distributed

BENCHMARK_MAIN();
