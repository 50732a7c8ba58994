// Every linked operator, and every one of its gradient, with each attribute and
// each slot wrong in turn: what its schema forbids is refused when the operator
// is added, and when a program that was written elsewhere is verified; whatever
// is let through is an error of the run, or a result. The process goes on.

#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "gtest/gtest.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/platform/enforce.h"
#include "paddle/tools/fuzz/operator_programs.h"
#include "paddle/tools/fuzz/run_program.h"
#include "paddle/tools/fuzz/seeds.h"
#include "paddle/tools/fuzz/wrong_operators.h"

namespace paddle::fuzz {
namespace {

using framework::OpInfoMap;
using framework::Program;
namespace proto = framework::proto;

// Removes the operator and all after it, with the variables they write, which
// the operator creates again. The variable that was changed stays.
proto::OpDesc TakeOperator(const WrongOperator& wrong,
                           proto::BlockDesc* block) {
  std::set<std::string> written;
  for (int i = wrong.op; i < block->ops_size(); ++i) {
    for (const std::string& name : framework::OutputNames(block->ops(i))) {
      if (name != wrong.variable) written.insert(name);
    }
  }
  const proto::OpDesc op = block->ops(wrong.op);
  block->mutable_ops()->DeleteSubrange(wrong.op, block->ops_size() - wrong.op);
  auto* vars = block->mutable_vars();
  for (int i = vars->size() - 1; i >= 0; --i) {
    const proto::VarDesc& var = vars->Get(i);
    const bool stays = var.persistable() || written.count(var.name()) == 0;
    if (!stays) vars->DeleteSubrange(i, 1);
  }
  return op;
}

// "" if the operator can be added to those before it; `added` is the program
// then. A change of a variable reaches the operator, not those before it.
std::string ErrorOfAppend(const WrongOperator& wrong,
                          proto::ProgramDesc* added) {
  proto::ProgramDesc before = wrong.program;
  const proto::OpDesc op =
      TakeOperator(wrong, before.mutable_blocks(wrong.block));
  try {
    Program program(OpInfoMap::Instance(), std::move(before));
    program.AppendOp(wrong.block, op);
    *added = program.desc();
  } catch (const platform::Error& error) {
    return error.what();
  }
  return "";
}

std::string ErrorOfVerify(const proto::ProgramDesc& program) {
  try {
    framework::Verify(program, OpInfoMap::Instance());
  } catch (const platform::Error& error) {
    return error.what();
  }
  return "";
}

// Running takes most of the time: of the changes that are let through, one of
// so many runs. 1: all do.
int Stride() {
  static const char* const text = std::getenv("PADDLE_FUZZ_STRIDE");
  static const int stride = text == nullptr ? 7 : std::atoi(text);
  return stride < 1 ? 1 : stride;
}

class Fuzzer {
 public:
  void Try(const WrongOperator& wrong) {
    SCOPED_TRACE(wrong.what);
    if (std::getenv("PADDLE_FUZZ_TRACE") != nullptr) {
      std::fprintf(stderr, "%s\n", wrong.what.c_str());
    }
    ++count_;
    proto::ProgramDesc added;
    const std::string append = ErrorOfAppend(wrong, &added);
    const std::string verify = ErrorOfVerify(wrong.program);
    EXPECT_EQ(append.find("paddle::"), std::string::npos) << append;
    if (wrong.must_be_refused) {
      ++refused_;
      EXPECT_NE(append, "") << "AppendOp accepts it";
      EXPECT_NE(verify, "") << "Verify accepts it";
      return;
    }
    if (count_ % Stride() != 0) return;
    if (append.empty()) ++outcomes_[RunWithAnyNumbers(std::move(added))];
    if (verify.empty()) ++outcomes_[RunWithAnyNumbers(wrong.program)];
  }

  // Each operator type once.
  void TryAll(const proto::ProgramDesc& program) {
    for (int block = 0; block < program.blocks_size(); ++block) {
      for (int op = 0; op < program.blocks(block).ops_size(); ++op) {
        if (!seen_.insert(program.blocks(block).ops(op).type()).second)
          continue;
        for (const WrongOperator& wrong : WrongOperators(program, block, op)) {
          Try(wrong);
        }
      }
    }
  }

  void Report() const {
    std::printf("%d operators, %d changes, %d of them against a schema\n",
                static_cast<int>(seen_.size()), count_, refused_);
    for (const auto& [outcome, count] : outcomes_) {
      std::printf("outcome %d: %d\n", static_cast<int>(outcome), count);
    }
  }

  const std::set<std::string>& seen() const { return seen_; }

 private:
  std::set<std::string> seen_;
  std::map<Outcome, int> outcomes_;
  int count_ = 0;
  int refused_ = 0;
};

// Limits memory, so that an attribute that makes an operator allocate too much
// causes an error and does not exhaust the machine. Sanitizers reserve more
// than any limit, and have limits of their own.
void LimitMemory() {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  constexpr rlim_t kBytes = rlim_t{6} << 30;
  const rlimit limit = {kBytes, kBytes};
  ASSERT_EQ(setrlimit(RLIMIT_AS, &limit), 0);
#endif
}

TEST(SchemaFuzzTest, ProgramsOfOperatorsRun) {
  for (const std::string& type : OperatorTypes()) {
    SCOPED_TRACE(type);
    try {
      std::string error;
      EXPECT_EQ(RunWithAnyNumbers(OperatorProgram(type), &error), Outcome::kRan)
          << error;
    } catch (const platform::Error& error) {
      ADD_FAILURE() << error.what();
    }
  }
}

TEST(SchemaFuzzTest, NothingWrongGetsIn) {
  LimitMemory();
  Fuzzer fuzzer;
  for (const std::string& type : OperatorTypes()) {
    fuzzer.TryAll(OperatorProgram(type));
  }
  for (const std::string& seed : SeedPrograms()) {
    proto::ProgramDesc program;
    ASSERT_TRUE(program.ParseFromString(seed));
    fuzzer.TryAll(program);
  }
  fuzzer.Report();
}

}  // namespace
}  // namespace paddle::fuzz
