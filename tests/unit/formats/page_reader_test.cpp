// The data of a report page, read back without what is long.

#include "formats/page_reader.hpp"

#include <gtest/gtest.h>

#include "formats/stage.hpp"

namespace polhode {
namespace {

std::string long_list() {
  std::string list = "[0";
  for (int i = 1; i < 200; ++i) list += "," + std::to_string(i);
  return list + "]";
}

TEST(PageReader, LongListsAreLeftOutAndNothingElse) {
  const std::string series = long_list();
  EXPECT_EQ(without_series("{\"position\":" + series + ",\"com\":[1,2,3]}"), "{\"position\":[],\"com\":[1,2,3]}");
  EXPECT_EQ(without_series("{\"vertices\":" + series + "}"), "{\"vertices\":" + series + "}");
  EXPECT_EQ(without_series("{\"a\":[[1,2],[3,4]],\"b\":[" + series + "]}"), "{\"a\":[[1,2],[3,4]],\"b\":[[]]}");
}

TEST(PageReader, WhatStandsInATextIsNoList) {
  const std::string odd = "{\"name\":\"a \\\"" + long_list() + "\\\\\",\"b\":[]}";
  EXPECT_EQ(without_series(odd), odd);
  for (const char* broken : {"[", "\"", "{\"a\":[1,2", "\"\\", "[[[", ""}) EXPECT_EQ(without_series(broken), broken);
}

TEST(PageReader, FindsTheRunInAPage) {
  const auto page = read_page(
      "<html><script type=\"application/json\" id=\"run\">{\"title\":\"a \\u003c b\"}</script></html>", "report.html");
  ASSERT_TRUE(page.ok());
  EXPECT_EQ(text_at(*page, "title"), "a < b");
  EXPECT_FALSE(read_page("<html></html>", "report.html").ok());
  EXPECT_FALSE(read_page("<script type=\"application/json\" id=\"run\">{", "report.html").ok());
}

TEST(Stage, DataThatDoNotFitAreRefusedOrLeftOut) {
  const auto table = *read_run_table(
      "t [s],b.position.x [m],b.position.y [m],b.position.z [m],b.quaternion.w,"
      "b.quaternion.x,b.quaternion.y,b.quaternion.z\n0,0,0,0,1,0,0,0\n",
      "channels.csv");
  const auto stage_of = [&](const std::string& json) { return read_stage(*parse_json(json, "page"), table); };
  EXPECT_FALSE(stage_of("{}").ok());
  EXPECT_FALSE(stage_of("{\"bodies\":[{\"name\":\"c\"}]}").ok());
  // Corners beyond the vertices, links that hang on what is not there, ends of nothing.
  const auto odd = stage_of(
      "{\"bodies\":[{\"name\":\"b\",\"mass\":0,\"shapes\":[{\"solid\":\"mesh\",\"vertices\":[0,0,0,1,0,0],"
      "\"triangles\":[0,1,7,-1,0,1,1e300,0,1]},{\"solid\":\"cylinder\"},{\"solid\":7}]}]}");
  ASSERT_TRUE(odd.ok());
  for (const DrawnMesh& mesh : odd->actors[0].shape.tones)
    for (const Vec3& v : mesh.vertices) EXPECT_TRUE(v.allFinite());
  EXPECT_FALSE(stage_of("{\"mechanisms\":[{\"name\":\"m\",\"links\":[{\"name\":\"a\",\"parent\":5}]}]}").ok());
}

}  // namespace
}  // namespace polhode
