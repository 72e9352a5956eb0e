#include "serve/request_target.h"

#include <gtest/gtest.h>

#include "tests/support/is_ok.h"

namespace sightglass::serve {
namespace {

using base::ErrorCode;
using testing::IsError;
using testing::IsOk;

RequestTarget Read(std::string_view target, std::string_view prefix = "") {
  auto read = ReadTarget(target, prefix);
  EXPECT_THAT(read, IsOk()) << target;
  return read.ok() ? std::move(read).value() : RequestTarget{};
}

TEST(ReadTarget, PathAndQuery) {
  const RequestTarget read = Read("/data/a%20b?x=%20&y");
  EXPECT_EQ(read.path, "/data/a b");
  EXPECT_EQ(read.query, "x=%20&y");
  EXPECT_EQ(read.root, "");
  EXPECT_EQ(read.redirect, "");
  EXPECT_EQ(Read("/").path, "/");
  EXPECT_EQ(Read("/?a?b").query, "a?b");
}

TEST(ReadTarget, OneSlashAtTheEndGoes) {
  EXPECT_EQ(Read("/data/runs/").path, "/data/runs");
  EXPECT_EQ(Read("/data/runs//").path, "/data/runs/");
  EXPECT_EQ(Read("//").path, "/");
}

TEST(ReadTarget, Prefix) {
  const RequestTarget read = Read("/p/q/data/runs", "/p/q");
  EXPECT_EQ(read.path, "/data/runs");
  EXPECT_EQ(read.root, "/p/q");
  EXPECT_EQ(Read("/%70/q/x", "/p/q").root, "/%70/q");
  EXPECT_EQ(Read("/p/q", "/p/q").redirect, "/p/q/");
  EXPECT_EQ(Read("/p/q/", "/p/q").path, "/");
  for (const std::string_view outside : {"/", "/p", "/p/qz", "/x/p/q", "/P/q/x"}) {
    EXPECT_THAT(ReadTarget(outside, "/p/q"), IsError(ErrorCode::kNotFound)) << outside;
  }
}

TEST(ReadTarget, Experiment) {
  EXPECT_EQ(Read("/experiment/any%20id/data/runs").path, "/data/runs");
  EXPECT_EQ(Read("/experiment/any%20id/data/runs").root, "/experiment/any%20id");
  EXPECT_EQ(Read("/experiment/123").redirect, "/experiment/123/");
  EXPECT_EQ(Read("/experiment/123?a=b").redirect, "/experiment/123/");
  EXPECT_EQ(Read("/experiment//x").path, "/x");
  EXPECT_EQ(Read("/experiment/").redirect, "/experiment//");
  EXPECT_EQ(Read("/experiment").path, "/experiment");
  EXPECT_EQ(Read("/experimental/x").path, "/experimental/x");
  EXPECT_EQ(Read("/p/experiment/1/x", "/p").root, "/p/experiment/1");
  // Once only.
  EXPECT_EQ(Read("/experiment/1/experiment/2/x").path, "/experiment/2/x");
}

TEST(ReadTarget, AbsoluteForm) {
  const RequestTarget read = Read("HTTP://host:81/a?b");
  EXPECT_EQ(read.authority, "host:81");
  EXPECT_EQ(read.path, "/a");
  EXPECT_EQ(read.query, "b");
  EXPECT_EQ(Read("https://host").path, "/");
}

TEST(ReadTarget, DotsAreNames) {
  EXPECT_EQ(Read("/data/../etc").path, "/data/../etc");
  EXPECT_EQ(Read("/%2e%2e/%2e%2e/etc").path, "/../../etc");
  EXPECT_EQ(Read("/experiment/../x").path, "/x");
}

TEST(ReadTarget, WhatIsNone) {
  for (const std::string_view target :
       {"", "*", "data/runs", "host:80", "http:///x", "ftp://h/x"}) {
    EXPECT_THAT(ReadTarget(target, ""), IsError(ErrorCode::kInvalidArgument)) << target;
  }
  EXPECT_THAT(ReadTarget("/a%00b", ""), IsError(ErrorCode::kInvalidArgument));
}

}  // namespace
}  // namespace sightglass::serve
