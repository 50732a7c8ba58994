#include "paddle/framework/passes/image_turner.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "paddle/framework/ir/cleanup.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/passes/block_facts.h"
#include "paddle/framework/passes/block_writer.h"
#include "paddle/framework/passes/stand_ins.h"

namespace paddle::framework {

namespace {

// Turns the operators of one block. The walk keeps, for each image, the
// variable that has it with the channels last. An operator that reads images
// which were made that way reads and writes them so, and a transpose behind it
// gives the result its old order, under its old name. Whatever nobody reads in
// the end is dropped.
class ImageTurner {
 public:
  // `facts` are those of the block before; the program is changed. All outlive
  // it.
  ImageTurner(Program* program, const BlockFacts& facts,
              const ImageTurns& turns)
      : facts_(facts),
        table_(program->block(facts.desc().index())),
        program_(program),
        turns_(turns),
        writer_(program, facts.desc().index()) {}

  // Returns true if anything has changed. Called once.
  bool Turn();

 private:
  // An image with its channels last.
  struct LastImage {
    std::string name;
    bool made = false;  // this one was computed, and the other made of it
  };

  void Visit(int op);
  void VisitToLast(int op, proto::OpDesc renamed);
  void VisitToFirst(proto::OpDesc renamed);
  void WriteTurned(int op, proto::OpDesc turned);
  absl::optional<proto::OpDesc> Turned(const proto::OpDesc& op);
  bool IsWrittenOnce(const std::string& name) const {
    return facts_.uses().writers(name).size() <= 1;
  }
  bool HasOneValue(const std::string& name) const;
  void DropUnreadTransposes();

  const BlockFacts& facts_;
  SymbolTable& table_;
  Program* program_;
  const ImageTurns& turns_;
  BlockWriter writer_;
  bool changed_ = false;
  absl::flat_hash_map<std::string, LastImage> last_;  // by the image's name
  // The images that the operator at hand reads and that must be transposed.
  std::vector<std::pair<std::string, std::string>> missing_;
  StandIns stand_ins_{/*ops=*/0};  // for the results of other transposes
};

// One transpose of an image is enough.
void ImageTurner::VisitToLast(int op, proto::OpDesc renamed) {
  const std::string image = Input(renamed, "X"), out = Output(renamed, "Out");
  const auto found = last_.find(image);
  if (found != last_.end() && facts_.IsPure(op) && !facts_.IsSeenOutside(out)) {
    stand_ins_.Replace(out, found->second.name);
    changed_ = true;
    return;
  }
  if (found == last_.end() && HasOneValue(image) && HasOneValue(out)) {
    last_[image] = {out, false};
  }
  writer_.Put(std::move(renamed));
}

void ImageTurner::VisitToFirst(proto::OpDesc renamed) {
  const std::string from = Input(renamed, "X"), image = Output(renamed, "Out");
  if (HasOneValue(from) && HasOneValue(image)) {
    last_[image] = {from, true};
  }
  writer_.Put(std::move(renamed));
}

// True if all operators that read it read the same value: nothing reads what it
// was, from outside or from the round before, before it is written.
bool ImageTurner::HasOneValue(const std::string& name) const {
  const VarUses& uses = facts_.uses().uses(name);
  return uses.writers.empty() ||
         (uses.writers.size() == 1 &&
          (uses.readers.empty() || uses.first_reader() > uses.first_writer()));
}

// It has to gain something: an image that it reads was made with the channels
// last.
absl::optional<proto::OpDesc> ImageTurner::Turned(const proto::OpDesc& op) {
  bool gains = turns_.is_worth != nullptr && turns_.is_worth(op);
  missing_.clear();
  const auto last_of = [&](const std::string& name) -> std::string {
    const auto found = last_.find(name);
    if (found != last_.end()) {
      gains = gains || found->second.made;
      return found->second.name;
    }
    if (turns_.is_worth == nullptr || !HasOneValue(name)) return "";
    for (const auto& [image, last] : missing_) {
      if (image == name) return last;
    }
    missing_.emplace_back(name, writer_.NewName(name, "@LAST"));
    return missing_.back().second;
  };
  auto turned = turns_.turned(op, table_, last_of);
  return gains ? turned : absl::nullopt;
}

void ImageTurner::WriteTurned(int op, proto::OpDesc turned) {
  for (const auto& [image, last] : missing_) {
    writer_.Add(op, ToLast(image, last));
    last_[image] = {last, false};
  }
  std::vector<std::pair<std::string, std::string>> back;
  for (proto::Slot& slot : *turned.mutable_outputs()) {
    if (!HasImages(turned, slot.name())) continue;
    for (std::string& name : *slot.mutable_arguments()) {
      if (!IsImage(table_, name)) continue;
      const std::string last = writer_.NewName(name, "@LAST");
      last_[name] = {last, true};
      back.emplace_back(last, name);
      name = last;
    }
  }
  writer_.Write(op, std::move(turned));
  for (const auto& [last, image] : back) {
    writer_.Add(op, ToFirst(last, image));
  }
  changed_ = true;
}

void ImageTurner::Visit(int op) {
  proto::OpDesc renamed = writer_.before().ops(op);
  stand_ins_.RenameInputs(&renamed);
  if (IsToLast(renamed)) return VisitToLast(op, renamed);
  if (IsToFirst(renamed)) return VisitToFirst(renamed);
  const NameList writes = OutputNames(renamed);
  const bool once =
      std::all_of(writes.begin(), writes.end(), [&](const std::string& name) {
        return IsImage(table_, name) ? HasOneValue(name) : IsWrittenOnce(name);
      });
  auto turned = once ? Turned(renamed) : absl::nullopt;
  if (turned) {
    WriteTurned(op, *std::move(turned));
  } else {
    writer_.Put(std::move(renamed));
  }
}

// From the end: a transpose may have been read by another one alone.
void ImageTurner::DropUnreadTransposes() {
  proto::BlockDesc* block =
      program_->mutable_desc()->mutable_blocks(facts_.desc().index());
  absl::flat_hash_map<std::string, int> reads;
  for (const proto::OpDesc& op : block->ops()) {
    for (const std::string& name : InputNames(op)) ++reads[name];
  }
  std::vector<bool> keep(block->ops_size(), true);
  for (int i = block->ops_size() - 1; i >= 0; --i) {
    const proto::OpDesc& op = block->ops(i);
    const bool turns = IsToFirst(op) || IsToLast(op);
    if (!turns) continue;
    const std::string out = Output(op, "Out");
    const proto::VarDesc* var = table_.FindVar(out, /*recursive=*/false);
    const bool stays = var == nullptr || var->persistable() || var->is_feed() ||
                       reads[out] > 0 || !IsWrittenOnce(out) ||
                       facts_.IsSeenOutside(out);
    if (stays) continue;
    keep[i] = false;
    --reads[Input(op, "X")];
    changed_ = true;
  }
  KeepOps(keep, block);
}

bool ImageTurner::Turn() {
  for (int i = 0; i < writer_.before().ops_size(); ++i) Visit(i);
  DropUnreadTransposes();
  program_->Changed();
  return changed_;
}

}  // namespace

std::shared_ptr<Program> TurnImages(const Program& program,
                                    const ImageTurns& turns) {
  const ProgramFacts facts(program);
  auto changed = program.Clone();
  bool any = false;
  for (int i = 0; i < program.num_blocks(); ++i) {
    const BlockFacts block = facts.Block(i);
    any = ImageTurner(changed.get(), block, turns).Turn() || any;
  }
  if (!any) return nullptr;
  DropUnused(changed->mutable_desc());
  changed->Changed();
  return changed;
}

}  // namespace paddle::framework
