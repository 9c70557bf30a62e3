// The table of a run, read back: every bit of it, and what is wrong with one that somebody changed.

#include <polhode/formats/run_folder.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <polhode/base/text.hpp>

namespace polhode {
namespace {

const std::string text =
    "t [s],top.position.x [m],top.position.y [m],top.position.z [m],top.quaternion.w,top.quaternion.x,"
    "top.quaternion.y,top.quaternion.z,top.energy [J],bob.x [m],bob.y [m],arm.q1 [rad],drift.energy\n"
    "0,1,2,3,1,0,0,0,0.1,5,6,7,0\n"
    "0.5,1.5,2.5,3.5,1,0,0,0,0.30000000000000004,5,6,nan,1e-300\n"
    "1,-1,-2,-3,1,0,0,0,-inf,5,6,9,5e-324\n";

RunTable table() { return *read_run_table(text, "channels.csv"); }

std::string first_finding(const std::string& csv) { return format(read_run_table(csv, "channels.csv").diagnostics()); }

TEST(RunTable, HasTheNumbersOfTheFileToTheLastBit) {
  const RunTable read = table();
  EXPECT_EQ(read.times, (std::vector<double>{0, 0.5, 1}));
  EXPECT_EQ(read.find_column("top.energy")->values[1], 0.1 + 0.2);
  EXPECT_EQ(read.find_column("top.energy")->values[2], -std::numeric_limits<double>::infinity());
  EXPECT_EQ(read.find_column("drift.energy")->values[2], std::numeric_limits<double>::denorm_min());
  EXPECT_TRUE(std::isnan(read.find_column("arm.q1")->values[1]));
  EXPECT_EQ(read.find_column("arm.q1")->unit, "rad");
  EXPECT_EQ(read.find_column("drift.energy")->unit, "");
}

TEST(RunTable, KnowsWhichColumnsAreOneVector) {
  const RunTable read = table();
  std::string names;
  for (const RunChannel& channel : read.channels) names += channel.name + ":" + std::to_string(channel.size()) + " ";
  EXPECT_EQ(names, "top.position:3 top.quaternion:4 top.energy:1 bob:2 arm.q1:1 drift.energy:1 ");
  EXPECT_EQ(*read.find("top.position", "--channels"), (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_EQ(*read.find("top.position.y", "--channels"), (std::vector<std::size_t>{1}));
}

TEST(RunTable, VariablesOfASystemAreNoVectorWhateverTheyAreCalled) {
  const auto read = read_run_table("t [s],lorenz.x,lorenz.y,lorenz.z,a.n.x,a.n.y,a.n.z\n0,1,2,3,0,0,1\n", "f");
  ASSERT_EQ(read->channels.size(), 4u);
  EXPECT_EQ(read->channels[1].name, "lorenz.y");
  EXPECT_EQ(read->channels[3].name, "a.n");
}

TEST(RunTable, ComponentsOfDifferentUnitsAreNoVector) {
  const auto read = read_run_table("t [s],a.x [m],a.y [m/s]\n0,1,2\n", "f");
  EXPECT_EQ(read->channels.size(), 2u);
}

TEST(RunTable, AnUnknownNameIsRefusedWithTheOneThatWasMeant) {
  EXPECT_NE(format(table().find("top.positoin", "--channels").diagnostics()).find("did you mean 'top.position'?"),
            std::string::npos);
  EXPECT_NE(format(table().find("top", "--channels").diagnostics()).find("there are top.position, top.quaternion"),
            std::string::npos);
}

TEST(RunTable, WhereThereAreFewTheyAreAllNamed) {
  EXPECT_NE(format(table().find("speed", "--channels").diagnostics()).find("known: top.position, top.quaternion"),
            std::string::npos);
}

TEST(RunTable, WhatIsWrongWithARowIsSaidWithItsPlace) {
  EXPECT_NE(first_finding("t [s],a\n0,1\n1,2,3\n").find("channels.csv:3"), std::string::npos);
  EXPECT_NE(first_finding("t [s],a\n0,1\n1,two\n").find("channels.csv:3:3: error: 'two' is no number"),
            std::string::npos);
  EXPECT_NE(first_finding("time,a\n0,1\n").find("channels.csv:1:1"), std::string::npos);
  EXPECT_NE(first_finding("t [s],a\n").find("no row"), std::string::npos);
  EXPECT_FALSE(read_run_table("", "f").ok());
}

TEST(RunTable, LinesMayEndAsOnOtherSystems) {
  const auto read = read_run_table("t [s],a [m]\r\n0,1\r\n1,2\r\n", "f");
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->columns[0].unit, "m");
  EXPECT_EQ(read->columns[0].values[1], 2);
}

TEST(RunTable, RowsBetweenTimesHaveBothEnds) {
  EXPECT_EQ(rows_between(table(), 0.5, 1.0)->times, (std::vector<double>{0.5, 1}));
  EXPECT_EQ(rows_between(table(), {}, 0.9)->find_column("top.energy")->values.size(), 2u);
  EXPECT_NE(format(rows_between(table(), 2.0, {}).diagnostics()).find("from 0 to 1 s"), std::string::npos);
  EXPECT_FALSE(rows_between(table(), 0.9, 0.6).ok());
}

TEST(RunTable, ChosenChannelsStayVectorsInTheOrderOfTheirNames) {
  const auto few = with_channels(table(), {"arm.q1", "top.position", "top.position.x"});
  ASSERT_TRUE(few.ok());
  ASSERT_EQ(few->channels.size(), 2u);
  EXPECT_EQ(few->channels[0].name, "arm.q1");
  EXPECT_EQ(few->channels[1].components, (std::vector<std::string>{"x", "y", "z"}));
  EXPECT_FALSE(with_channels(table(), {"arm.q2"}).ok());
}

}  // namespace
}  // namespace polhode
