#include "paddle/framework/passes/gradient_sums.h"

#include <algorithm>

#include "paddle/framework/ir/cleanup.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/use_def.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/passes/update_captures.h"

namespace paddle::framework {

namespace {

constexpr char kSum[] = "accumulate_gradient";

std::string InputOf(const proto::OpDesc& op, const char* slot) {
  return Inputs(op, slot)[0];
}

class SumFinder {
 public:
  explicit SumFinder(const Program& program)
      : table_(program.global_block()),
        ops_(table_.desc().ops()),
        uses_(program, /*block=*/0) {}

  std::vector<GradientSums> Find() {
    for (int op = 0; op < ops_.size(); ++op) {
      if (ops_[op].type() == kSum && ops_[op].role() == proto::OPTIMIZE) {
        Add(op);
      }
    }
    return std::move(found_);
  }

 private:
  void Add(int sum);
  std::string CounterOf(const std::string& copy) const;
  int BlockThatUses(const std::string& name, int sum) const;
  bool OnlySummed(const std::string& gradient, int sum) const;

  const SymbolTable& table_;
  const google::protobuf::RepeatedPtrField<proto::OpDesc>& ops_;
  const UseDef uses_;
  std::vector<GradientSums> found_;
};

// Returns the persistable of which a variable is the copy, or "".
std::string SumFinder::CounterOf(const std::string& copy) const {
  const std::vector<int>& writers = uses_.writers(copy);
  if (writers.size() != 1 || ops_[writers[0]].type() != "assign") return "";
  const std::string name = InputOf(ops_[writers[0]], "X");
  return table_.GetVar(name).persistable() ? name : "";
}

// Returns the block of the only operator that reads the sum besides that which
// adds to it, or -1.
int SumFinder::BlockThatUses(const std::string& name, int sum) const {
  std::vector<int> readers = uses_.uses(name).readers;
  readers.erase(std::remove(readers.begin(), readers.end(), sum),
                readers.end());
  if (readers.size() != 1 || readers[0] < sum) return -1;
  const proto::OpDesc& user = ops_[readers[0]];
  const std::vector<int> blocks = BlocksOf(user);
  const bool fits = user.type() == "conditional_block" && blocks.size() == 1;
  return fits ? blocks[0] : -1;
}

// True if the optimizer reads it in the sum alone.
bool SumFinder::OnlySummed(const std::string& gradient, int sum) const {
  const std::vector<int>& readers = uses_.uses(gradient).readers;
  return table_.GetVar(gradient).kind() == proto::DENSE_TENSOR &&
         std::all_of(readers.begin(), readers.end(), [&](int reader) {
           return reader == sum || ops_[reader].role() != proto::OPTIMIZE;
         });
}

void SumFinder::Add(int sum) {
  const std::string gradient = InputOf(ops_[sum], "Grad");
  const std::string name = InputOf(ops_[sum], "Sum");
  const std::string counter = CounterOf(InputOf(ops_[sum], "Count"));
  const int block = BlockThatUses(name, sum);
  if (counter.empty() || block < 0 || !OnlySummed(gradient, sum)) return;
  // The counter is read where the gradient is ready, before it counts on.
  const std::vector<int>& made = uses_.writers(gradient);
  if (made.empty() || made.back() > uses_.uses(counter).first_writer()) return;
  const auto same = [&](const GradientSums& sums) {
    return sums.counter == counter && sums.block == block;
  };
  auto sums = std::find_if(found_.begin(), found_.end(), same);
  if (sums == found_.end()) {
    sums = found_.insert(sums, {counter, block, {}});
  }
  sums->of[gradient] = name;
}

}  // namespace

std::vector<GradientSums> FindGradientSums(const Program& program) {
  return SumFinder(program).Find();
}

void ExchangeSums(const GradientSums& sums,
                  const std::vector<proto::OpDesc>& exchange,
                  const std::vector<std::string>& captured, Program* program) {
  int position = 0;
  for (const proto::OpDesc& op : exchange) {
    program->InsertOp(sums.block, position++, op);
  }
  proto::BlockDesc* global = program->mutable_desc()->mutable_blocks(0);
  UpdateCaptures(captured, /*dropped=*/{}, program);
  std::vector<bool> kept;
  for (const proto::OpDesc& op : global->ops()) {
    kept.push_back(op.type() != kSum ||
                   sums.of.find(InputOf(op, "Grad")) == sums.of.end());
  }
  KeepOps(kept, global);
  program->Changed();
  Verify(*program);
}

}  // namespace paddle::framework
