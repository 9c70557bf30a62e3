// The floor: a plane that takes the shadow, with a faint grid in metres that fades with distance.
import {
  Color,
  Group,
  Mesh,
  PlaneGeometry,
  Quaternion,
  ShaderMaterial,
  ShadowMaterial,
  Vector2,
  Vector3,
} from "three";
import { round_length } from "./marks.js";

const vertex = `
  varying vec2 at;
  varying vec2 local;
  uniform vec2 offset;
  uniform float reach;
  void main() {
    local = reach * position.xy;
    at = local + offset;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  }`;
const fragment = `
  uniform vec3 colour;
  uniform float cell;
  uniform float reach;
  uniform float strength;
  uniform float sectors;
  uniform float rim;
  uniform vec2 hub;
  varying vec2 at;
  varying vec2 local;
  float lines(vec2 p, float width) {
    vec2 f = fwidth(p);
    vec2 d = abs(fract(p - 0.5) - 0.5) / max(f, vec2(1e-6));
    float line = 1.0 - clamp(min(d.x, d.y) - width + 0.5, 0.0, 1.0);
    return line * (1.0 - smoothstep(0.15, 0.5, max(f.x, f.y)));
  }
  /** Every other of twelve sectors about the hub. */
  float sector(vec2 p) {
    float turned = sin(6.0 * atan(p.y, p.x));
    return clamp(0.5 + turned / max(fwidth(turned), 1e-6), 0.0, 1.0);
  }
  void main() {
    float fine = lines(at / cell, 0.5);
    float coarse = lines(at / (5.0 * cell), 0.6);
    float fade = 1.0 - smoothstep(0.25 * reach, reach, length(local));
    float alpha = max(0.6 * fine, coarse) * fade;
    if (sectors > 0.0) {
      float far = length(local - hub);
      float inside = clamp(0.5 + (rim - far) / fwidth(far), 0.0, 1.0);
      float edge = 1.0 - clamp(abs(rim - far) / fwidth(far) - 0.6, 0.0, 1.0);
      alpha = max(max(alpha, sectors * sector(local - hub)) * inside, edge);
    }
    alpha *= strength;
    if (alpha < 0.004) discard;
    gl_FragColor = vec4(colour, alpha);
    #include <colorspace_fragment>
  }`;

export class Floor extends Group {
  constructor(up) {
    super();
    const [e1, e2] = plane_axes(up);
    this.e1 = e1;
    this.e2 = e2;
    this.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), up);
    const turned = new Vector3(1, 0, 0).applyQuaternion(this.quaternion);
    this.quaternion.premultiply(new Quaternion().setFromUnitVectors(turned, e1));
    const geometry = new PlaneGeometry(2, 2);
    this.shadow = new Mesh(geometry, new ShadowMaterial({ opacity: 0.2, depthWrite: false }));
    this.shadow.receiveShadow = true;
    this.grid = new Mesh(
      geometry,
      new ShaderMaterial({
        vertexShader: vertex,
        fragmentShader: fragment,
        transparent: true,
        depthWrite: false,
        uniforms: {
          colour: { value: new Color() },
          offset: { value: new Vector2() },
          hub: { value: new Vector2() },
          cell: { value: 1 },
          reach: { value: 1 },
          strength: { value: 1 },
          sectors: { value: 0 },
          rim: { value: 1 },
        },
      }),
    );
    this.shadow.renderOrder = -2;
    this.grid.renderOrder = -1;
    this.add(this.shadow, this.grid);
  }

  /** Squares and extent for a view of such a radius. */
  fit(radius) {
    this.cell = round_length(radius / 3);
    const reach = Math.max(9 * radius, 6 * this.cell);
    this.scale.set(reach, reach, 1);
    this.grid.material.uniforms.cell.value = this.cell;
    this.grid.material.uniforms.reach.value = reach;
  }

  paint(colour, shade, strength) {
    this.grid.material.uniforms.colour.value.set(colour);
    this.grid.material.uniforms.strength.value = strength;
    this.shadow.material.opacity = shade;
  }

  /** Keeps the plane under `centre` (stage) while the lines stay where they are in the world. */
  move(centre, height, up, shift) {
    this.position.copy(centre).addScaledVector(up, height - centre.dot(up));
    this.rule(new Vector3(...shift).negate());
  }

  /** The lines go out from `origin` (stage) along the plane's axes. */
  rule(origin) {
    const { offset, hub } = this.grid.material.uniforms;
    const period = 5 * this.cell;
    const away = this.position.clone().sub(origin);
    const [x, y] = [away.dot(this.e1), away.dot(this.e2)];
    hub.value.set(-x, -y);
    offset.value.set(x - period * Math.floor(x / period), y - period * Math.floor(y / period));
  }
}

function plane_axes(up) {
  const e1 = Math.abs(up.x) > 0.9 ? new Vector3(0, 1, 0) : new Vector3(1, 0, 0);
  e1.addScaledVector(up, -e1.dot(up)).normalize();
  return [e1, new Vector3().crossVectors(up, e1)];
}
