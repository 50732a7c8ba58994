#include "paddle/framework/distributed/runner/served_rows.h"

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/backward/optimizer.h"
#include "paddle/framework/distributed/server/fence.h"
#include "paddle/framework/distributed/server/testing/table_training_fixture.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::distributed {
namespace {

using Files = std::map<std::string, std::vector<std::string>>;

class ServedRowsTest : public TableTrainingFixture {
 protected:
  ServedRowsTest() : TableTrainingFixture(/*grpc=*/false) {
    backward::AdagradOptimizer(0.1).Minimize(Cost(Pooled(Data())));
    layer::SetRandomSeed(7);
  }

  std::vector<NamedServer> WaysTo(const Services& services) {
    std::vector<NamedServer> ways;
    for (const auto& service : services) ways.push_back(WayTo(service.get()));
    return ways;
  }
  std::vector<TableSpec> Tables() const {
    return TablesOf(ProgramsFor(1, 1).servers);
  }

  // Writes pieces of three rows, as two trainers; returns their paths.
  Files Save(const Services& services) {
    Files paths;
    for (int rank = 0; rank < 2; ++rank) {
      const RowShare share = {rank, 2, 0, 3 * 2 * kColumns * sizeof(float)};
      const Files files =
          SaveServedRows(WaysTo(services), Tables(), folder_.Path(""), share);
      for (const std::string& file : files.at("table")) {
        EXPECT_EQ(file.rfind("table-0-" + std::to_string(rank) + "-", 0), 0);
        paths["table"].push_back(folder_.Path(file));
      }
    }
    return paths;
  }

  const platform::TemporaryFolder folder_;
};

TEST_F(ServedRowsTest, OtherServersGoOnFromFiles) {
  Files files;
  std::string trained;
  after_ = [&](const Services& started) {
    files = Save(started);
    trained = TableOf(started);
  };
  TrainServed(2, 1, 1, 6);
  EXPECT_GT(files.at("table").size(), 4);
  for (const int count : {3, 1}) {
    const Services others = Start(ProgramsFor(count, 1));
    EXPECT_FALSE(TableOf(others) == trained);
    SendServedRows(WaysTo(others), Tables(), files, 0);
    EXPECT_TRUE(TableOf(others) == trained);
    int64_t rows = 0;
    for (const auto& service : others) {
      rows += service->table("table").rows();
    }
    EXPECT_LE(rows, 3 * static_cast<int64_t>(files.at("table").size()));
  }
}

// A server with a place refuses calls of an epoch before the latest.
TEST_F(ServedRowsTest, AreListedInTheEpochOfTheirWriters) {
  const Services started = Start(ProgramsFor(1, 1));
  Fence fence(started[0].get(), "fenced", [] {
    return HeldPlace{std::chrono::steady_clock::now() + std::chrono::hours(1),
                     1};
  });
  const std::vector<NamedServer> ways = {
      {{&fence, [](CallTarget*) {}}, "fenced"}};
  RowShare share;
  for (share.epoch = 1; share.epoch < 3; ++share.epoch) {
    const Files files = SaveServedRows(ways, Tables(), folder_.Path(""), share);
    EXPECT_TRUE(files.at("table").empty());
  }
  share.epoch = 1;
  EXPECT_ERROR(SaveServedRows(ways, Tables(), folder_.Path(""), share),
               FailedPrecondition, "in epoch 1, and others have in epoch 2");
}

TEST_F(ServedRowsTest, RefuseOtherTables) {
  Files files;
  after_ = [&](const Services& started) { files = Save(started); };
  TrainServed(2, 1, 1, 2);
  const Services others = Start(ProgramsFor(1, 1));
  EXPECT_ERROR(SendServedRows(WaysTo(others), Tables(), {{"none", {}}}, 0),
               InvalidArgument, "rows of a table 'none', which");
  std::vector<TableSpec> tables = Tables();
  tables[0].columns[1].name = "velocity";
  EXPECT_ERROR(SendServedRows(WaysTo(others), tables, files, 0),
               InvalidArgument,
               "have no 'column velocity' of float32 as the program's have");
}

}  // namespace
}  // namespace paddle::distributed
