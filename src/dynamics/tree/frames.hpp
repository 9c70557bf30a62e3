#pragma once
// Frames of the kernels' bodies that make the way from a body to its parent short.

#include "dynamics/tree/data.hpp"

namespace polhode::tree {

/// R_PF and p_PF of a body.
void set_pose(Node& node, const Mat3& R_PF, const Vec3& p_PF);

/// Turns each body's frame about its own z, which no joint with one degree of freedom notices, until the axis of the
/// first joint that it carries lies in the plane of y and z, as Denavit and Hartenberg have it. The way to that body is
/// then two turns in planes in place of a matrix, and between axes that are parallel or square to each other one turn.
///
/// With z_F the axis in the old frame K and Q = R_KK′ = Rz(φ): cos φ = −z_y/r, sin φ = z_x/r, r = |(z_x, z_y)|. What is
/// left of a turn's R_PK(q) = T Rz(β + q) is the constant β, which is added to the angle. Origins stay where they are:
/// the feet of common normals run away as axes become parallel, φ does not need to be known where it has no effect.
void choose_frames(Data& data);

}  // namespace polhode::tree
