#include <cstdint>
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;
using framework::Dims;

void LookUp(OpValues& v) {
  const Array& w = v.In("W");
  const Array& ids = v.In("Ids");
  Array& out = v.Out("Out");
  const int64_t width = w.dims[1];
  for (int64_t i = 0; i < ids.numel() * width; ++i) {
    const int64_t id = static_cast<int64_t>(ids[i / width]);
    const bool padding = id == v.Attr<int64_t>("padding_idx");
    out[i] = padding ? 0 : w(id, i % width);
  }
}

OpCase LookupCase(const std::string& name, bool sparse, int64_t ids = 9) {
  return OpCase("lookup_table", name)
      .Input("W", Random({6, 4}))
      .Input("Ids", Integers({ids, 1}, 0, 6))
      .Attr("is_sparse", sparse)
      .Reference(LookUp)
      .Gradient({"W"})
      .ScaleRows({"Ids"});
}

TEST(Lookup, Dense) { LookupCase("dense", false).Check(); }
TEST(Lookup, Sparse) { LookupCase("sparse", true).Check(); }

TEST(Lookup, PaddingRow) {
  LookupCase("dense with padding", false).Attr("padding_idx", 2).Check();
  LookupCase("sparse with padding", true).Attr("padding_idx", 2).Check();
}

// Wide enough for several threads.
TEST(Lookup, LargeTable) {
  for (bool sparse : {false, true}) {
    OpCase("lookup_table", "large")
        .Input("W", Random({3000, 32}))
        .Input("Ids", Integers({2500}, 0, 3000))
        .Attr("is_sparse", sparse)
        .Reference(LookUp)
        .Check();
  }
}

// GPUs sort many ids before they add up the gradients of each.
TEST(Lookup, ManyEqualIds) { LookupCase("many ids", false, 700).Check(); }

TEST(Lookup, ShapesOfIds) {
  const struct {
    Dims ids;
    Dims out;
  } kCases[] = {{{}, {3}},        {{1}, {1, 3}},       {{5}, {5, 3}},
                {{5, 1}, {5, 3}}, {{2, 5}, {2, 5, 3}}, {{2, 5, 1}, {2, 5, 3}}};
  for (const auto& c : kCases) {
    OpCase("lookup_table", c.ids.ToString())
        .Input("W", Random({4, 3}))
        .Input("Ids", Integers(c.ids, 0, 4))
        .Reference([&](OpValues& v) {
          v.Out("Out") = Array(c.out);
          LookUp(v);
        })
        .Gradient({"W"})
        .Check();
  }
}

TEST(Lookup, SequencesOfIds) {
  OpCase("lookup_table", "sequences")
      .Input("W", Random({4, 3}))
      .Input("Ids", Integers({5, 1}, 0, 4).Lengths({{2, 0, 3}}))
      .Reference([](OpValues& v) {
        LookUp(v);
        v.Out("Out").lod = v.In("Ids").lod;
      })
      .Gradient({"W"})
      .Check();
}

// A table that has the rows 4, 0 and 7 of 9; rows in that order are hashed.
OpCase RowsCase(const std::string& name, std::vector<int64_t> rows = {4, 0, 7},
                std::vector<double> ids = {7, 4, 4, 0, 7}) {
  return OpCase("lookup_table", "rows, " + name)
      .Input("W", Random({static_cast<int64_t>(rows.size()), 4}).Rows(9, rows))
      .Input("Ids", Values({static_cast<int64_t>(ids.size()), 1}, ids)
                        .As(DataType::kInt64))
      .Attr("is_sparse", true)
      .Reference(LookUp)
      .Gradient({"W"});
}

TEST(Lookup, RowsOfATable) {
  RowsCase("in any order").Check();
  RowsCase("that ascend", {0, 4, 7}).Check();
  RowsCase("from 0 on", {0, 1, 2}, {2, 0, 0, 1}).Check();
  RowsCase("none of them", {4, 0, 7}, {}).Check();
  RowsCase("that are none", {}, {}).Check();
}

// The padding need not be among them.
TEST(Lookup, RowsOfATableAndPadding) {
  RowsCase("padding", {4, 0, 7}, {7, 4, 0, 4}).Attr("padding_idx", 4).Check();
  RowsCase("padding elsewhere", {4, 0, 7}, {7, 3, 0, 3})
      .Attr("padding_idx", 3)
      .Check();
}

TEST(Lookup, ChecksRowsOfATable) {
  RowsCase("", {4, 0, 7}, {7, 5, 0})
      .ExpectError(
          "OutOfRange.*id 5 at position 1 is not among the 3 rows of the "
          "table");
  RowsCase("", {4, 0, 7}, {-1}).ExpectError("id -1 at position 0");
  RowsCase("", {4, 0, 4})
      .ExpectError(
          "InvalidArgument.*a table has row 4 twice: at positions 0 and 2");
  RowsCase("").Attr("padding_idx", 9).ExpectError("padding_idx 9 is outside");
  RowsCase("")
      .Attr("is_sparse", false)
      .ExpectError(
          "W of lookup_table is SelectedRows, and so is its gradient: set "
          "is_sparse");
}

OpCase IdsCase(std::vector<double> ids) {
  return OpCase("lookup_table")
      .Input("W", Random({4, 3}))
      .Input("Ids", Values({static_cast<int64_t>(ids.size()), 1}, ids)
                        .As(DataType::kInt64));
}

TEST(Lookup, ChecksIds) {
  IdsCase({0, 3, 4}).ExpectError(
      "OutOfRange.*id 4 at position 2 is outside the table: \\[0, 4\\)");
  IdsCase({-1}).ExpectError("id -1 at position 0");
}

TEST(Lookup, ChecksShapes) {
  OpCase("lookup_table")
      .Input("W", Random({4}))
      .Input("Ids", Integers({2, 1}, 0, 4))
      .ExpectError("W of lookup_table is a matrix, not \\[4\\]");
  OpCase("lookup_table")
      .Input("W", Random({4, 3}))
      .Input("Ids", Random({2, 1}).As(DataType::kInt32))
      .ExpectError("Ids of lookup_table are int64, not int32");
  IdsCase({0}).Attr("padding_idx", 4).ExpectError("padding_idx 4 is outside");
}

}  // namespace
}  // namespace paddle::operators::testing
