#include "paddle/operators/recurrent_unit/gate_maker.h"

#include "absl/strings/str_cat.h"

#include "paddle/operators/recurrent_unit/shapes.h"

namespace paddle::operators {

void GateOpMaker::AddActivation(const std::string& name,
                                const std::string& comment,
                                const std::string& otherwise) {
  AddAttr<std::string>(name, comment)
      .SetDefault(otherwise)
      .OneOf(GateActivationNames());
}

void GateOpMaker::AddSequences(const std::string& width,
                               const std::string& parts,
                               const std::string& state,
                               const std::string& size) {
  AddInput("Input", absl::StrCat("[rows, ", width,
                                 "], the rows of sequences: the inputs times "
                                 "their weight, in ",
                                 parts, "."));
  AddInput("H0", absl::StrCat("[sequences, ", size, "], the ", state,
                              " before the first step of each sequence, in the "
                              "order of the sequences; zeros if left out."))
      .AsOptional();
}

void GateOpMaker::AddReverse() {
  AddAttr<bool>("is_reverse", "Whether sequences run from last to first row.")
      .SetDefault(false);
}

void LstmOpMakerBase::AddCells() {
  AddInput("Bias",
           "[1, 4 D], for g, i, f and o; with use_peepholes [1, 7 D], then "
           "p_i, p_f and p_o follow. Zeros if left out.")
      .AsOptional();
  AddOutput("Cell", "[rows, D], c of each row.");
  AddOutput("BatchGate",
            "[rows, 4 D], g, i, f and o of each row, for the gradient.")
      .AsIntermediate();
  AddOutput("BatchCellPreAct",
            "[rows, D], cell_activation(c) of each row, for the gradient.")
      .AsIntermediate();
  AddAttr<bool>("use_peepholes", "Whether the gates see the cell.")
      .SetDefault(true);
  AddReverse();
  AddActivation("gate_activation", "Of i, f and o.", "sigmoid");
  AddActivation("cell_activation", "Of c on its way to h.", "tanh");
  AddActivation("candidate_activation", "Of g.", "tanh");
}

void GruOpMakerBase::AddWeights() {
  AddInput("Weight",
           "[D, 3 D], the weights of the state: the elements of W_ur, "
           "[D, 2 D], and behind them those of W_g, [D, D]; with reset_after, "
           "W_u, W_r and W_g side by side.");
  AddInput("Bias",
           "[1, 3 D], for u, r and g; with reset_after [1, 4 D], then c "
           "follows. Zeros if left out.")
      .AsOptional();
}

void GruOpMakerBase::AddActivations() {
  AddActivation("activation", "Of g.", "tanh");
  AddActivation("gate_activation", "Of u and r.", "sigmoid");
}

void GruOpMakerBase::AddModes() {
  AddAttr<bool>("origin_mode", "Whether h = u h' + (1 - u) g.")
      .SetDefault(false);
  AddAttr<bool>("reset_after", "Whether g = activation(a_g + r (h' W_g + c)).")
      .SetDefault(false);
}

}  // namespace paddle::operators
