// Names what a node of a cluster is asked.
#pragma once

namespace paddle::distributed {

// The blocks of a node, which are none of a program's. Arguments are names and
// bytes of the call; each reply is one message, or bytes.
inline constexpr char kSubmitBlock[] = "submit";  // id, JobSpec
inline constexpr char kJobsBlock[] = "jobs";      // id, or all: JobList
inline constexpr char kFilesBlock[] = "files";    // id: FileList
inline constexpr char kReadBlock[] = "read";      // id, file, step: the offset
inline constexpr char kCancelBlock[] = "cancel";  // id

}  // namespace paddle::distributed
