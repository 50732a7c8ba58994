// Mutates what a trainer reads from another one, or from its agent: it ends in
// a value or in platform::Error, and takes no memory for bytes that have not
// come.

#include <sys/socket.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/distributed/job/history.h"
#include "paddle/framework/distributed/job/membership.h"
#include "paddle/framework/distributed/job/packing.h"
#include "paddle/framework/distributed/job/testing/test_agent.h"
#include "paddle/framework/distributed/job/values.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/selected_rows.h"
#include "paddle/platform/enforce.h"
#include "paddle/tools/fuzz/fuzz_loop.h"
#include "paddle/tools/fuzz/mutate_bytes.h"
#include "paddle/tools/fuzz/outcomes.h"

namespace paddle::fuzz {
namespace {

using distributed::History;
using distributed::Membership;
using framework::DataType;
using framework::LoDTensor;
using framework::Scope;
using platform::ErrorCode;

// A trainer's history in the middle of its second loop.
std::string HistoryBytes() {
  History history;
  history.Complete({"seed", "of all"});
  for (int loop = 0; loop < 2; ++loop) {
    history.BeginLoop();
    for (int round = 0; round < 3; ++round) {
      history.NextRound();
      history.CompleteRound();
      history.CompleteStep();
      history.Complete({"measured"});
      if (loop == 0 || round < 2) history.EndRound();
    }
    if (loop == 0) history.EndLoop(/*stopped=*/true);
  }
  return history.ToBytes();
}

std::string ValueBytes() {
  const auto scope = Scope::Create();
  auto* w = scope->Var("w")->GetMutable<LoDTensor>();
  w->Allocate({3, 2}, DataType::kFloat32);
  for (int i = 0; i < 6; ++i) w->mutable_data<float>()[i] = 1;
  w->set_lod(framework::LoD::FromLengths({{1, 2}}));
  auto* rows = scope->Var("rows")->GetMutable<framework::SelectedRows>();
  rows->set_height(9);
  *rows->mutable_rows() = {8, 0};
  rows->mutable_value()->Allocate({2, 1}, DataType::kInt64);
  for (int i = 0; i < 2; ++i) {
    rows->mutable_value()->mutable_data<int64_t>()[i] = i;
  }
  return distributed::PackValues(*scope, {"w", "rows"});
}

// Makes the calls of a trainer that begins anew, as far as others have come.
void Repeat(History* history, Random* random) {
  history->BeginLoop();
  for (int i = 0; i < 40 && history->replaying(); ++i) {
    switch ((*random)() % 6) {
      case 0:
        history->ReplayStep();
        break;
      case 1:
        history->EndLoop((*random)() % 2 == 0);
        history->BeginLoop();
        break;
      case 2:
        history->EndRound();
        break;
      case 3:
        history->Replay();
        break;
      default:
        history->NextRound();
    }
  }
}

void ReadHistory(const std::string& bytes, Random* random) {
  History history;
  history.CatchUp(bytes, /*anew=*/false);
  EXPECT_FALSE(history.replaying());
  const std::string again = history.ToBytes();
  history.CompleteStep();
  history.CompleteRound();
  history.Complete({"more"});
  History anew;
  anew.CatchUp(again, /*anew=*/true);
  EXPECT_EQ(anew.clock(), 0);
  Repeat(&anew, random);
}

void ReadValues(const std::string& bytes) {
  const auto scope = Scope::Create();
  std::vector<std::string> names;
  try {
    names = distributed::UnpackValues(bytes, scope.get());
  } catch (...) {
    EXPECT_TRUE(scope->LocalNames().empty());
    throw;
  }
  distributed::PackValues(*scope, names);
}

TEST(JobFuzzTest, WhatTrainersHandOn) {
  const std::string history = HistoryBytes();
  const std::string values = ValueBytes();
  distributed::Packer packer;
  packer.Texts({values, "", "text"});
  const std::string texts = packer.Take();
  Outcomes outcomes;
  FuzzLoop("message of a trainer", [&](uint64_t i) {
    Random random(i);
    outcomes.Count([&] {
      if (i % 3 == 0) {
        ReadHistory(MutateBytes(history, &random), &random);
      } else if (i % 3 == 1) {
        std::string bytes = MutateBytes(values, &random);
        if (random() % 4 != 0) bytes = WithTensorChecksums(std::move(bytes));
        ReadValues(bytes);
      } else {
        const std::string bytes = MutateBytes(texts, &random);
        distributed::Unpacker unpacker(bytes, "texts");
        unpacker.Texts();
        unpacker.End();
      }
    });
  });
  outcomes.Check(ErrorCode::kDataLoss);
}

// An agent says something, and goes or gives a place after it. Whatever it was,
// a wait for a place ends.
TEST(JobFuzzTest, WhatAgentsSay) {
  const std::string path = distributed::NewSocketPath();
  const int listener = distributed::ListenAt(path);
  const std::string lines =
      "place 1 0 2\nvalue 1 gloo/1 YWI=\nleave 1\nlost 1 rank 1 was killed\n"
      "place 2 1 3\nvalue 2 gloo/0 \n";
  Outcomes outcomes;
  FuzzLoop("words of an agent", [&](uint64_t i) {
    Random random(i);
    const bool goes = random() % 2 == 0;
    const std::string text =
        MutateBytes(lines, &random) + (goes ? "" : "\nplace 9 0 1\n");
    Membership member(path, 1);
    const int agent = ::accept(listener, nullptr, nullptr);
    ::send(agent, text.data(), text.size(), MSG_NOSIGNAL);
    if (goes) ::shutdown(agent, SHUT_WR);
    outcomes.Count([&] {
      const distributed::Place place = member.Next(random() % 3);
      EXPECT_TRUE(0 <= place.rank && place.rank < place.size) << text;
    });
    ::close(agent);
  });
  ::close(listener);
  std::filesystem::remove_all(std::filesystem::path(path).parent_path());
  outcomes.Check(ErrorCode::kUnavailable);
}

}  // namespace
}  // namespace paddle::fuzz
