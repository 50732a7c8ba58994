#include "paddle/tools/fuzz/mutate.h"

#include <iterator>
#include <limits>
#include <random>

#include "paddle/framework/ir/framework.pb.h"

namespace paddle::fuzz {

namespace {

namespace proto = framework::proto;

class Mutator {
 public:
  Mutator(proto::ProgramDesc* program, uint64_t seed)
      : program_(program), random_(seed) {}

  void MutateOnce() {
    if (program_->blocks_size() == 0) return;
    block_ = program_->mutable_blocks(Below(program_->blocks_size()));
    // Only bodies, which are the blocks after the first, have arguments and
    // results.
    if (program_->blocks_size() > 1 && Below(5) == 0) {
      MutateEnds();
    } else if (Below(3) == 0) {
      MutateVar();
    } else {
      MutateOp();
    }
  }

 private:
  int Below(int bound) {
    return bound <= 0 ? 0 : static_cast<int>(random_() % bound);
  }

  // Numbers at which sizes, indices and types change their meaning.
  int64_t Number() {
    static const int64_t kNumbers[] = {0,
                                       1,
                                       2,
                                       3,
                                       4,
                                       7,
                                       -1,
                                       -2,
                                       100,
                                       65535,
                                       int64_t{1} << 31,
                                       std::numeric_limits<int64_t>::max(),
                                       std::numeric_limits<int64_t>::min()};
    return kNumbers[Below(std::size(kNumbers))];
  }

  std::string AnyName() {
    if (block_->vars_size() == 0) return "";
    return block_->vars(Below(block_->vars_size())).name();
  }

  // Changes the arguments, results and forward block of a block.
  void MutateEnds() {
    auto* names =
        Below(2) == 0 ? block_->mutable_arguments() : block_->mutable_results();
    switch (Below(5)) {
      case 0:
        if (!names->empty()) names->RemoveLast();
        break;
      case 1:
        *names->Add() = AnyName();
        break;
      case 2:
        block_->set_forward_block(Below(program_->blocks_size() + 1) - 1);
        break;
      default:
        if (!names->empty()) *names->Mutable(Below(names->size())) = AnyName();
    }
  }

  void MutateVar() {
    if (block_->vars_size() == 0) return;
    proto::VarDesc* var = block_->mutable_vars(Below(block_->vars_size()));
    switch (Below(7)) {
      case 6:
        var->set_lod_level(Below(4));
        break;
      case 0:
        if (var->dims_size() > 0) {
          var->set_dims(Below(var->dims_size()), Number());
        }
        break;
      case 1:
        var->add_dims(Number());
        break;
      case 2:
        var->set_dtype(static_cast<proto::DataType>(Below(12)));
        break;
      case 3:
        var->set_kind(static_cast<proto::VarKind>(Below(6)));
        break;
      case 4:
        var->set_persistable(!var->persistable());
        break;
      default:
        var->set_is_feed(!var->is_feed());
    }
  }

  void MutateOp() {
    if (block_->ops_size() == 0) return;
    const int index = Below(block_->ops_size());
    proto::OpDesc* op = block_->mutable_ops(index);
    switch (Below(8)) {
      case 0:
        op->set_type(block_->ops(Below(block_->ops_size())).type());
        break;
      case 1:
        block_->mutable_ops()->DeleteSubrange(index, 1);
        break;
      case 2:
        block_->mutable_ops()->SwapElements(index, Below(block_->ops_size()));
        break;
      case 3:
        MutateSlot(op->mutable_outputs());
        break;
      case 4:
      case 5:
        MutateSlot(op->mutable_inputs());
        break;
      default:
        MutateAttr(op);
    }
  }

  void MutateSlot(google::protobuf::RepeatedPtrField<proto::Slot>* slots) {
    if (slots->empty()) return;
    proto::Slot* slot = slots->Mutable(Below(slots->size()));
    switch (Below(5)) {
      case 0:
        slot->add_arguments(AnyName());
        break;
      case 1:
        slot->clear_arguments();
        break;
      case 2:
        slot->set_name("X");
        break;
      default:
        if (slot->arguments_size() > 0) {
          slot->set_arguments(Below(slot->arguments_size()), AnyName());
        }
    }
  }

  void MutateAttr(proto::OpDesc* op) {
    if (op->attrs_size() == 0) return;
    proto::Attr* attr = op->mutable_attrs(Below(op->attrs_size()));
    switch (attr->value_case()) {
      case proto::Attr::kB:
        attr->set_b(!attr->b());
        break;
      case proto::Attr::kI:
        attr->set_i(Number());
        break;
      case proto::Attr::kF:
        attr->set_f(static_cast<double>(Number()) / 3);
        break;
      case proto::Attr::kInts:
        if (attr->ints().values_size() == 0 || Below(4) == 0) {
          attr->mutable_ints()->add_values(Number());
        } else {
          attr->mutable_ints()->set_values(Below(attr->ints().values_size()),
                                           Number());
        }
        break;
      case proto::Attr::kS:
        attr->set_s(Below(2) == 0 ? "float64" : "int64");
        break;
      default:
        attr->set_block(Below(program_->blocks_size() + 1));
    }
  }

  proto::ProgramDesc* program_;
  proto::BlockDesc* block_ = nullptr;
  std::mt19937_64 random_;
};

std::string WithFlippedBytes(std::string bytes, std::mt19937_64* random) {
  for (int i = 0; i < 3 && !bytes.empty(); ++i) {
    bytes[(*random)() % bytes.size()] ^= static_cast<char>((*random)());
  }
  return bytes;
}

}  // namespace

std::string Mutate(const std::string& bytes, uint64_t seed) {
  std::mt19937_64 random(seed);
  proto::ProgramDesc program;
  // Now and then plain bytes change, which tests the parser.
  if (random() % 8 == 0 || !program.ParseFromString(bytes)) {
    return WithFlippedBytes(bytes, &random);
  }
  Mutator mutator(&program, random());
  for (int i = random() % 4; i >= 0; --i) mutator.MutateOnce();
  return program.SerializeAsString();
}

}  // namespace paddle::fuzz
