#include <gtest/gtest.h>

#include "formats/document.hpp"

namespace polhode {
namespace {

TEST(JsonReader, ReadsNumbersListsTextsAndTruths) {
  const auto node =
      parse_json(R"({"q": [1, -2.5e3], "name": "a\"b", "deep": {"on": true, "off": false, "no": null}})", "x");
  ASSERT_TRUE(node.ok()) << format(node.diagnostics());
  EXPECT_EQ(node->find("q")->items[1].number, -2500);
  EXPECT_EQ(node->find("name")->text, "a\"b");
  EXPECT_TRUE(node->find("deep")->find("on")->truth);
  EXPECT_EQ(node->find("deep")->find("no")->kind, Node::Kind::other);
  EXPECT_EQ(node->find("q")->items[1].where, (Position{"x", 1, 11}));
}

TEST(JsonReader, SaysWhereATextIsNone) {
  const auto told = [](std::string_view text) {
    const auto node = parse_json(text, "x", 3);
    return node.ok() ? std::string("read") : format(node.diagnostics());
  };
  EXPECT_EQ(told("[1, 2").substr(0, 40), "x:3:6: error: expected , or ] here\n");
  EXPECT_NE(told("{\"a\" 1}").find("x:3:6: error: expected : behind the key"), std::string::npos);
  EXPECT_NE(told("{\"a\": 1, \"a\": 2}").find("stands here twice"), std::string::npos);
  EXPECT_NE(told("1 2").find("something behind the value"), std::string::npos);
  EXPECT_NE(told("\"abc").find("no closing quote"), std::string::npos);
  EXPECT_NE(told("1e999").find("beyond what a double holds"), std::string::npos);
  EXPECT_NE(told("nan").find("expected a number"), std::string::npos);
  EXPECT_NE(told(std::string(100, '[')).find("nested more than 64 deep"), std::string::npos);
  EXPECT_NE(told("").find("the text ends"), std::string::npos);
}

}  // namespace
}  // namespace polhode
