// Declares a small program with a table of rows by id.
#pragma once

#include <string>

#include "paddle/backward/optimizer.h"
#include "paddle/framework/passes/parameter_server.h"
#include "paddle/framework/passes/testing/trainers_fixture.h"

namespace paddle::framework {

class TableFixture : public TrainersFixture {
 protected:
  static layer::EmbeddingOptions Distributed() {
    layer::EmbeddingOptions options;
    options.is_sparse = true;
    options.is_distributed = true;
    options.weight.name = "w";
    return options;
  }
  static Variable Ids(const std::string& name = "ids") {
    return layer::data(name, {-1, 1}, DataType::kInt64);
  }
  static Variable Look(const Variable& ids,
                       const layer::EmbeddingOptions& options = Distributed()) {
    return layer::embedding(ids, 1000, 2, options);
  }
  ParameterServerPrograms Cut(int servers = 1, int shards = 1) const {
    ParameterServerOptions options;
    options.servers = servers;
    options.trainers.shards = shards;
    return ParameterServer(main_, startup_, options);
  }
};

}  // namespace paddle::framework
