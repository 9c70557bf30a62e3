"""The frame lint accepts what cancels and names what does not."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import frame_lint


class FrameLint(unittest.TestCase):
    def good(self, *statements):
        for statement in statements:
            self.assertEqual(frame_lint.lint(statement), [], statement)

    def bad(self, *statements):
        for statement in statements:
            self.assertNotEqual(frame_lint.lint(statement), [], statement)

    def test_poses_and_rotations_cancel_letter_by_letter(self):
        self.good("X_AC = X_AB * X_BC;", "const Rotation R_WF = R_WP * R_PF;", "auto R_AD = R_AB * R_BC * R_CD;")
        self.bad("X_AC = X_AB * X_CB;", "X_CA = X_AB * X_BC;", "f(X_AB * X_CD);", "auto R_AD = R_AB * (R_CB * R_CD);")

    def test_an_inverse_swaps_the_letters(self):
        self.good("X_AC = X_BA.inverse() * X_BC;", "R_CA = (R_AB * R_BC).transpose();", "X_BA = X_AB.inverse();")
        self.bad("X_AC = X_AB.inverse() * X_BC;", "R_AC = (R_AB * R_BC).transpose();", "X_AB = X_AB.inverse();")

    def test_a_rotation_carries_a_vector_into_its_first_frame(self):
        self.good("w_WB_W = R_WB * w_WB_B;", "p_BQ_W = R_WB * p_BQ;", "body.v_WB_B = body.R_WB.inverse() * body.v_WB_W;")
        self.bad("w_WB_W = R_WB * w_WB_W;", "w_WB_B = R_WB * w_WB_B;", "x = R_WB * p_WQ;")

    def test_a_pose_carries_a_point(self):
        self.good("p_WQ = X_WB * p_BQ;")
        self.bad("p_WQ = X_WB * p_WQ;", "p_BQ = X_WB * p_BQ;")

    def test_terms_of_a_sum_are_expressed_in_one_frame(self):
        self.good("p_WQ = p_WB + p_BQ_W;", "v_WQ_W = v_WB_W + w_WB_W.cross(p_BQ_W);", "v_WQ_W = v_WB_W + R_WB * v_BQ_B;")
        self.bad("p_WQ = p_WB + p_BQ;", "v_WQ_W = v_WB_W + w_WB_B.cross(p_BQ);", "v_WQ_W += v_BQ_B;", "x = 2.0 * v_A_W - v_A_B;")

    def test_positions_join_end_to_end(self):
        self.bad("p_WQ = p_WB + p_BC_W;")

    def test_vectors_of_different_frames_are_neither_crossed_nor_dotted(self):
        self.good("double e = w_WB_B.dot(L_WB_B);", "f = cross(w_WB_W, p_BQ_W);")
        self.bad("double e = w_WB_B.dot(L_WB_W);", "f = cross(w_WB_B, p_BQ_W);")

    def test_an_alias_comment_identifies_two_letters(self):
        self.good("X_WB = X_WP * X_FB;  // P == F", "// W == P: the parent is the world\nX_WB = X_PF * X_FB;")
        self.bad("// W == Q\nX_WB = X_PF * X_FB;")

    def test_what_it_cannot_read_it_leaves_alone(self):
        self.good("for (int i = 0; i < n; ++i) a[i] = b * c;", "v_WB_W = J * w_WB_B;", "const auto& x = f<double>(R_AB)(3) * R_CD;",
                  "auto s = \"R_AB * R_CD\";", "// R_AB * R_CD is wrong", "v_x = v_y + v_z;", "return {R_WB, -(R_WB * p_BQ)};")

    def test_a_statement_may_span_lines_and_is_reported_where_it_fails(self):
        self.assertEqual({line for line, _ in frame_lint.lint("int a;\nX_AC =\n    X_AB *\n    X_CD;\n")}, {4})

    def test_comments_agree_with_the_name(self):
        self.good("Vec3 w_WB_B;  // angular velocity of B in W, expressed in B", "/// w_WB_W is expressed in W, w_WB_B in B")
        self.bad("Vec3 w_WB_B;  // angular velocity, expressed in N", "/// w_WB_B: expressed in W")


if __name__ == "__main__":
    unittest.main()
