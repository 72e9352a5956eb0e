#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sightglass::serve {

// `bytes` random bytes nobody can guess, as hexadecimal digits.
std::string RandomHex(std::size_t bytes);

// The SHA-256 of `text`: 32 bytes.
std::string Sha256(std::string_view text);

// Are both the same? Takes equally long wherever they differ, so that a secret cannot be guessed
// byte by byte.
bool EqualSecrets(std::string_view a, std::string_view b);

}  // namespace sightglass::serve
