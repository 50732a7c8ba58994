#include "paddle/framework/interchange/onnx/remove_unread.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"

namespace paddle::onnx {
namespace {

using Names = absl::flat_hash_set<std::string>;

// Adds the names that a node and the graphs in it read.
void AddReads(const proto::NodeProto& node, Names* reads) {
  reads->insert(node.input().begin(), node.input().end());
  for (const auto& attribute : node.attribute()) {
    for (const auto& output : attribute.g().output()) {
      reads->insert(output.name());
    }
    for (const auto& inner : attribute.g().node()) AddReads(inner, reads);
  }
}

template <typename Message>
void Keep(const std::vector<bool>& keep,
          google::protobuf::RepeatedPtrField<Message>* all) {
  int kept = 0;
  for (int i = 0; i < all->size(); ++i) {
    if (keep[i]) all->SwapElements(i, kept++);
  }
  all->DeleteSubrange(kept, all->size() - kept);
}

}  // namespace

void RemoveUnread(proto::GraphProto* graph) {
  Names reads;
  for (const auto& output : graph->output()) reads.insert(output.name());
  std::vector<bool> nodes(graph->node_size());
  for (int i = graph->node_size() - 1; i >= 0; --i) {
    const proto::NodeProto& node = graph->node(i);
    nodes[i] = std::any_of(
        node.output().begin(), node.output().end(),
        [&](const std::string& name) { return reads.contains(name); });
    if (nodes[i]) AddReads(node, &reads);
  }
  Keep(nodes, graph->mutable_node());
  std::vector<bool> constants;
  for (const auto& constant : graph->initializer()) {
    constants.push_back(reads.contains(constant.name()));
  }
  Keep(constants, graph->mutable_initializer());
}

}  // namespace paddle::onnx
