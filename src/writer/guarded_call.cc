#include "writer/guarded_call.h"

#include <exception>
#include <new>
#include <stdexcept>
#include <system_error>

#include "writer/text_pieces.h"

namespace sightglass::writer {
namespace {

// Made while there is memory for it.
const Status out_of_memory(StatusCode::kResourceExhausted, "out of memory");

}  // namespace

Status StatusOfException() noexcept {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return out_of_memory;
  } catch (const std::length_error&) {
    return out_of_memory;
  } catch (const std::system_error& error) {  // no thread to be had
    return Guarded([&] { return Status(StatusCode::kResourceExhausted, error.what()); });
  } catch (const std::exception& error) {
    return Guarded([&] {
      return Status(StatusCode::kInternal, JoinPieces({"unexpected exception: ", error.what()}));
    });
  } catch (...) {
    return Guarded([] { return Status(StatusCode::kInternal, "unexpected exception"); });
  }
}

}  // namespace sightglass::writer
