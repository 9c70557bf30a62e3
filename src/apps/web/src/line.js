// Curves of a steady width on the screen that know when each of their points was reached: a trail needs no new
// geometry as time goes on, only another value of `now`.
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  Mesh,
  ShaderMaterial,
  Sphere,
  Vector2,
} from "three";

/** Below this opacity nothing is drawn. */
const least_alpha = 0.01;

const vertex = `
  attribute vec3 a;
  attribute vec3 b;
  attribute float ta;
  attribute float tb;
  uniform vec2 pixels;
  uniform float width;
  uniform float nearer;
  varying float when;
  void main() {
    // The four vertices of a segment, around it: its start, its end twice, its start.
    int corner = gl_VertexID & 3;
    float end = corner == 1 || corner == 2 ? 1.0 : 0.0;
    float side = corner < 2 ? -1.0 : 1.0;
    vec4 ca = projectionMatrix * modelViewMatrix * vec4(a, 1.0);
    vec4 cb = projectionMatrix * modelViewMatrix * vec4(b, 1.0);
    float near = 1e-4;
    if (ca.w < near) ca = mix(ca, cb, (near - ca.w) / (cb.w - ca.w));
    if (cb.w < near) cb = mix(cb, ca, (near - cb.w) / (ca.w - cb.w));
    vec2 along = (cb.xy / cb.w - ca.xy / ca.w) * pixels;
    along = length(along) < 1e-6 ? vec2(1.0, 0.0) : normalize(along);
    vec4 c = mix(ca, cb, end);
    vec2 shift = vec2(-along.y, along.x) * side + along * (end * 2.0 - 1.0) * 0.35;
    c.xy += shift * width / pixels * c.w;
    c.z -= nearer * c.w;
    when = mix(ta, tb, end);
    gl_Position = c;
  }`;

const fragment = `
  uniform vec3 colour;
  uniform float now;
  uniform float span;
  uniform float fresh;
  uniform float old;
  uniform float ahead;
  varying float when;
  void main() {
    float age = (now - when) / span;
    float alpha = age < 0.0 ? ahead : mix(fresh, old, clamp(age, 0.0, 1.0));
    if (alpha < ${least_alpha}) discard;
    gl_FragColor = vec4(colour, alpha);
    #include <colorspace_fragment>
  }`;

/** Segments as plain triangles, four vertices to a point, each with its point and the next: as instances they would be
 *  one draw each to a renderer without a graphics card, and a part of the curve could not be drawn alone. Where there is
 *  a gap, the triangles have no area. */
function ribbon(points, times, gaps) {
  const count = times.length;
  const data = new Float32Array(16 * count);
  for (let v = 0; v < 4 * count; ++v) {
    const i = v >> 2;
    data.set([points[3 * i], points[3 * i + 1], points[3 * i + 2], times[i]], 4 * v);
  }
  const index = new Uint32Array(6 * Math.max(0, count - 1));
  for (let i = 0; 6 * i < index.length; ++i)
    if (!gaps?.[i]) index.set([0, 1, 2, 0, 2, 3].map((corner) => 4 * i + corner), 6 * i);
  const geometry = new BufferGeometry();
  const vertices = new InterleavedBuffer(data, 4);
  geometry.setAttribute("a", new InterleavedBufferAttribute(vertices, 3, 0));
  geometry.setAttribute("ta", new InterleavedBufferAttribute(vertices, 1, 3));
  geometry.setAttribute("b", new InterleavedBufferAttribute(vertices, 3, 16));
  geometry.setAttribute("tb", new InterleavedBufferAttribute(vertices, 1, 19));
  geometry.setIndex(new BufferAttribute(index, 1));
  // Never culled: it only ranks what is transparent, and curves of one figure should keep their order.
  geometry.boundingSphere = new Sphere();
  return geometry;
}

/** How many of the ascending `times` are below t. */
function count_below(times, t) {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] < t) low = middle + 1;
    else high = middle;
  }
  return low;
}

export class TimedLine extends Mesh {
  /** `points` flat triples and `times`, one for each; `fresh`, `old`, `ahead` are opacities of the curve just drawn,
   *  drawn `span` ago or earlier, and not yet drawn. `gaps` says for each segment whether it is left out. A curve on a
   *  surface comes `nearer` to the eye by a part of the depth that is seen, so that the surface does not swallow it. */
  constructor(points, times, { width = 2, fresh = 0.6, old = 0, ahead = 0, span = 1, gaps, nearer = 0 } = {}) {
    super(
      ribbon(points, times, gaps),
      new ShaderMaterial({
        vertexShader: vertex,
        fragmentShader: fragment,
        transparent: true,
        depthWrite: false,
        uniforms: {
          colour: { value: new Color() },
          pixels: { value: new Vector2(1, 1) },
          width: { value: width },
          now: { value: 0 },
          span: { value: span },
          fresh: { value: fresh },
          old: { value: old },
          ahead: { value: ahead },
          nearer: { value: nearer },
        },
      }),
    );
    this.times = Float32Array.from(times);
    this.frustumCulled = false;
    this.renderOrder = 1;
  }

  /** Only what has an opacity at time t is handed to the renderer; of a long run's trail that is little. */
  set now(t) {
    const { now, span, old, ahead } = this.material.uniforms;
    now.value = t;
    const segments = Math.max(0, this.times.length - 1);
    const first = old.value < least_alpha ? Math.max(0, count_below(this.times, t - span.value) - 1) : 0;
    const last = ahead.value < least_alpha ? Math.min(segments, count_below(this.times, t)) : segments;
    this.geometry.setDrawRange(6 * first, 6 * Math.max(0, last - first));
  }
  set colour(value) {
    this.material.uniforms.colour.value.set(value);
  }
  set fresh(value) {
    this.material.uniforms.fresh.value = value;
  }

  /** The same curve, always as far drawn as this one, with other opacities. */
  copy_of(fresh, old, options) {
    const { uniforms } = this.material;
    const material = this.material.clone();
    Object.assign(material, options);
    material.uniforms = { ...uniforms, fresh: { value: fresh }, old: { value: old } };
    const copy = new Mesh(this.geometry, material);
    copy.frustumCulled = false;
    copy.renderOrder = this.renderOrder;
    return copy;
  }

  /** The length of what is drawn of it, and the point where that ends. */
  get drawn() {
    const { index, drawRange, attributes } = this.geometry;
    const { data } = attributes.a;
    const now = this.material.uniforms.now.value;
    let length = 0;
    let end = null;
    for (let k = drawRange.start; k < drawRange.start + drawRange.count; k += 6) {
      if (index.getX(k) === index.getX(k + 1)) continue;
      const at = 16 * (k / 6);
      const [a, b] = [data.array.subarray(at, at + 4), data.array.subarray(at + 16, at + 20)];
      const part = b[3] > now ? (now - a[3]) / (b[3] - a[3]) : 1;
      end = [0, 1, 2].map((j) => a[j] + part * (b[j] - a[j]));
      length += Math.hypot(end[0] - a[0], end[1] - a[1], end[2] - a[2]);
    }
    return { length, end };
  }

  resize(width, height) {
    this.material.uniforms.pixels.value.set(width, height);
  }

  dispose() {
    this.geometry.dispose();
    this.material.dispose();
  }
}

/** A closed or open polyline that time does not touch. */
export function plain_line(points, options = {}) {
  const times = new Float32Array(points.length / 3);
  const opacity = options.opacity ?? 0.6;
  return new TimedLine(points, times, { ...options, fresh: opacity, old: opacity, ahead: opacity });
}
