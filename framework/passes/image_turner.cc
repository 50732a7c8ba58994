#include "paddle/framework/passes/image_turner.h"

#include <algorithm>

#include "paddle/framework/ir/cleanup.h"
#include "paddle/framework/ir/op_desc.h"

namespace paddle::framework {

proto::OpDesc ImageTurner::Renamed(const proto::OpDesc& op) const {
  proto::OpDesc renamed = op;
  for (proto::Slot& slot : *renamed.mutable_inputs()) {
    for (std::string& name : *slot.mutable_arguments()) {
      const auto found = renames_.find(name);
      if (found != renames_.end()) name = found->second;
    }
  }
  return renamed;
}

// One transpose of an image is enough.
void ImageTurner::VisitToLast(int op, proto::OpDesc renamed) {
  const std::string image = Input(renamed, "X"), out = Output(renamed, "Out");
  const auto found = last_.find(image);
  if (found != last_.end() && facts_.IsPure(op) && !facts_.IsSeenOutside(out)) {
    renames_[out] = found->second.name;
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
  proto::OpDesc renamed = Renamed(writer_.before().ops(op));
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

}  // namespace paddle::framework
