#include "paddle/framework/passes/stage_plan.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

#include "paddle/framework/ir/device_name.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/use_def.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

constexpr int kUnknown = -2;

class Planner {
 public:
  Planner(const Program& main, int stages)
      : main_(main),
        table_(main.global_block()),
        ops_(table_.desc().ops()),
        uses_(main, /*block=*/0),
        most_stages_(stages) {}

  StagePlan Plan();

 private:
  void ReadDevices();
  void CheckStages() const;
  void CheckBlocks(int op, int block) const;
  void Own(int op);
  int StageOfOperands(int op) const;
  int StageOfReaders(int op) const;
  void Place(int op, int stage) {
    plan_.stage_of[op] = stage;
    if (stage >= 0) Own(op);
  }

  const Program& main_;
  const SymbolTable& table_;
  const google::protobuf::RepeatedPtrField<proto::OpDesc>& ops_;
  const UseDef uses_;
  const int most_stages_;
  StagePlan plan_;
  std::vector<std::string> places_;  // of each stage
};

void Planner::ReadDevices() {
  plan_.stages = most_stages_;
  plan_.stage_of.assign(ops_.size(), kUnknown);
  for (int i = 0; i < ops_.size(); ++i) {
    if (ops_[i].device().empty()) continue;
    const DeviceName device = ParseDeviceName(ops_[i].device());
    PADDLE_ENFORCE(most_stages_ == 0 || device.stage < most_stages_,
                   InvalidArgument, "there are ", most_stages_,
                   " stages, from 0 on, and no other for ",
                   DescribeStaged(ops_[i], device.stage));
    plan_.stages = std::max(plan_.stages, device.stage + 1);
    places_.resize(plan_.stages);
    std::string& place = places_[device.stage];
    PADDLE_ENFORCE(
        place.empty() || device.place.empty() || place == device.place,
        Unimplemented, "a stage has one place: it is ", place, ", and ",
        device.place, " for ", DescribeStaged(ops_[i], device.stage));
    if (place.empty()) place = device.place;
    Place(i, device.stage);
  }
}

void Planner::Own(int op) {
  const int stage = plan_.stage_of[op];
  for (const std::string& name : uses_.writes(op)) {
    const proto::VarDesc* var = table_.FindVar(name);
    if (var == nullptr || !var->persistable()) continue;
    const auto [owner, first] = plan_.owners.try_emplace(name, stage);
    PADDLE_ENFORCE(first || owner->second == stage, InvalidArgument, "'", name,
                   "' is changed on stage ", owner->second, ", and by ",
                   DescribeStaged(ops_[op], stage),
                   "; what outlives a run has one owner");
  }
}

int Planner::StageOfOperands(int op) const {
  for (const std::string& name : uses_.reads(op)) {
    const int writer = uses_.WriterBefore(name, op);
    if (writer >= 0 && plan_.stage_of[writer] >= 0) {
      return plan_.stage_of[writer];
    }
    const auto owner = plan_.owners.find(name);
    if (writer < 0 && owner != plan_.owners.end()) return owner->second;
  }
  return kUnknown;
}

int Planner::StageOfReaders(int op) const {
  for (const std::string& name : uses_.writes(op)) {
    for (const int reader : uses_.readers(name)) {
      if (reader > op && plan_.stage_of[reader] >= 0) {
        return plan_.stage_of[reader];
      }
    }
  }
  return kUnknown;
}

void Planner::CheckStages() const {
  for (int stage = 0; stage < plan_.stages; ++stage) {
    const auto& all = plan_.stage_of;
    PADDLE_ENFORCE(std::find(all.begin(), all.end(), stage) != all.end(),
                   InvalidArgument, "no operator is on stage ", stage, " of ",
                   plan_.stages, "; write some inside device(\"stage:", stage,
                   "\")");
  }
}

void Planner::CheckBlocks(int op, int block) const {
  const int stage = plan_.stage_of[op];
  for (const proto::OpDesc& inner : main_.block(block).desc().ops()) {
    if (!inner.device().empty()) {
      const int own = ParseDeviceName(inner.device()).stage;
      PADDLE_ENFORCE(own == stage, InvalidArgument, "a block of operator ",
                     ops_[op].type(), " runs on stage ", stage, ", but has ",
                     DescribeStaged(inner, own));
    }
    for (const int owned : BlocksOf(inner)) CheckBlocks(op, owned);
  }
}

StagePlan Planner::Plan() {
  ReadDevices();
  const bool staged = std::any_of(plan_.stage_of.begin(), plan_.stage_of.end(),
                                  [](int stage) { return stage >= 0; });
  PADDLE_ENFORCE(staged, InvalidArgument,
                 "no operator has a stage: write layers inside "
                 "device(\"stage:0\"), device(\"stage:1\") and so on");
  for (int i = 0; i < ops_.size(); ++i) {
    if (plan_.stage_of[i] != kUnknown) continue;
    const int stage = StageOfOperands(i);
    const bool each = stage == kUnknown && ops_[i].role() == proto::SCHEDULE;
    Place(i, each ? kEachStage : stage);
  }
  for (int i = ops_.size() - 1; i >= 0; --i) {
    if (plan_.stage_of[i] != kUnknown) continue;
    // One that nobody reads has to run somewhere.
    Place(i, std::max(0, StageOfReaders(i)));
  }
  CheckStages();
  for (int i = 0; i < ops_.size(); ++i) {
    for (const int block : BlocksOf(ops_[i])) CheckBlocks(i, block);
  }
  return std::move(plan_);
}

}  // namespace

StagePlan PlanStages(const Program& main, int stages) {
  PADDLE_ENFORCE_GE(stages, 0, "stages");
  return Planner(main, stages).Plan();
}

std::string DescribeStaged(const proto::OpDesc& op, int stage) {
  const std::string site = CallSiteText(op);
  return absl::StrCat("operator ", op.type(), " on stage ", stage,
                      site.empty() ? "" : ", ", site);
}

}  // namespace paddle::framework
