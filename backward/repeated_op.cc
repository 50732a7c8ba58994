#include "paddle/backward/repeated_op.h"

#include <cstdint>

namespace paddle::backward {

using framework::OpProto;
using framework::proto::OpDesc;

namespace {

constexpr char kPrint[] = "print";
constexpr char kIsDistributed[] = "is_distributed";
// An attribute of operators that draw random numbers; see OpMaker::Build.
constexpr char kDrawsAs[] = "draws_as";

}  // namespace

const char* WhyNotRepeated(const OpProto& proto, const OpDesc& op) {
  // An operator that draws can repeat its numbers if it declares draws_as.
  if (proto.random && proto.FindAttr(kDrawsAs) == nullptr) {
    return "draws random numbers";
  }
  // Trainers of a job fetch its rows before the first operator that reads them.
  if (framework::HasAttr(op, kIsDistributed) &&
      framework::GetAttr<bool>(op, kIsDistributed)) {
    return "reads a distributed table";
  }
  if (proto.lasting_effect && op.type() != kPrint) {
    return "has a lasting effect";
  }
  return nullptr;
}

void MakeRepeated(const OpProto& proto, OpDesc* copy) {
  const bool repeats = framework::HasAttr(*copy, kDrawsAs) &&
                       framework::GetAttr<int64_t>(*copy, kDrawsAs) != 0;
  if (proto.FindAttr(kDrawsAs) != nullptr && !repeats) {
    // A copy of a copy draws like the original.
    framework::SetAttribute(copy, kDrawsAs, copy->id());
  }
  if (copy->type() == kPrint) {
    framework::SetAttribute(copy, "first_n", int64_t{0});
  }
}

bool UpdatesApart(const OpDesc& op) { return op.type() == "batch_norm"; }

bool UpdatesInTraining(const OpDesc& op) {
  return UpdatesApart(op) && !framework::GetAttr<bool>(op, "is_test");
}

}  // namespace paddle::backward
