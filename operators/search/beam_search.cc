#include "paddle/operators/search/beam_search.h"

#include <algorithm>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/memory/copy.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/place.h"

namespace paddle::operators::kernels {
namespace {

using framework::LoD;
using framework::LoDTensor;
using framework::Tensor;

template <typename T>
constexpr T kAbsent = -std::numeric_limits<T>::infinity();

template <typename T>
void CheckScore(T score, int64_t row, int64_t candidate) {
  PADDLE_ENFORCE(score == score, InvalidArgument, "the score of candidate ",
                 candidate, " in row ", row, " is NaN");
}

// The best candidates of one source so far, kept sorted in the rows of its
// outputs: insertion is cheap, since beams are narrow.
template <typename T>
class Beam {
 public:
  Beam(int64_t width, int64_t* words, T* scores, int64_t* parents)
      : width_(width), words_(words), scores_(scores), parents_(parents) {}

  // Returns the score that a candidate must exceed to be taken.
  T bar() const { return count_ < width_ ? kAbsent<T> : scores_[width_ - 1]; }

  // Inserts a candidate above the bar, after equal ones; drops the last if
  // full.
  void Put(int64_t word, T score, int64_t parent) {
    int64_t place = std::min(count_, width_ - 1);
    count_ = place + 1;
    for (; place > 0 && score > scores_[place - 1]; --place) {
      Set(place, words_[place - 1], scores_[place - 1], parents_[place - 1]);
    }
    Set(place, word, score, parent);
  }

  void FillWithAbsent(int64_t end_id, int64_t first_row) {
    for (; count_ < width_; ++count_) {
      Set(count_, end_id, kAbsent<T>, first_row + count_);
    }
  }

 private:
  void Set(int64_t place, int64_t word, T score, int64_t parent) {
    words_[place] = word;
    scores_[place] = score;
    parents_[place] = parent;
  }

  const int64_t width_;
  int64_t* const words_;
  T* const scores_;
  int64_t* const parents_;
  int64_t count_ = 0;
};

// True if one of kBlock scores, added to `base`, is above the bar or NaN. Once
// the beam is full nearly all candidates fail: without a branch this check
// vectorizes, and whole blocks are skipped.
template <typename T>
bool AnyAbove(const T* scores, T base, T bar) {
  using Flag = std::conditional_t<sizeof(T) == 4, int32_t, int64_t>;
  Flag found = 0;
  PADDLE_INDEPENDENT_ITERATIONS
  for (int64_t j = 0; j < kBlock; ++j) {
    found |= static_cast<Flag>(!(base + scores[j] <= bar));
  }
  return found != 0;
}

// Offers the candidates of an unfinished row; `base` is added to their scores.
template <typename T>
void Extend(int64_t row, const T* scores, const int64_t* ids, int64_t count,
            T base, Beam<T>* beam) {
  for (int64_t block = 0; block < count; block += kBlock) {
    const int64_t end = std::min(block + kBlock, count);
    if (end - block == kBlock && !AnyAbove(scores + block, base, beam->bar())) {
      continue;
    }
    for (int64_t c = block; c < end; ++c) {
      const T score = base + scores[c];
      if (score <= beam->bar()) continue;
      CheckScore(score, row, c);
      beam->Put(ids == nullptr ? c : ids[c], score, row);
    }
  }
}

// Follows the parents of hypotheses from the last step back to the first.
class History {
 public:
  History(const Tensor& ids, const Tensor& parents, int64_t width)
      : words_(ids.data<int64_t>()),
        parents_(parents.data<int64_t>()),
        steps_(ids.dims()[0]),
        rows_(ids.dims()[1]),
        width_(width) {}

  // Appends the words of the hypothesis that ends in `row`.
  void AppendSentence(int64_t row, int64_t end_id,
                      std::vector<int64_t>* words) const {
    const int64_t begin = static_cast<int64_t>(words->size());
    words->resize(begin + steps_);
    for (int64_t step = steps_ - 1; step >= 0; --step) {
      (*words)[begin + step] = words_[step * rows_ + row];
      row = ParentOf(step, row);
    }
    const auto end = std::find(words->begin() + begin, words->end(), end_id);
    if (end != words->end()) words->erase(end + 1, words->end());
  }

 private:
  int64_t ParentOf(int64_t step, int64_t row) const {
    const int64_t parent = parents_[step * rows_ + row];
    const int64_t first = row / width_ * width_;
    PADDLE_ENFORCE(first <= parent && parent < first + width_, OutOfRange,
                   "parent ", parent, " of row ", row, " in step ", step,
                   " is outside the source's rows [", first, ", ",
                   first + width_, ")");
    return parent;
  }

  const int64_t* const words_;
  const int64_t* const parents_;
  const int64_t steps_;
  const int64_t rows_;
  const int64_t width_;
};

// Returns the present rows of a source, best first; ties stay in row order.
template <typename T>
std::vector<int64_t> RankedRows(const T* scores, int64_t first, int64_t width) {
  std::vector<int64_t> rows;
  for (int64_t row = first; row < first + width; ++row) {
    PADDLE_ENFORCE(scores[row] == scores[row], InvalidArgument,
                   "the score of row ", row, " is NaN");
    if (scores[row] > kAbsent<T>) rows.push_back(row);
  }
  std::stable_sort(rows.begin(), rows.end(), [scores](int64_t a, int64_t b) {
    return scores[a] > scores[b];
  });
  return rows;
}

// Stores the values as a column with the given sequences.
template <typename T>
void SetColumn(const platform::DeviceContext& device,
               const std::vector<T>& values, LoD::Levels lengths,
               memory::Allocator* allocator, LoDTensor* out) {
  out->Allocate({static_cast<int64_t>(values.size()), 1},
                framework::DataTypeOf<T>(), allocator);
  memory::CopyAsync(device.place(), out->template mutable_data<T>(),
                    platform::CPUPlace(), values.data(), out->bytes());
  out->set_lod(LoD::FromLengths(lengths));
}

}  // namespace

template <class Device, class T>
void BeamSearch(const Device&, const BeamOptions& options,
                const Tensor& pre_ids, const Tensor& pre_scores,
                const Tensor& scores, const Tensor* ids, Tensor* selected_ids,
                Tensor* selected_scores, Tensor* parents) {
  constexpr int64_t kGrain = 32768;
  const int64_t width = options.width;
  const int64_t count = scores.dims()[1];
  const int64_t* last = pre_ids.data<int64_t>();
  const T* so_far = pre_scores.data<T>();
  const T* step = scores.data<T>();
  const int64_t* words = ids == nullptr ? nullptr : ids->data<int64_t>();
  int64_t* out_ids = selected_ids->mutable_data<int64_t>();
  T* out_scores = selected_scores->mutable_data<T>();
  int64_t* out_parents = parents->mutable_data<int64_t>();
  const auto search = [&](int64_t source) {
    const int64_t first = source * width;
    Beam<T> beam(width, out_ids + first, out_scores + first,
                 out_parents + first);
    for (int64_t row = first; row < first + width; ++row) {
      PADDLE_ENFORCE(so_far[row] == so_far[row], InvalidArgument,
                     "the score of row ", row, " is NaN");
      if (so_far[row] == kAbsent<T>) continue;
      if (last[row] != options.end_id) {
        Extend(row, step + row * count,
               words == nullptr ? nullptr : words + row * count, count,
               options.is_accumulated ? T(0) : so_far[row], &beam);
      } else if (so_far[row] > beam.bar()) {
        beam.Put(options.end_id, so_far[row], row);
      }
    }
    beam.FillWithAbsent(options.end_id, first);
  };
  platform::ParallelFor(pre_ids.numel() / width,
                        kGrain / (width * count + 1) + 1,
                        [&](int64_t begin, int64_t end) {
                          for (int64_t source = begin; source < end; ++source)
                            search(source);
                        });
}

template <typename T>
void BeamSentences(const platform::DeviceContext& device,
                   const BeamOptions& options, const Tensor& ids,
                   const Tensor& parents, const Tensor& scores,
                   memory::Allocator* allocator, LoDTensor* sentences,
                   LoDTensor* sentence_scores) {
  const Tensor ids_here = framework::OnCPU(ids);
  const Tensor parents_here = framework::OnCPU(parents);
  const Tensor scores_here = framework::OnCPU(scores);
  const History history(ids_here, parents_here, options.width);
  const T* score = scores_here.data<T>();
  std::vector<int64_t> words;
  std::vector<T> best;
  LoD::Levels lengths(2);
  for (int64_t first = 0; first < scores.numel(); first += options.width) {
    const auto rows = RankedRows(score, first, options.width);
    lengths[0].push_back(static_cast<int64_t>(rows.size()));
    for (const int64_t row : rows) {
      const int64_t begin = static_cast<int64_t>(words.size());
      history.AppendSentence(row, options.end_id, &words);
      lengths[1].push_back(static_cast<int64_t>(words.size()) - begin);
      best.push_back(score[row]);
    }
  }
  SetColumn(device, best, {lengths[0]}, allocator, sentence_scores);
  SetColumn(device, words, std::move(lengths), allocator, sentences);
}

PADDLE_INSTANTIATE(BeamSearch, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE_ONE(BeamSentences<float>);
PADDLE_INSTANTIATE_ONE(BeamSentences<double>);

}  // namespace paddle::operators::kernels
