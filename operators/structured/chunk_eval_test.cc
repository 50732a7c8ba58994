#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "paddle/operators/sequence/test_sequences.h"
#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;
using framework::LoD;

using Chunks = std::set<std::tuple<int64_t, int64_t, int64_t>>;

// Tag by tag: what a tag says, as letters.
char Letter(const std::string& scheme, int64_t place) {
  if (scheme == "plain") return 'I';
  return scheme == "IOE" ? "IE"[place] : std::string("BIES")[place];
}

// The chunks as (begin, end, type), by walking over the rows of each sequence
// with a chunk open or not.
Chunks ChunksOf(const Array& tags, absl::Span<const int64_t> offsets,
                const OpValues& v) {
  const auto scheme = v.Attr<std::string>("chunk_scheme");
  const int64_t places = scheme == "plain" ? 1 : scheme == "IOBES" ? 4 : 2;
  const auto types = v.Attr<int64_t>("num_chunk_types");
  Chunks chunks;
  for (size_t s = 1; s < offsets.size(); ++s) {
    int64_t begin = -1, type = -1;
    const auto close = [&](int64_t end) {
      if (begin >= 0) chunks.insert({begin, end, type});
      begin = -1;
    };
    for (int64_t r = offsets[s - 1]; r < offsets[s]; ++r) {
      const auto tag = static_cast<int64_t>(tags[r]);
      if (tag == places * types) {
        close(r);
        continue;
      }
      const char letter = Letter(scheme, tag % places);
      if (letter == 'B' || letter == 'S' || tag / places != type) close(r);
      type = tag / places;
      if (begin < 0) begin = r;
      if (letter == 'E' || letter == 'S') close(r + 1);
    }
    close(offsets[s]);
  }
  for (const int64_t excluded :
       v.Attr<std::vector<int64_t>>("excluded_chunk_types")) {
    for (auto it = chunks.begin(); it != chunks.end();) {
      it = std::get<2>(*it) == excluded ? chunks.erase(it) : ++it;
    }
  }
  return chunks;
}

void SetCounts(double inferred, double labeled, double correct, OpValues* v) {
  const auto ratio = [](double part, double whole) {
    return whole == 0 ? 0.0 : static_cast<float>(part / whole);
  };
  v->Out("NumInferChunks")[0] = inferred;
  v->Out("NumLabelChunks")[0] = labeled;
  v->Out("NumCorrectChunks")[0] = correct;
  v->Out("Precision")[0] = ratio(correct, inferred);
  v->Out("Recall")[0] = ratio(correct, labeled);
  v->Out("F1-Score")[0] = ratio(2 * correct, inferred + labeled);
}

void ChunkReference(OpValues& v) {
  const auto offsets = LastOffsets(v.In("Label"));
  const Chunks a = ChunksOf(v.In("Inference"), offsets, v);
  const Chunks b = ChunksOf(v.In("Label"), offsets, v);
  double correct = 0;
  for (const auto& chunk : a) correct += static_cast<double>(b.count(chunk));
  SetCounts(static_cast<double>(a.size()), static_cast<double>(b.size()),
            correct, &v);
}

TEST(ChunkEval, EverySchemeAndLength) {
  for (const std::string scheme : {"IOB", "IOE", "IOBES", "plain"}) {
    const int64_t places = scheme == "plain" ? 1 : scheme == "IOBES" ? 4 : 2;
    for (const LoD::Levels& lengths : kLengths) {
      for (const std::vector<int64_t>& excluded :
           {std::vector<int64_t>{}, {1}, {0, 2}}) {
        const Data tags = Integers({RowsOf(lengths), 1}, 0, 3 * places + 1);
        OpCase("chunk_eval", scheme + " " + NameOf(lengths))
            .Input("Inference", tags)
            .Input("Label", Data(tags).Lengths(lengths))
            .Attr("num_chunk_types", 3)
            .Attr("chunk_scheme", scheme)
            .Attr("excluded_chunk_types", excluded)
            .Reference(ChunkReference)
            .Check();
      }
    }
  }
}

OpCase OfTags(const std::string& scheme, std::vector<double> inference,
              std::vector<double> label, const LoD::Levels& lengths) {
  const auto rows = static_cast<int64_t>(label.size());
  return std::move(
      OpCase("chunk_eval", scheme)
          .Input("Inference",
                 Values({rows, 1}, std::move(inference)).As(DataType::kInt64))
          .Input("Label", Values({rows, 1}, std::move(label))
                              .As(DataType::kInt64)
                              .Lengths(lengths))
          .Attr("num_chunk_types", 2)
          .Attr("chunk_scheme", scheme));
}

// Tags by hand, of types 0 and 1.
TEST(ChunkEval, ByHand) {
  // B0 I0 O B1 | I1 B1 and B0 I0 I0 B1 | I1 I1
  OfTags("IOB", {0, 1, 4, 2, 3, 2}, {0, 1, 1, 2, 3, 3}, {{4, 2}})
      .Reference([](OpValues& v) { SetCounts(4, 3, 1, &v); })
      .Check();
  // I0 E0 E0 I1 and I0 E0 I0 I1
  OfTags("IOE", {0, 1, 1, 2}, {0, 1, 0, 2}, {{4}})
      .Reference([](OpValues& v) { SetCounts(3, 3, 3, &v); })
      .Check();
  // B0 I0 E0 S0 O S1 and B0 E0 S0 S0 O S1
  OfTags("IOBES", {0, 1, 2, 3, 8, 7}, {0, 2, 3, 3, 8, 7}, {{6}})
      .Reference([](OpValues& v) { SetCounts(3, 4, 2, &v); })
      .Check();
  // 0 0 1 outside 1 and 0 0 1 1 1
  OfTags("plain", {0, 0, 1, 2, 1}, {0, 0, 1, 1, 1}, {{5}})
      .Reference([](OpValues& v) { SetCounts(3, 2, 1, &v); })
      .Check();
}

// Many rows, in long sequences and in short ones.
TEST(ChunkEval, ManyRows) {
  for (const LoD::Levels& lengths :
       {LoD::Levels{{10000}}, LoD::Levels{std::vector<int64_t>(5000, 2)}}) {
    const Data tags = Integers({10000, 1}, 0, 5);
    OpCase("chunk_eval", NameOf(lengths).substr(0, 10))
        .Input("Inference", tags)
        .Input("Label", Data(tags).Lengths(lengths))
        .Attr("num_chunk_types", 2)
        .Reference(ChunkReference)
        .Check();
  }
}

TEST(ChunkEval, WantsTagsThatExist) {
  const OpCase beyond = OfTags("IOB", {0, 1, 4}, {0, 5, 4}, {{1, 2}});
  beyond.ExpectError(
      "tag of Label 5 of sequence 1, row 0, is not in \\[0, 5\\)");
  beyond.ExpectErrorOnGPU("chunk_eval: Label: label 5 is outside of .0, 5");
  const OpCase negative = OfTags("IOB", {0, 1, -1}, {0, 1, 4}, {{1, 2}});
  negative.ExpectError(
      "tag of Inference -1 of sequence 1, row 1, is not in .0, 5");
  negative.ExpectErrorOnGPU("chunk_eval: Inference: label -1 is outside");
  OfTags("BIO", {0}, {0}, {{1}}).ExpectError("chunk_scheme.*BIO");
  const OpCase base =
      OpCase("chunk_eval")
          .Input("Inference", Integers({3, 1}, 0, 2).Lengths({{1, 2}}))
          .Input("Label", Integers({3, 1}, 0, 2).Lengths({{2, 1}}))
          .Attr("num_chunk_types", 2);
  base.ExpectError("the sequences of Inference of .* are not those of Label");
  base.With("Inference", Integers({4, 1}, 0, 2))
      .ExpectError(
          "Inference .* is \\[4, 1\\], but Label \\[3, 1\\] has other");
}

}  // namespace
}  // namespace paddle::operators::testing
