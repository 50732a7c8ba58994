// The base classes of the makers of recurrent units.
#pragma once

#include <string>

#include "paddle/framework/registry/op_maker.h"

namespace paddle::operators {

// Declares the activations of gates.
class GateOpMaker : public framework::OpMaker {
 protected:
  // Declares the choice of an activation, `otherwise` by default.
  void AddActivation(const std::string& name, const std::string& comment,
                     const std::string& otherwise);
};

// Declares what gru and gru_unit share.
class GruOpMakerBase : public GateOpMaker {
 protected:
  // Declares Weight and Bias.
  void AddWeights();
  // Declares activation and gate_activation.
  void AddActivations();
  // Declares origin_mode.
  void AddOriginMode();
};

}  // namespace paddle::operators
