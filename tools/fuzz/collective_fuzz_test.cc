// Mutates what the members of a group read from each other in a collective
// call, and before they connect: it ends in a value or in platform::Error, and
// takes no memory for bytes that have not come.

#include <arpa/inet.h>
#include <netinet/in.h>

#include <cstring>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/distributed/gloo/mesh_record.h"
#include "paddle/framework/distributed/group/gather.h"
#include "paddle/framework/executor/executor.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/memory/allocation.h"
#include "paddle/operators/collective/gather_rows.h"
#include "paddle/operators/collective/tensor_message.h"
#include "paddle/tools/fuzz/fuzz_loop.h"
#include "paddle/tools/fuzz/hostile_group.h"
#include "paddle/tools/fuzz/mutate_bytes.h"
#include "paddle/tools/fuzz/outcomes.h"

// Read by AddressSanitizer, which fills what is freed, even if nothing was ever
// written there.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
  return "max_allocation_size_mb=512";
}

namespace paddle::fuzz {
namespace {

using distributed::Communicator;
using framework::DataType;
using framework::LoDTensor;
using framework::MakeOp;
using framework::SelectedRows;
using platform::ErrorCode;
using Messages = std::deque<std::string>;

std::string BytesOf(const std::vector<int64_t>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()),
          numbers.size() * sizeof(int64_t)};
}

LoDTensor Rows(int64_t rows, int64_t width) {
  LoDTensor tensor;
  tensor.Allocate({rows, width}, DataType::kFloat32);
  std::memset(tensor.raw_mutable_data(), 0, tensor.bytes());
  return tensor;
}

// Changes one of the messages, the size ahead of it too as a rule.
Messages Mutated(Messages messages, Random* random) {
  const size_t i = (*random)() % messages.size();
  messages[i] = MutateBytes(messages[i], random);
  const uint64_t size = messages[i].size();
  if (i > 0 && messages[i - 1].size() == sizeof(size) && (*random)() % 4 != 0) {
    std::memcpy(&messages[i - 1][0], &size, sizeof(size));
  }
  if ((*random)() % 16 == 0) messages.pop_back();
  return messages;
}

// Runs one operator, whose group is hostile.
class OperatorRun {
 public:
  OperatorRun(framework::proto::OpDesc op, const framework::Feeds& feeds)
      : feeds_(feeds) {
    program_->global_block().Var("group")->set_kind(framework::proto::RAW);
    for (const auto& [name, value] : feeds_) Declare(name, value);
    fetch_ = framework::Outputs(op, "Out")[0];
    program_->AppendOp(0, std::move(op));
  }

  void Run(Messages messages) {
    *scope_->Var("group")->GetMutable<std::shared_ptr<Communicator>>() =
        std::make_shared<HostileGroup>(std::move(messages));
    executor_.Run(program_, feeds_, {fetch_}, scope_.get());
  }

 private:
  void Declare(const std::string& name, const LoDTensor& value) {
    framework::proto::VarDesc* var = program_->global_block().Var(name);
    var->set_dtype(static_cast<framework::proto::DataType>(value.dtype()));
    for (const int64_t size : value.dims()) var->add_dims(size);
    var->set_is_feed(true);
  }

  const std::shared_ptr<framework::Program> program_ =
      std::make_shared<framework::Program>(framework::OpInfoMap::Instance());
  const framework::Feeds feeds_;
  std::string fetch_;
  framework::Executor executor_;
  const std::shared_ptr<framework::Scope> scope_ = framework::Scope::Create();
};

LoDTensor Lengths(const std::vector<int64_t>& lengths) {
  LoDTensor tensor;
  tensor.Allocate({static_cast<int64_t>(lengths.size())}, DataType::kInt64);
  std::memcpy(tensor.raw_mutable_data(), lengths.data(), tensor.bytes());
  return tensor;
}

class CollectiveFuzzTest : public testing::Test {
 protected:
  void Gather(Random* random) {
    HostileGroup group(Mutated(GatheredBytes({"some bytes"}), random));
    const auto each = distributed::GatherBytes(&group, "own");
    EXPECT_EQ(each.size(), 2u);
    EXPECT_LE(group.largest(), size_t{4} << 20);
  }
  // Three rows in two sequences, of either member.
  void GatherSequences(Random* random) {
    Messages messages = GatheredBytes({BytesOf({3, 2, 1})});
    messages.push_back(std::string(24, '\1'));
    for (const std::string& more : GatheredBytes({BytesOf({0, 1, 3})})) {
      messages.push_back(more);
    }
    HostileGroup group(Mutated(messages, random));
    LoDTensor own = Rows(3, 2), out;
    own.set_lod(framework::LoD::FromLengths({{1, 2}}));
    operators::GatherRows(&group, own, &allocator_, &out);
    EXPECT_EQ(out.lod()->rows(), out.dims()[0]);
  }
  // Two rows of a table of nine.
  void GatherSelected(Random* random) {
    Messages messages = GatheredBytes({BytesOf({8, 0}), BytesOf({2, 1, 9})});
    messages.push_back(std::string(8, '\1'));
    HostileGroup group(Mutated(messages, random));
    SelectedRows own, out;
    own.set_height(9);
    *own.mutable_rows() = {3};
    *own.mutable_value() = Rows(1, 1);
    operators::GatherSelectedRows(&group, own, &allocator_, &out);
    out.Check();
  }
  void Receive(Random* random) {
    std::vector<int64_t> head = {static_cast<int64_t>(DataType::kFloat32), 2};
    head.resize(2 + framework::Dims::kMaxRank);
    head[2] = 3;
    head[3] = 2;
    HostileGroup group(Mutated({BytesOf(head), std::string(24, '\1')}, random));
    const std::vector<int64_t> shape = {-1, 2};
    LoDTensor out;
    operators::ReceiveTensor(&group, 1, 0, {shape, DataType::kFloat32},
                             &allocator_, &out);
    EXPECT_EQ(out.dims()[1], 2);
  }
  void AllToAll(Random* random) {
    Messages messages = GatheredBytes({BytesOf({3, 1, 2})});
    messages.push_back(std::string(24, '\1'));
    alltoall_.Run(Mutated(messages, random));
  }
  void ReduceScatter(Random* random) {
    reduce_scatter_.Run(Mutated(GatheredBytes({BytesOf({3})}), random));
  }

  memory::Allocator& allocator_ = memory::AllocatorOf(platform::CPUPlace());
  OperatorRun alltoall_{
      MakeOp("alltoall",
             {{"X", {"x"}}, {"Lengths", {"lengths"}}, {"Group", {"group"}}},
             {{"Out", {"out"}}, {"OutLengths", {"out_lengths"}}}),
      {{"x", Rows(3, 2)}, {"lengths", Lengths({1, 2})}}};
  OperatorRun reduce_scatter_{
      MakeOp("reduce_scatter",
             {{"X", {"x"}}, {"Like", {"like"}}, {"Group", {"group"}}},
             {{"Out", {"out"}}}),
      {{"x", Rows(5, 2)}, {"like", Rows(2, 1)}}};
};

TEST_F(CollectiveFuzzTest, WhatMembersSend) {
  Outcomes outcomes;
  FuzzLoop("message of a member", [&](uint64_t i) {
    Random random(i);
    outcomes.Count([&] {
      switch (i % 6) {
        case 0:
          return Gather(&random);
        case 1:
          return GatherSequences(&random);
        case 2:
          return GatherSelected(&random);
        case 3:
          return Receive(&random);
        case 4:
          return AllToAll(&random);
        default:
          return ReduceScatter(&random);
      }
    });
  });
  outcomes.Check(ErrorCode::kInvalidArgument);
}

TEST(MeshFuzzTest, WhereMembersCanBeReached) {
  sockaddr_in socket = {};
  socket.sin_family = AF_INET;
  socket.sin_port = htons(12345);
  distributed::MeshAddress own(sizeof(sockaddr_storage) + sizeof(ssize_t));
  std::memcpy(own.data(), &socket, sizeof(socket));
  const std::string record = distributed::MeshRecord({own, own, own});
  Outcomes outcomes;
  FuzzLoop("address of a member", [&](uint64_t i) {
    Random random(i);
    const std::string bytes = MutateBytes(record, &random);
    outcomes.Count([&] {
      const auto address =
          distributed::AddressIn({bytes, /*peer=*/0, /*rank=*/1, 3}, own);
      EXPECT_EQ(address.size(), own.size());
    });
  });
  outcomes.Check(ErrorCode::kInvalidArgument);
}

}  // namespace
}  // namespace paddle::fuzz
