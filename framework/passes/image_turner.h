// Walks through a block and gives images another order, with their channels
// last, as passes want it.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/types/optional.h"

#include "paddle/framework/ir/program.h"
#include "paddle/framework/passes/block_facts.h"
#include "paddle/framework/passes/block_writer.h"
#include "paddle/framework/passes/turned_op.h"

namespace paddle::framework {

// Says what an ImageTurner turns.
struct ImageTurns {
  // Returns the operator for images with their channels last (turned_op.h).
  std::function<absl::optional<proto::OpDesc>(
      const proto::OpDesc& op, const SymbolTable& table, const LastOf& last_of)>
      turned;
  // True for an operator that is worth a transpose of the images it reads. Null
  // if none is; otherwise those of others are transposed, too, if one of them
  // was made with the channels last.
  std::function<bool(const proto::OpDesc& op)> is_worth;
};

// Turns the operators of one block. The walk keeps, for each image, the
// variable that has it with the channels last. An operator that reads images
// which were made that way reads and writes them so, and a transpose behind it
// gives the result its old order, under its old name. Whatever nobody reads in
// the end is dropped.
class ImageTurner {
 public:
  // `facts` are those of the block before; the program is changed. Both outlive
  // it.
  ImageTurner(Program* program, const BlockFacts& facts, ImageTurns turns)
      : facts_(facts),
        table_(program->block(facts.desc().index())),
        program_(program),
        turns_(std::move(turns)),
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
  // Returns the operator with the names of images that stand for others.
  proto::OpDesc Renamed(const proto::OpDesc& op) const;
  absl::optional<proto::OpDesc> Turned(const proto::OpDesc& op);
  bool IsWrittenOnce(const std::string& name) const {
    return facts_.uses().writers(name).size() <= 1;
  }
  bool HasOneValue(const std::string& name) const;
  void DropUnreadTransposes();

  const BlockFacts& facts_;
  SymbolTable& table_;
  Program* program_;
  const ImageTurns turns_;
  BlockWriter writer_;
  bool changed_ = false;
  absl::flat_hash_map<std::string, LastImage> last_;  // by the image's name
  // The images that the operator at hand reads and that must be transposed.
  std::vector<std::pair<std::string, std::string>> missing_;
  absl::flat_hash_map<std::string, std::string> renames_;
};

}  // namespace paddle::framework
