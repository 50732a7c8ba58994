// Opens the data of a job, which its trainers read.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "paddle/framework/distributed/master/submitted_job.pb.h"
#include "paddle/framework/executor/executor.h"
#include "paddle/framework/io/batch_reader.h"
#include "paddle/framework/ir/program.h"

namespace paddle::distributed {

// Returns a reader of the epochs up to, not including, `epochs` of some of the
// files of a job, which lie in the folder of data. Errors of CheckRelativeName
// and of BatchReader, and of its CheckFeeds for the program; a file that cannot
// be had is FailedPrecondition.
std::unique_ptr<framework::BatchReader> OpenData(
    const proto::DataSource& data, const std::vector<std::string>& files,
    int64_t epochs, const std::string& folder,
    const framework::Program& program);

// Returns the batch of this number, counted from 0 over all epochs, which is
// not before that of another call. Errors are those of BatchReader::Next, but
// FailedPrecondition for a disk that fails; OutOfRange behind the last one.
framework::Feeds BatchAt(int64_t number, framework::BatchReader* reader);

// Returns the number of examples in a batch: rows, or sequences.
int64_t ItemsOf(const framework::Feeds& batch);

}  // namespace paddle::distributed
