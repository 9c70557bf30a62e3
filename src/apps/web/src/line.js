// Curves of a steady width on the screen that know when each of their points was reached: a trail needs no new
// geometry as time goes on, only another value of `now`.
import {
  BufferAttribute,
  Color,
  InstancedBufferGeometry,
  InstancedInterleavedBuffer,
  InterleavedBufferAttribute,
  Mesh,
  ShaderMaterial,
  Vector2,
} from "three";

const vertex = `
  attribute vec3 a;
  attribute vec3 b;
  attribute float ta;
  attribute float tb;
  uniform vec2 pixels;
  uniform float width;
  varying float when;
  void main() {
    vec4 ca = projectionMatrix * modelViewMatrix * vec4(a, 1.0);
    vec4 cb = projectionMatrix * modelViewMatrix * vec4(b, 1.0);
    float near = 1e-4;
    if (ca.w < near) ca = mix(ca, cb, (near - ca.w) / (cb.w - ca.w));
    if (cb.w < near) cb = mix(cb, ca, (near - cb.w) / (ca.w - cb.w));
    vec2 along = (cb.xy / cb.w - ca.xy / ca.w) * pixels;
    along = length(along) < 1e-6 ? vec2(1.0, 0.0) : normalize(along);
    vec4 c = mix(ca, cb, position.x);
    vec2 shift = vec2(-along.y, along.x) * position.y + along * (position.x * 2.0 - 1.0) * 0.35;
    c.xy += shift * width / pixels * c.w;
    when = mix(ta, tb, position.x);
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
    if (alpha < 0.01) discard;
    gl_FragColor = vec4(colour, alpha);
    #include <colorspace_fragment>
  }`;

export class TimedLine extends Mesh {
  /** `points` flat triples and `times`, one for each; `fresh`, `old`, `ahead` are opacities of the curve just drawn,
   *  drawn `span` ago or earlier, and not yet drawn. */
  constructor(points, times, { width = 2, fresh = 0.6, old = 0, ahead = 0, span = 1 } = {}) {
    const geometry = new InstancedBufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(new Float32Array([0, -1, 0, 1, -1, 0, 1, 1, 0, 0, 1, 0]), 3));
    geometry.setIndex([0, 1, 2, 0, 2, 3]);
    const places = new InstancedInterleavedBuffer(Float32Array.from(points), 3);
    const moments = new InstancedInterleavedBuffer(Float32Array.from(times), 1);
    geometry.setAttribute("a", new InterleavedBufferAttribute(places, 3, 0));
    geometry.setAttribute("b", new InterleavedBufferAttribute(places, 3, 3));
    geometry.setAttribute("ta", new InterleavedBufferAttribute(moments, 1, 0));
    geometry.setAttribute("tb", new InterleavedBufferAttribute(moments, 1, 1));
    geometry.instanceCount = Math.max(0, times.length - 1);
    super(
      geometry,
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
        },
      }),
    );
    this.frustumCulled = false;
    this.renderOrder = 1;
  }

  set now(t) {
    this.material.uniforms.now.value = t;
  }
  set colour(value) {
    this.material.uniforms.colour.value.set(value);
  }
  set fresh(value) {
    this.material.uniforms.fresh.value = value;
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
