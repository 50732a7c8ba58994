// Performs beam search: extends hypotheses by their best continuations step by
// step, and reconstructs the sentences at the end.
//
// Rows [s K, (s + 1) K) are the hypotheses of source s, where K is the width of
// the beam. A hypothesis with score -inf is absent: its row is padding.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/memory/allocation.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

struct BeamOptions {
  int64_t width = 1;            // K
  int64_t end_id = 0;           // the word that finishes a hypothesis
  bool is_accumulated = false;  // scores include those of the prefix
};

// Performs one step. The candidates of a source are, for each of its present
// rows r (pre_scores[r] > -inf): the row itself, with its score, if pre_ids[r]
// is the end; otherwise, for each c, the word ids[r, c] (c itself if `ids` is
// null) with score pre_scores[r] + scores[r, c] (scores[r, c] alone if
// accumulated), unless that is -inf. The K best become the rows of the source:
// their word, score and parent r, best first, ties in the order of (r, c). If
// there are fewer, the remaining rows are absent: they get the end, -inf, and
// themselves as parent.
//
// pre_ids, selected_ids and parents (int64) and pre_scores and selected_scores
// (T) hold a number per row; scores and ids are [rows, candidates]. Rows are a
// multiple of K. Throws InvalidArgument, naming the place, for a NaN among the
// scores; on a GPU when the device is next waited for. The tensors must not
// share memory. T: float, double.
template <class Device, class T>
void BeamSearch(const Device& device, const BeamOptions& options,
                const framework::Tensor& pre_ids,
                const framework::Tensor& pre_scores,
                const framework::Tensor& scores, const framework::Tensor* ids,
                framework::Tensor* selected_ids,
                framework::Tensor* selected_scores, framework::Tensor* parents);

// Reconstructs the sentences from the words and parents (int64, [steps, rows])
// of all steps. The sentence of row r ends with the word ids[t, r] of the last
// step t; the word before it is that of row parents[t, r] in step t - 1. Words
// after the first end are cut off. `scores` has one score per row; absent rows
// give no sentence. The sentences of a source are sorted by score, best first
// (ties by row).
//
// `sentences` becomes [words, 1], sequences of sentences within sources, and
// `sentence_scores` [sentences, 1], sequences within sources; both are
// allocated from `allocator`. Throws OutOfRange, naming the place, for a parent
// that is no row of the source, and InvalidArgument for a NaN.
//
// Runs on the host, where the number of words and the LoD must be known. For a
// GPU it waits, copies two numbers per row and step to the host, and copies the
// sentences back.
template <typename T>
void BeamSentences(const platform::DeviceContext& device,
                   const BeamOptions& options, const framework::Tensor& ids,
                   const framework::Tensor& parents,
                   const framework::Tensor& scores,
                   memory::Allocator* allocator,
                   framework::LoDTensor* sentences,
                   framework::LoDTensor* sentence_scores);

}  // namespace paddle::operators::kernels
