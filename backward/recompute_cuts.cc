#include "paddle/backward/recompute_cuts.h"

#include <algorithm>
#include <limits>

namespace paddle::backward {

namespace {

// With the least memory the last segment, for which nothing is computed again,
// is short: all others are there, too. Some more make it several times as long.
constexpr double kSpare = 1.25;

constexpr double kInfinite = std::numeric_limits<double>::infinity();

// The memory of a segment, in bytes, while it grows towards the first operator.
struct Segment {
  double kept = 0;      // for later segments, or since it cannot be repeated
  double computed = 0;  // again, when its gradients are
};

// The cuts for one limit of memory.
class CutsWithin {
 public:
  CutsWithin(const ForwardValues& values, double limit)
      : values_(values),
        limit_(limit),
        kept_(values.num_forward(), kInfinite),
        before_(values.num_forward(), -1) {
    for (int i = 0; i < values.num_forward(); ++i) Extend(i);
  }

  bool possible() const { return kept_.empty() || kept_.back() < kInfinite; }

  std::vector<int> cuts() const {
    std::vector<int> cuts;
    const int last = values_.num_forward() - 1;
    for (int i = last < 0 ? -1 : before_[last]; i >= 0; i = before_[i]) {
      cuts.push_back(i);
    }
    std::reverse(cuts.begin(), cuts.end());
    return cuts;
  }

 private:
  // Finds the least that is kept if a segment ends with an operator. The last
  // segment, which is not computed again, is as long as it can be.
  void Extend(int end) {
    const bool is_last = end + 1 == values_.num_forward();
    Segment segment;
    for (int begin = end; begin >= 0; --begin) {
      Add(begin, end, &segment);
      if (segment.computed > limit_) return;
      const double before = begin == 0 ? 0 : kept_[begin - 1];
      const double kept = before + segment.kept;
      if (kept + segment.computed > limit_) continue;
      if (kept >= kept_[end] && !is_last) continue;
      kept_[end] = kept;
      before_[end] = begin - 1;
    }
  }

  void Add(int op, int end, Segment* segment) const {
    for (const ForwardValue* value : values_.WrittenBy(op)) {
      const bool stays = value->saved && !value->repeatable;
      if (value->last_reader > end || stays) {
        segment->kept += value->bytes;
      } else if (value->saved) {
        segment->computed += value->bytes;
      }
    }
  }

  const ForwardValues& values_;
  const double limit_;
  // If a segment ends with an operator: the bytes kept of all up to there, and
  // the operator with which the segment before ends.
  std::vector<double> kept_;
  std::vector<int> before_;
};

double SavedBytes(const ForwardValues& values) {
  double bytes = 0;
  for (int i = 0; i < values.num_forward(); ++i) {
    for (const ForwardValue* value : values.WrittenBy(i)) {
      if (value->saved) bytes += value->bytes;
    }
  }
  return bytes;
}

}  // namespace

std::vector<int> ChooseCuts(const ForwardValues& values) {
  double low = 0;
  double high = SavedBytes(values);
  while (high - low > 0.01 * high) {
    const double limit = (low + high) / 2;
    (CutsWithin(values, limit).possible() ? high : low) = limit;
  }
  return CutsWithin(values, kSpare * high).cuts();
}

}  // namespace paddle::backward
