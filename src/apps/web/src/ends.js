// Ends of springs and of the joints that close loops: points of bodies, of links, or of the world.
import { rotate } from "./algebra.js";

export function read_end(raw, run) {
  const body = raw.body ?? null;
  const mechanism = raw.mechanism === undefined ? null : run.mechanisms[raw.mechanism];
  return {
    body: body === null ? null : run.bodies[body],
    index: body,
    mechanism,
    link: mechanism?.links[raw.link] ?? null,
    at: raw.at ?? [0, 0, 0],
    quaternion: raw.quaternion ?? [1, 0, 0, 0],
  };
}

/** The point of an end in the world, with bodies at `poses` and mechanisms as they are shown. */
export function end_point({ body, index, mechanism, link, at }, poses) {
  if (body) return body.point(poses[index], at);
  if (!link) return at;
  const { p, q } = mechanism.shown[link.index];
  return rotate(q, at).map((x, j) => x + p[j]);
}

export const is_anchored = (end) => !end.body && !end.link;

export const read_loops = (raw, run) =>
  (raw ?? []).map((loop) => ({
    name: String(loop.name ?? ""),
    kind: String(loop.kind ?? ""),
    ends: loop.ends.map((end) => read_end(end, run)),
  }));
