// Runs what threads of the network have to do.
#pragma once

#include <boost/asio/io_context.hpp>

namespace paddle::serve {

// Runs the handlers of a context until it is stopped. An error that a handler
// throws, such as std::bad_alloc, costs what that handler owns, a connection
// for instance, and is written to stderr; the others go on.
void RunContext(boost::asio::io_context* context);

}  // namespace paddle::serve
