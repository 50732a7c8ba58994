// The base classes of the makers of recurrent units. Operators with the same
// arguments declare them here, so that names, defaults and documentation agree.
#pragma once

#include <string>

#include "paddle/framework/registry/op_maker.h"

namespace paddle::operators {

// Declares the activations of gates.
class GateOpMaker : public framework::OpMaker {
 protected:
  // Declares the choice of an activation, `otherwise` by default. It
  // accepts GateActivationNames() only.
  void AddActivation(const std::string& name, const std::string& comment,
                     const std::string& otherwise);
  // Declares the inputs of operators over sequences: Input, [rows, width], with
  // a part for each gate, and H0, [sequences, size], which is optional. `parts`
  // and `state` are words of the documentation.
  void AddSequences(const std::string& width, const std::string& parts,
                    const std::string& state, const std::string& size = "D");
  // Declares the attribute is_reverse, by default false.
  void AddReverse();
};

// Declares what lstm and lstmp share.
class LstmOpMakerBase : public GateOpMaker {
 protected:
  // Declares the input Bias, the outputs Cell, BatchGate and BatchCellPreAct,
  // and the attributes use_peepholes, is_reverse and the activations of gates,
  // cell and candidate; after the other inputs and the first output.
  void AddCells();
};

// Declares what gru and gru_unit share.
class GruOpMakerBase : public GateOpMaker {
 protected:
  // Declares the inputs Weight, [D, 3 D], and Bias, [1, 3 D] or longer, which
  // is optional.
  void AddWeights();
  // Declares the attributes activation (of the candidate; tanh by default) and
  // gate_activation (of the other two gates; sigmoid by default).
  void AddActivations();
  // Declares the attributes origin_mode and reset_after, by default false: the
  // update gate is then the share of the state that is renewed, not kept, and
  // the reset gate multiplies the state, not its product.
  void AddModes();
};

}  // namespace paddle::operators
