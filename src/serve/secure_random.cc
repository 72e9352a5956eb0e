#include "serve/secure_random.h"

#include <openssl/crypto.h>
#include <openssl/rand.h>
#include <openssl/sha.h>

#include <cstdint>
#include <vector>

#include "base/check.h"

namespace sightglass::serve {

std::string RandomHex(std::size_t bytes) {
  std::vector<std::uint8_t> random(bytes);
  // It fails only on a machine without any source of randomness, where nothing can be kept safe.
  CHECK(RAND_bytes(random.data(), static_cast<int>(bytes)) == 1);
  std::string text;
  text.reserve(2 * bytes);
  constexpr std::string_view kDigits = "0123456789abcdef";
  for (const std::uint8_t byte : random) {
    text.push_back(kDigits[byte >> 4]);
    text.push_back(kDigits[byte & 15]);
  }
  return text;
}

std::string Sha256(std::string_view text) {
  std::string digest(SHA256_DIGEST_LENGTH, '\0');
  SHA256(reinterpret_cast<const unsigned char*>(text.data()), text.size(),
         reinterpret_cast<unsigned char*>(digest.data()));
  return digest;
}

bool EqualSecrets(std::string_view a, std::string_view b) {
  // Of the digests, which are of one length whatever the secrets' lengths are.
  const std::string digest_a = Sha256(a);
  const std::string digest_b = Sha256(b);
  return CRYPTO_memcmp(digest_a.data(), digest_b.data(), digest_a.size()) == 0;
}

}  // namespace sightglass::serve
