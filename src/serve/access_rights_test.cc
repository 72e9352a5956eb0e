#include "serve/access_rights.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "serve/one_time_links.h"
#include "serve/secure_random.h"
#include "tests/support/is_ok.h"

namespace sightglass::serve {
namespace {

using base::ErrorCode;
using testing::IsError;
using testing::IsOk;

RawRequest WithHeaders(kind::Headers headers) { return {.headers = std::move(headers)}; }

TEST(HostName, LosesPortAndBrackets) {
  EXPECT_EQ(HostName("LocalHost:6006"), "localhost");
  EXPECT_EQ(HostName("a.b."), "a.b");
  EXPECT_EQ(HostName("[::1]:80"), "::1");
  EXPECT_EQ(HostName("[::1"), "::1");
  EXPECT_EQ(HostName("127.0.0.1"), "127.0.0.1");
  EXPECT_EQ(HostName(""), "");
}

TEST(AccessRights, ObviousHostsAreAllowed) {
  const AccessRights rights({.allowed_hosts = {"Box", "*.example.org"}});
  for (const std::string_view host :
       {"localhost", "LOCALHOST:6006", "a.localhost", "127.0.0.1:1", "10.1.2.3", "[::1]:6006",
        "[fe80::1%25eth0]", "box:6006", "BOX", "a.example.org", "localhost."}) {
    EXPECT_THAT(rights.CheckHost(WithHeaders({{"host", std::string(host)}}), ""), IsOk()) << host;
  }
  for (const std::string_view host :
       {"evil.com", "localhost.evil.com", "box.evil.com", "example.org", "127.0.0.1.evil.com",
        "1.2.3", "xlocalhost", "evil.com:6006", "[evil.com]", "badexample.org"}) {
    EXPECT_THAT(rights.CheckHost(WithHeaders({{"host", std::string(host)}}), ""),
                IsError(ErrorCode::kPermissionDenied))
        << host;
  }
}

TEST(AccessRights, HostMustBeThereOnce) {
  const AccessRights rights({});
  EXPECT_THAT(rights.CheckHost(WithHeaders({}), ""), IsError(ErrorCode::kInvalidArgument));
  EXPECT_THAT(rights.CheckHost(WithHeaders({{"host", ""}}), ""),
              IsError(ErrorCode::kInvalidArgument));
  EXPECT_THAT(rights.CheckHost(WithHeaders({{"host", "localhost"}, {"host", "localhost"}}), ""),
              IsError(ErrorCode::kInvalidArgument));
  RawRequest old = WithHeaders({});
  old.http11 = false;
  EXPECT_THAT(rights.CheckHost(old, ""), IsOk());
}

TEST(AccessRights, TheTargetsHostCountsToo) {
  const AccessRights rights({});
  const RawRequest request = WithHeaders({{"host", "localhost"}});
  EXPECT_THAT(rights.CheckHost(request, "127.0.0.1:80"), IsOk());
  EXPECT_THAT(rights.CheckHost(request, "evil.com"), IsError(ErrorCode::kPermissionDenied));
}

TEST(AccessRights, AnyHost) {
  const RawRequest request = WithHeaders({{"host", "evil.com"}});
  EXPECT_THAT(AccessRights({.allowed_hosts = {"*"}}).CheckHost(request, ""), IsOk());
  EXPECT_THAT(AccessRights({.any_host = true}).CheckHost(request, ""), IsOk());
}

TEST(AccessRights, Origin) {
  const AccessRights rights({});
  const auto check = [&rights](std::string origin) {
    return rights.CheckOrigin(
        WithHeaders({{"host", "localhost:6006"}, {"origin", std::move(origin)}}));
  };
  EXPECT_THAT(rights.CheckOrigin(WithHeaders({{"host", "localhost:6006"}})), IsOk());
  EXPECT_THAT(check("http://localhost:6006"), IsOk());
  EXPECT_THAT(check("https://LOCALHOST:6006"), IsOk());
  for (const char* origin :
       {"null", "", "http://localhost:8888", "http://localhost", "http://evil.com",
        "localhost:6006", "http://localhost:6006.evil.com", "http://"}) {
    EXPECT_THAT(check(origin), IsError(ErrorCode::kPermissionDenied)) << origin;
  }
}

TEST(AccessRights, FetchMetadata) {
  const AccessRights rights({});
  for (const char* site : {"same-origin", "none", "same-site"}) {
    EXPECT_THAT(rights.CheckOrigin(WithHeaders({{"sec-fetch-site", site}})), IsOk());
  }
  EXPECT_THAT(rights.CheckOrigin(WithHeaders({{"sec-fetch-site", "cross-site"}})),
              IsError(ErrorCode::kPermissionDenied));
}

TEST(AccessRights, Token) {
  const AccessRights rights({.token = "secret", .path_prefix = "/p", .port = 6006});
  ASSERT_TRUE(rights.needs_token());
  const auto has = [&rights](std::string name, std::string value) {
    return rights.HasToken(WithHeaders({{std::move(name), std::move(value)}}));
  };
  EXPECT_TRUE(has("authorization", "Bearer secret"));
  EXPECT_TRUE(has("authorization", "bearer  secret "));
  for (const char* wrong :
       {"Bearer", "Bearer ", "Bearer secre", "Bearer secret2", "Basic secret", "secret", ""}) {
    EXPECT_FALSE(has("authorization", wrong)) << wrong;
  }
  EXPECT_FALSE(rights.HasToken(WithHeaders({})));

  const std::string cookie = rights.SetCookie();
  const std::string pair = cookie.substr(0, cookie.find(';'));
  EXPECT_TRUE(cookie.starts_with("sightglass_6006="));
  EXPECT_NE(cookie.find("; Path=/p/"), std::string::npos);
  EXPECT_NE(cookie.find("; HttpOnly"), std::string::npos);
  EXPECT_NE(cookie.find("; SameSite=Strict"), std::string::npos);
  EXPECT_EQ(cookie.find("Secure"), std::string::npos);
  EXPECT_EQ(cookie.find("secret"), std::string::npos);
  EXPECT_TRUE(has("cookie", pair));
  EXPECT_TRUE(has("cookie", "a=b;  " + pair + " ; c"));
  EXPECT_FALSE(has("cookie", pair + "0"));
  EXPECT_FALSE(has("cookie", "x" + pair));
  EXPECT_FALSE(has("cookie", "sightglass_6006"));
  EXPECT_FALSE(has("cookie", "sightglass_6006=secret"));

  const AccessRights encrypted({.token = "secret", .tls = true});
  EXPECT_NE(encrypted.SetCookie().find("; Secure"), std::string::npos);
  EXPECT_FALSE(encrypted.HasToken(WithHeaders({{"cookie", pair}})));
}

TEST(OneTimeLinks, EachCodeWorksOnce) {
  OneTimeLinks links;
  const std::string first = links.MakeCode();
  const std::string second = links.MakeCode();
  EXPECT_NE(first, second);
  EXPECT_FALSE(links.Use(""));
  EXPECT_FALSE(links.Use(first.substr(1)));
  EXPECT_TRUE(links.Use(first));
  EXPECT_FALSE(links.Use(first));
  EXPECT_TRUE(links.Use(second));
}

TEST(OneTimeLinks, TheOldestAreForgotten) {
  OneTimeLinks links;
  const std::string first = links.MakeCode();
  const std::string second = links.MakeCode();
  for (std::size_t i = 1; i < OneTimeLinks::kMaxCodes; ++i) EXPECT_FALSE(links.MakeCode().empty());
  EXPECT_FALSE(links.Use(first));
  EXPECT_TRUE(links.Use(second));
}

TEST(SecureRandom, DoesNotRepeat) {
  std::set<std::string> seen;
  for (int i = 0; i < 1000; ++i) seen.insert(RandomHex(16));
  EXPECT_EQ(seen.size(), 1000U);
  EXPECT_EQ(seen.begin()->size(), 32U);
  EXPECT_EQ(seen.begin()->find_first_not_of("0123456789abcdef"), std::string::npos);
}

TEST(SecureRandom, EqualSecrets) {
  EXPECT_TRUE(EqualSecrets("", ""));
  EXPECT_TRUE(EqualSecrets("abc", "abc"));
  EXPECT_FALSE(EqualSecrets("abc", "abd"));
  EXPECT_FALSE(EqualSecrets("abc", "ab"));
  EXPECT_EQ(Sha256("").size(), 32U);
}

}  // namespace
}  // namespace sightglass::serve
