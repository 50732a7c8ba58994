// Beam search: the best continuations of hypotheses, and their words at last.
//
// Rows [s K, (s + 1) K) are the hypotheses of source s, where K is the width of
// the beam. A hypothesis of score -inf is absent: it stands for nothing.
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
  bool is_accumulated = false;  // scores hold those of the prefix already
};

// One step. Candidates of a source are, of each present row r, of
// pre_scores[r] > -inf: the row itself with its score if pre_ids[r] is the end;
// otherwise for each c the word ids[r, c] (c itself if `ids` is null) with
// score pre_scores[r] + scores[r, c] (scores[r, c] if accumulated), unless that
// is -inf. The K best, best first, become the rows of the source, equal ones in
// the order of (r, c): their word, their score and r, the parent. Rows that are
// left over are absent: the end, -inf, and themselves as parent.
//
// pre_ids, selected_ids and parents hold a number for each row (int64),
// pre_scores and selected_scores likewise (T); scores and ids are [rows,
// candidates]. Rows are a multiple of K. InvalidArgument, naming the place, for
// a NaN among the scores. Nothing may share memory. T is float or double.
template <class Device, class T>
void BeamSearch(const Device& device, const BeamOptions& options,
                const framework::Tensor& pre_ids,
                const framework::Tensor& pre_scores,
                const framework::Tensor& scores, const framework::Tensor* ids,
                framework::Tensor* selected_ids,
                framework::Tensor* selected_scores, framework::Tensor* parents);

// The sentences that hypotheses stand for, of the words and parents (int64,
// [steps, rows]) of all steps. Row r ends with word ids[t, r] of the last step
// t; the word before is that of the row parents[t, r] in the step before. What
// follows the first end is cut off. `scores` hold a number for each row; absent
// rows have no sentence. A source's sentences are ordered by score, best first
// (equal ones by row).
//
// `sentences` becomes [words, 1], sequences of sentences in sources; and
// `sentence_scores` [sentences, 1], sequences in sources. Their memory comes
// from `allocator`. OutOfRange, naming the place, for a parent that is no row
// of the source; InvalidArgument for a NaN.
//
// How many words there are, and in which sequences, are numbers of the host, so
// it is the host that follows the parents: it waits for a GPU's inputs, two
// numbers for each row and step, and sends the sentences back.
template <typename T>
void BeamSentences(const platform::DeviceContext& device,
                   const BeamOptions& options, const framework::Tensor& ids,
                   const framework::Tensor& parents,
                   const framework::Tensor& scores,
                   memory::Allocator* allocator,
                   framework::LoDTensor* sentences,
                   framework::LoDTensor* sentence_scores);

}  // namespace paddle::operators::kernels
