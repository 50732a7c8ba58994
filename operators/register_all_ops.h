// For programs that link Paddle as a plain static archive.
#pragma once

namespace paddle::operators {

// Names every operator and kernel of this build, so that a linker that drops
// unused files of an archive keeps them all, as well as the check that the
// processor has the instructions the archive was compiled for. Registration and
// check happen before main(). Returns how many it named.
int RegisterAllOps();

}  // namespace paddle::operators
