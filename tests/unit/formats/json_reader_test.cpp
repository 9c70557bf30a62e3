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

TEST(JsonReader, ReadsEveryKindOfNumber) {
  const auto node = parse_json("[0, -0, 0.5, -10, 1e2, 1E-2, 1.5e+1]", "x");
  ASSERT_TRUE(node.ok()) << format(node.diagnostics());
  const double expected[] = {0, 0, 0.5, -10, 100, 0.01, 15};
  for (std::size_t i = 0; i < std::size(expected); ++i) EXPECT_EQ(node->items[i].number, expected[i]);
}

TEST(JsonReader, ReadsLettersByTheirNumbers) {
  const auto read = [](std::string_view text) {
    const auto node = parse_json(text, "x");
    return node.ok() ? node->text : format(node.diagnostics());
  };
  EXPECT_EQ(read(R"("\u0041\u00e9\u20AC\ud83d\ude00")"), "Aé€😀");
  EXPECT_EQ(read(R"("\"\\\/\b\f\n\r\t")"), "\"\\/\b\f\n\r\t");
  EXPECT_NE(read(R"("\ud83d")").find("the first half of a letter"), std::string::npos);
  EXPECT_NE(read(R"("\ud83d\u0041")").find("the first half of a letter"), std::string::npos);
  EXPECT_NE(read(R"("\ude00")").find("the second half of a letter"), std::string::npos);
  EXPECT_NE(read(R"("\u12")").find("four hexadecimal digits"), std::string::npos);
  EXPECT_NE(read(R"("\u12g4")").find("four hexadecimal digits"), std::string::npos);
  EXPECT_NE(read(R"("\x")").find("no letter is written like this"), std::string::npos);
  EXPECT_NE(read("\"\\").find("no letter is written like this"), std::string::npos);
}

TEST(JsonReader, SaysWhereATextIsNone) {
  const auto told = [](std::string_view text) {
    const auto node = parse_json(text, "x", 3);
    return node.ok() ? std::string("read") : format(node.diagnostics());
  };
  EXPECT_EQ(told("[1, 2"), "x:3:6: error: expected , or ] here\n    a list is [0, 0.5]\n");
  EXPECT_NE(told("{\"a\" 1}").find("x:3:6: error: expected : behind the key"), std::string::npos);
  EXPECT_NE(told("{\"a\": 1, \"a\": 2}").find("stands here twice"), std::string::npos);
  EXPECT_NE(told("1 2").find("something behind the value"), std::string::npos);
  EXPECT_NE(told("\"abc").find("no closing quote"), std::string::npos);
  EXPECT_NE(told("1e999").find("beyond what a double holds"), std::string::npos);
  EXPECT_NE(told("nan").find("expected a number"), std::string::npos);
  for (const char* text : {"-Infinity", "-nan", "-", ".5", "+1"})
    EXPECT_NE(told(text).find("x:3:1: error: this is no number of JSON"), std::string::npos) << text;
  for (const char* text : {"01", "-007", "00.5"})
    EXPECT_NE(told(text).find("x:3:1: error: a number of JSON has no zeros before it"), std::string::npos) << text;
  EXPECT_NE(told("1.").find("expected digits behind the point"), std::string::npos);
  EXPECT_NE(told("1e+").find("expected digits behind the e"), std::string::npos);
  EXPECT_NE(told(std::string(100, '[')).find("nested more than 64 deep"), std::string::npos);
  EXPECT_NE(told("").find("the text ends"), std::string::npos);
}

}  // namespace
}  // namespace polhode
