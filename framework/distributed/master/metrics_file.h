// Tells the metrics of each step of a job, in a file of text.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/span.h"

namespace paddle::distributed {

// The values that one batch gives to the metrics of a step.
struct BatchMetrics {
  int64_t rows = 0;
  std::vector<double> values;
};

// Return batches as bytes, and the batches of such bytes. DataLoss for bytes of
// another length than so many `metrics` have.
std::string PackBatches(const std::vector<BatchMetrics>& batches);
std::vector<BatchMetrics> UnpackBatches(const std::string& bytes,
                                        size_t metrics);

// Returns the mean of each metric over batches, weighted by rows. Computed in
// their order, in double: the same bits for any number of trainers that had
// them. NaN without rows.
std::vector<double> MeansOf(const std::vector<BatchMetrics>& batches,
                            size_t metrics);

// A file with a line for each step: step, epoch and metrics, in columns that
// are separated by tabs ("12\t0\tloss=0.693147182"). A number has 9 digits,
// which tell apart all of float32. Errors of the disk are FailedPrecondition,
// naming the file. Not thread safe.
class MetricsFile {
 public:
  // Opens the file, which is made if it is not there, and removes the lines
  // behind `steps` steps, and a last one that is not whole.
  MetricsFile(std::string path, std::vector<std::string> names, int64_t steps);
  ~MetricsFile();
  MetricsFile(const MetricsFile&) = delete;
  MetricsFile& operator=(const MetricsFile&) = delete;

  // Adds a line; others see it at once.
  void Append(int64_t step, int64_t epoch, absl::Span<const double> values);
  // Brings all lines to the disk.
  void Sync();

 private:
  const std::string path_;
  const std::vector<std::string> names_;
  int file_ = -1;
};

}  // namespace paddle::distributed
