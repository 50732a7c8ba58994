#include "paddle/framework/distributed/master/sent_programs.h"

#include <string>

#include "paddle/framework/passes/served_tables.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/platform/crc64.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {

CheckedJob ProgramsOf(const proto::JobSpec& spec) {
  CheckedJob made = CheckJob(spec, framework::OpInfoMap::Instance());
  if (spec.servers() == 0) return made;
  for (const auto& table : framework::FindTables(*made.main)) {
    PADDLE_THROW(Unimplemented, "servers would keep rows of the table '",
                 table.name,
                 "', which are in no checkpoint, in a job that goes on from "
                 "its checkpoints");
  }
  return made;
}

uint64_t SeedOf(const proto::JobSpec& spec) {
  uint64_t sum = 0;
  for (const std::string* each :
       {&spec.name(), &spec.main(), &spec.startup()}) {
    sum = platform::Crc64(each->data(), each->size(), sum);
  }
  return sum == 0 ? 1 : sum;
}

}  // namespace paddle::distributed
