#include "paddle/operators/structured/chunk_eval.h"

#include "paddle/operators/structured/chunk_tags.h"
#include "paddle/operators/structured/sequence_labels.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

struct Chunk {
  int64_t begin;
  int64_t end;
  int64_t type;
};

bool operator==(const Chunk& a, const Chunk& b) {
  return a.begin == b.begin && a.end == b.end && a.type == b.type;
}

// Reads the chunks of one sequence from the first to the last.
class ChunkReader {
 public:
  ChunkReader(const ChunkTags<const int64_t*>& tags, int64_t begin, int64_t end)
      : tags_(tags), next_(begin), end_(end) {}

  // Stores the next chunk; returns false if there is none.
  bool Next(Chunk* chunk) {
    while (next_ < end_) {
      const int64_t type = tags_.TypeAt(next_);
      *chunk = {next_, next_ + 1, type};
      while (chunk->end < end_ && tags_.Continues(chunk->end)) ++chunk->end;
      next_ = chunk->end;
      if (tags_.Counts(type)) return true;
    }
    return false;
  }

 private:
  const ChunkTags<const int64_t*> tags_;
  int64_t next_;
  const int64_t end_;
};

// Merges both lists of chunks by their begin: one pass without storing them.
void AddSequence(ChunkReader inferred, ChunkReader labeled,
                 ChunkCounts* counts) {
  Chunk a, b;
  bool has_a = inferred.Next(&a), has_b = labeled.Next(&b);
  while (has_a || has_b) {
    counts->correct += has_a && has_b && a == b;
    const bool take_a = has_a && (!has_b || a.begin <= b.begin);
    const bool take_b = has_b && (!has_a || b.begin <= a.begin);
    counts->inferred += take_a;
    counts->labeled += take_b;
    if (take_a) has_a = inferred.Next(&a);
    if (take_b) has_b = labeled.Next(&b);
  }
}

}  // namespace

ChunkScheme ChunkScheme::Named(const std::string& name) {
  if (name == "plain") return {1, 0, 0};
  if (name == "IOB") return {2, 0b01, 0};
  if (name == "IOE") return {2, 0, 0b10};
  PADDLE_ENFORCE(name == "IOBES", InvalidArgument,
                 "chunk schemes are plain, IOB, IOE and IOBES, not ", name);
  return {4, 0b1001, 0b1100};
}

template <class Device>
void EvaluateChunks(const Device&, const Tensor& inference, const Tensor& label,
                    Offsets offsets, const ChunkScheme& scheme, int64_t types,
                    absl::Span<const int64_t> excluded,
                    const ChunkScores& out) {
  CheckLabels("tag of Inference", inference, offsets, types * scheme.tags + 1);
  CheckLabels("tag of Label", label, offsets, types * scheme.tags + 1);
  ChunkCounts counts;
  for (size_t i = 1; i < offsets.size(); ++i) {
    const auto reader = [&](const Tensor& tags) {
      return ChunkReader({tags.data<int64_t>(), scheme, types, excluded.data(),
                          static_cast<int64_t>(excluded.size())},
                         offsets[i - 1], offsets[i]);
    };
    AddSequence(reader(inference), reader(label), &counts);
  }
  PutScores(counts, out);
}

PADDLE_INSTANTIATE_ONE(EvaluateChunks<platform::CPUDeviceContext>);

}  // namespace paddle::operators::kernels
