// Finds out whether a program computes each row of a batch on its own.
#pragma once

#include <string>
#include <vector>

#include "paddle/framework/ir/program.h"
#include "paddle/framework/ir/schema_source.h"

namespace paddle::serving {

// The rows along axis 0 of a variable: one for each row of a feed, or one for
// each of its sequences.
struct RowGroup {
  int feed = -1;  // the first feed with these rows
  bool sequences = false;

  friend bool operator==(RowGroup a, RowGroup b) {
    return a.feed == b.feed && a.sequences == b.sequences;
  }
};

struct RowIndependence {
  // Why requests cannot be joined; "" if they can.
  std::string reason;
  // Otherwise the rows of each feed and of each fetch, in the order of the
  // program's description.
  std::vector<RowGroup> feeds;
  std::vector<RowGroup> fetches;

  bool holds() const { return reason.empty(); }
};

// Says whether each row, or each sequence, of every fetch depends on the same
// row, or sequence, of the feeds and on parameters alone, so that rows of
// several requests may be computed together. It follows the rows from the
// feeds through the operators: those that are elementwise by their schema
// (registry/elementwise_rule.h), and those of which row_rules.h says which
// axes they mix. An operator that neither knows is taken to mix rows, as are
// random ones and those that own blocks.
RowIndependence FindRowIndependence(const framework::Program& program,
                                    const framework::SchemaSource& schemas);

}  // namespace paddle::serving
