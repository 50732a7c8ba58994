// Goes on with a table that outlives its server, or fails.
#include <future>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/backward/optimizer.h"
#include "paddle/backward/schedule.h"
#include "paddle/backward/testing/program_fixture.h"
#include "paddle/framework/distributed/server/parameter_service.h"
#include "paddle/framework/distributed/server/testing/tensors.h"
#include "paddle/framework/distributed/table/memory_table.h"
#include "paddle/framework/passes/parameter_server.h"
#include "paddle/platform/file.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::distributed {
namespace {

using framework::Tensor;

// Rows that outlive a server, and a disk that may fail.
struct Disk {
  std::unique_ptr<Table> rows;
  bool fails = false;

  Table& Use() {
    PADDLE_ENFORCE(!fails, Unavailable, "the table in '/here' cannot be read");
    return *rows;
  }
};

class TableOnDisk final : public Table {
 public:
  explicit TableOnDisk(Disk* disk) : disk_(*disk) { disk_.Use(); }

  const std::vector<TableColumn>& columns() const override {
    return disk_.rows->columns();
  }
  int64_t rows() const override { return disk_.rows->rows(); }
  size_t bytes() const override { return disk_.rows->bytes(); }
  void Read(absl::Span<const int64_t> ids, int column, float* out) override {
    disk_.Use().Read(ids, column, out);
  }
  void Update(absl::Span<const int64_t> ids, const Change& change) override {
    disk_.Use().Update(ids, change);
  }
  std::vector<int64_t> Ids(int64_t from, size_t most) override {
    return disk_.Use().Ids(from, most);
  }
  void Commit(const std::string& record) override {
    disk_.rows->Commit(record);
  }
  const std::string& record() const override { return disk_.rows->record(); }
  void SaveTo(const std::string& folder) override {
    disk_.rows->SaveTo(folder);
  }

 private:
  Disk& disk_;
};

// A server of a table w, and of a parameter v = [0, 0], whose rate is halved
// each step.
class TableRestoreTest : public backward::ProgramFixture {
 protected:
  void Build(bool with_parameter, int64_t width = 1) {
    layer::EmbeddingOptions options;
    options.is_sparse = options.is_distributed = true;
    options.weight.name = "w";
    options.weight.initializer = layer::initializer::Constant(0);
    const layer::Variable ids =
        layer::data("ids", {-1, 1}, framework::DataType::kInt64);
    layer::Variable loss =
        layer::mean(layer::embedding(ids, 100, width, options));
    if (with_parameter) {
      layer::ParamAttr attr("v");
      attr.initializer = layer::initializer::Constant(0);
      const layer::Variable x =
          layer::data("x", {-1, 2}, framework::DataType::kFloat32);
      loss = loss + layer::mean(x * Parameter(attr, {2}));
    }
    backward::SGDOptimizer(backward::schedule::Exponential(1, 1, 0.5))
        .Minimize(loss);
    server_ = ParameterServer(main_, startup_, {}).servers[0];
  }

  // Starts a server that goes on from what is there.
  void Start() {
    service_ = nullptr;
    ParameterServiceOptions options;
    options.file = file_;
    options.tables_are_kept = true;
    options.new_table = [&](const std::string&,
                            std::vector<TableColumn> columns) {
      if (disk_.rows == nullptr) disk_.rows = NewMemoryTable(columns);
      return std::make_unique<TableOnDisk>(&disk_);
    };
    service_ = std::make_unique<ParameterService>(*server_.main,
                                                  server_.startup, options);
  }
  // Starts one for which nothing is there.
  void StartAnew() {
    disk_.rows = nullptr;
    file_ = folder_.Path("state-" + std::to_string(++started_));
    Start();
  }

  // Returns the block that writes a variable.
  std::string Writer(const std::string& name) const {
    for (const auto& block : server_.main->desc().blocks()) {
      if (block.name().empty()) continue;
      if (server_.main->block(block.index()).WriterOf(name) != nullptr) {
        return block.name();
      }
    }
    return "";
  }
  Call Push(const std::string& name, int64_t step, int rank = 0,
            int ranks = 1) const {
    Call call;
    call.head.set_block(Writer(name));
    call.head.set_step(step);
    call.head.set_rank(rank);
    call.head.set_ranks(ranks);
    call.head.set_shards(ranks);
    return call;
  }
  Call Rows(int64_t step, const std::vector<float>& gradients, int rank = 0,
            int ranks = 1) const {
    Call call = Push("w", step, rank, ranks);
    call.tensors = {ArrayOf<double>({1}, {1}), ArrayOf<int64_t>({2}, {3, 7}),
                    ArrayOf<float>({2, 1}, gradients)};
    return call;
  }
  Call Sums(int64_t step) const {
    Call call = Push("v", step);
    call.tensors = {ArrayOf<float>({3}, {1, 2, 1})};
    return call;
  }
  Reply Make(Call call) {
    Reply reply = BeginCall(service_.get(), std::move(call)).get();
    ThrowErrorOf(reply, "here");
    return reply;
  }
  std::vector<float> Latest(Call call) {
    call.head.set_latest(true);
    return NumbersOf<float>(Make(std::move(call)).tensors[0]);
  }
  static Call PullRows() {
    Call call;
    call.head.set_block("rows:w");
    call.tensors = {ArrayOf<int64_t>({2}, {3, 7})};
    return call;
  }
  static Call PullParameter() {
    Call call;
    call.head.set_block(kParametersBlock);
    call.head.add_names("v");
    return call;
  }
  static Call Restore(int64_t step) {
    Call call;
    call.head.set_block(kRestoreBlock);
    call.head.set_step(step);
    return call;
  }

  framework::ServerPrograms server_;
  Disk disk_;
  const platform::TemporaryFolder folder_;
  std::string file_;
  int started_ = 0;
  std::unique_ptr<ParameterService> service_;
};

// A server ends when its table has made a step, and its parameters have not:
// the one that goes on runs the schedule for them, once.
TEST_F(TableRestoreTest, ParametersAreUpdatedByTheRateOfTheirStep) {
  Build(/*with_parameter=*/true);
  std::vector<std::vector<float>> rows, parameters;
  for (const bool ends : {false, true}) {
    StartAnew();
    for (int step = 0; step < 4; ++step) {
      Make(Rows(step, {1, 2}));
      if (ends) Start();
      Make(Rows(step, {1, 2}));
      Make(Sums(step));
    }
    rows.push_back(Latest(PullRows()));
    parameters.push_back(Latest(PullParameter()));
  }
  EXPECT_EQ(rows[0], rows[1]);
  EXPECT_EQ(parameters[0], parameters[1]);
  EXPECT_NE(parameters[0][0], 0);
}

// A server of a table alone ends before it has said that the step was made.
TEST_F(TableRestoreTest, ATableAloneHasMadeTheStep) {
  Build(/*with_parameter=*/false);
  std::vector<std::vector<float>> rows;
  for (const bool ends : {false, true}) {
    StartAnew();
    Make(Rows(0, {1, 2}));
    const std::string before = platform::ReadFile(file_);
    Make(Rows(1, {1, 2}));
    if (ends) {
      service_ = nullptr;
      platform::AtomicWriteFile(file_, before);
      Start();
    }
    for (int step = 1; step < 4; ++step) {
      EXPECT_EQ(Make(Rows(step, {1, 2})).head.version(), step + 1);
    }
    rows.push_back(Latest(PullRows()));
  }
  EXPECT_EQ(rows[0], rows[1]);
}

// A trainer that is lost together with its server repeats the step.
TEST_F(TableRestoreTest, AStepIsRepeatedAtAServerThatGoesOn) {
  Build(/*with_parameter=*/true);
  StartAnew();
  Make(Rows(0, {1, 2}));
  Make(Sums(0));
  Make(Rows(1, {1, 2}));
  const auto rows = [&](int64_t step) {
    Call call = PullRows();
    call.head.set_step(step);
    return NumbersOf<float>(Make(std::move(call)).tensors[0]);
  };
  const std::vector<float> before = rows(1), after = rows(2);
  EXPECT_NE(before, after);
  Start();
  EXPECT_EQ(rows(1), before);
  EXPECT_EQ(rows(2), after);
  EXPECT_ERROR(rows(0), FailedPrecondition, "has made 2 steps");
}

// A server that is killed while it takes rows goes on taking them.
TEST_F(TableRestoreTest, TakesRowsAfterItsEnd) {
  Build(/*with_parameter=*/true);
  StartAnew();
  Call take;
  take.head.set_block("take_rows:w");
  take.tensors = {ArrayOf<int64_t>({1}, {3}), ArrayOf<float>({1, 1}, {5})};
  Make(take);
  Start();
  take.tensors = {ArrayOf<int64_t>({1}, {7}), ArrayOf<float>({1, 1}, {6})};
  Make(take);
  Make(Restore(4));
  Start();
  EXPECT_THAT(Latest(PullRows()), ::testing::ElementsAre(5, 6));
  Make(Rows(4, {1, 2}));
  EXPECT_EQ(Make(Sums(4)).head.version(), 5);
  EXPECT_ERROR(Make(take), FailedPrecondition, "has made 5 steps");
}

TEST_F(TableRestoreTest, RefusesRowsOfSomethingElse) {
  Build(/*with_parameter=*/false);
  StartAnew();
  for (const char* record : {"five", "1\nhalf a row"}) {
    disk_.rows->Commit(record);
    EXPECT_ERROR(Start(), DataLoss,
                 "the table 'w' was left by something else than a server: its "
                 "record is '");
  }
}

TEST_F(TableRestoreTest, ForgetsRowsThatWerePushedBefore) {
  Build(/*with_parameter=*/false);
  StartAnew();
  Make(Rows(0, {100, 100}, 0, 2));
  Make(Restore(0));
  Make(Rows(0, {2, 4}, 1, 2));
  EXPECT_EQ(Make(Rows(0, {4, 8}, 0, 2)).head.version(), 1);
  const std::vector<float> rows = Latest(PullRows());
  EXPECT_EQ(rows[1], 2 * rows[0]);
}

TEST_F(TableRestoreTest, AReplyHasALimit) {
  Build(/*with_parameter=*/false, /*width=*/1 << 28);
  StartAnew();
  EXPECT_ERROR(Latest(PullRows()), InvalidArgument,
               "2 rows of 268435456 numbers of the table 'w' are asked for at "
               "once; a reply has");
}

// Unavailable would be asked again for a minute.
TEST_F(TableRestoreTest, ADiskThatFailsIsToldAtOnce) {
  Build(/*with_parameter=*/false);
  StartAnew();
  disk_.fails = true;
  EXPECT_ERROR(Latest(PullRows()), ResourceExhausted,
               "a row of the table 'w' cannot be read: the table in '/here'");
  Make(Rows(0, {1, 2}));
  EXPECT_ERROR(Latest(PullRows()), ResourceExhausted,
               "a row of the table 'w' cannot be read: the table in '/here'");
  EXPECT_ERROR(Start(), ResourceExhausted,
               "the table 'w' cannot be read: the table in '/here'");
}

}  // namespace
}  // namespace paddle::distributed
