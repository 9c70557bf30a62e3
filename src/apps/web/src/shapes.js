// What a body looks like: its solids in a matt material of two tones, so that every kind of spin is seen.
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  Color,
  ConeGeometry,
  CylinderGeometry,
  EdgesGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  Mesh,
  MeshLambertMaterial,
  Quaternion,
  SphereGeometry,
  TorusGeometry,
  Vector3,
} from "three";

const along_z = (geometry) => geometry.rotateX(Math.PI / 2);

/** Geometry of one solid in its own axes; z is the axis of symmetry, as in scene files. */
const solids = {
  box: (s) => new BoxGeometry(...s.size),
  sphere: (s) => new SphereGeometry(s.radius, 48, 32),
  ellipsoid: (s) => new SphereGeometry(1, 64, 40).scale(...s.axes),
  cylinder: (s) => along_z(new CylinderGeometry(s.radius, s.radius, s.length, 64)),
  disk: (s) => along_z(new CylinderGeometry(s.radius, s.radius, s.length || 0.02 * s.radius, 96)),
  rod: (s) => along_z(new CylinderGeometry(s.radius || s.length / 80, s.radius || s.length / 80, s.length, 24)),
  capsule: (s) => along_z(new CapsuleGeometry(s.radius, s.length, 24, 48)),
  torus: (s) => new TorusGeometry(s.radius, s.tube, 32, 96),
  cone: (s) => {
    // "origin" says which point of the cone its pose places: the centre of mass lies a quarter of the way up.
    const shift = { base: 0.5, centre: 0, com: 0.25, apex: -0.5 }[s.origin ?? "base"] ?? 0.5;
    return along_z(new ConeGeometry(s.radius, s.length, 64)).translate(0, 0, shift * s.length);
  },
  mesh: (s) => {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(Float32Array.from(s.vertices), 3));
    geometry.setIndex(Array.from(s.triangles));
    const facets = s.triangles.length / 3 <= 600 ? geometry.toNonIndexed() : geometry;
    facets.computeVertexNormals();
    return facets;
  },
};

/** The uniform box with the body's mass and moments: what to draw when a body has no shape. */
export function equivalent_box(body) {
  const [a, b, c] = body.moments;
  const side = (square) => Math.sqrt(Math.max(square, 0));
  const k = 6 / (body.mass || 1);
  const size = [side(k * (b + c - a)), side(k * (a + c - b)), side(k * (a + b - c))];
  const least = 0.02 * Math.max(...size, 1e-9);
  return size.map((x) => Math.max(x, least));
}

/** The turn from principal to body axes; the columns of `axes` are the principal directions in body axes. */
export function principal_turn({ axes }) {
  const columns = [0, 1, 2].map((k) => new Vector3(axes[0][k], axes[1][k], axes[2][k]));
  return new Quaternion().setFromRotationMatrix(new Matrix4().makeBasis(...columns));
}

const pattern_vertex = `#include <begin_vertex>
  local = position - middle;`;
const pattern_fragment = `#include <color_fragment>
  vec3 wide = max(fwidth(local), vec3(1e-9));
  vec3 side = clamp(local / wide, -1.0, 1.0);
  float tone = side.x * side.y * side.z;
  if (ring > 0.5) {
    float turn = sin(6.0 * atan(local.y, local.x));
    tone = clamp(turn / max(fwidth(turn), 1e-6), -1.0, 1.0) * side.z;
  }
  diffuseColor.rgb = mix(second, diffuseColor.rgb, 0.5 + 0.5 * tone);`;

/** Octants about the solid's middle in two tones; around a torus, sectors. */
export function two_tone(middle, ring = false, options = {}) {
  const material = new MeshLambertMaterial(options);
  material.tones = { second: { value: new Color() }, middle: { value: middle }, ring: { value: ring ? 1 : 0 } };
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, material.tones);
    shader.vertexShader = `uniform vec3 middle;\nvarying vec3 local;\n${shader.vertexShader}`.replace(
      "#include <begin_vertex>",
      pattern_vertex,
    );
    shader.fragmentShader =
      `uniform vec3 second;\nuniform float ring;\nvarying vec3 local;\n${shader.fragmentShader}`.replace(
        "#include <color_fragment>",
        pattern_fragment,
      );
  };
  return material;
}

function place(shape, extent) {
  const build =
    shape.solid === "particle" ? () => new SphereGeometry(shape.radius || extent, 32, 20) : solids[shape.solid];
  const geometry = build ? build(shape) : new SphereGeometry(extent, 32, 20);
  const [w, x, y, z] = shape.quaternion ?? [1, 0, 0, 0];
  const at = new Vector3(...(shape.position ?? [0, 0, 0]));
  return { geometry, matrix: new Matrix4().compose(at, new Quaternion(x, y, z, w), new Vector3(1, 1, 1)) };
}

/** The lengths a shape names, to size the particles beside it. */
function extent_of(shapes) {
  const lengths = shapes.flatMap((s) => [
    s.radius,
    s.length,
    s.tube,
    ...(s.size ?? []),
    ...(s.axes ?? []),
    ...(s.position ?? []),
  ]);
  const largest = Math.max(0, ...lengths.filter(Number.isFinite).map(Math.abs));
  return 0.12 * (largest || 1);
}

/** A group whose origin is the centre of mass and whose axes are the body's; `radius` reaches the farthest point. */
export class BodyModel extends Group {
  constructor(body) {
    super();
    this.body = body;
    this.materials = [];
    this.edges = [];
    this.radius = 0;
    const com = new Vector3(...body.com);
    const shapes = body.shapes.length ? body.shapes : [this.#stand_in(body)];
    const extent = extent_of(shapes);
    for (const shape of shapes) this.#add(shape, com, extent);
    if (!(this.radius > 0)) this.radius = 1;
  }

  #stand_in(body) {
    const q = principal_turn(body);
    return { solid: "box", size: equivalent_box(body), position: body.com, quaternion: [q.w, q.x, q.y, q.z] };
  }

  #add(shape, com, extent) {
    const { geometry, matrix } = place(shape, extent);
    geometry.computeBoundingBox();
    const middle =
      shape.solid === "mesh" || shape.solid === "cone" ? geometry.boundingBox.getCenter(new Vector3()) : new Vector3();
    const material = two_tone(middle, shape.solid === "torus", {
      polygonOffset: true,
      polygonOffsetFactor: 1,
      polygonOffsetUnits: 1,
    });
    const mesh = new Mesh(geometry, material);
    mesh.matrixAutoUpdate = false;
    mesh.matrix.makeTranslation(-com.x, -com.y, -com.z).multiply(matrix);
    mesh.castShadow = true;
    mesh.receiveShadow = true;
    const lines = new LineSegments(
      new EdgesGeometry(geometry, 32),
      new LineBasicMaterial({ transparent: true, opacity: 0.75 }),
    );
    mesh.add(lines);
    this.add(mesh);
    this.materials.push(material);
    this.edges.push(lines.material);
    const points = geometry.getAttribute("position");
    const v = new Vector3();
    for (let i = 0; i < points.count; ++i)
      this.radius = Math.max(this.radius, v.fromBufferAttribute(points, i).applyMatrix4(mesh.matrix).length());
  }

  paint(first, second, edge) {
    for (const material of this.materials) {
      material.color.set(first);
      material.tones.second.value.set(second);
    }
    for (const material of this.edges) material.color.set(edge);
  }

  move(pose, shift) {
    this.position.set(pose.p[0] - shift[0], pose.p[1] - shift[1], pose.p[2] - shift[2]);
    this.quaternion.set(pose.q[1], pose.q[2], pose.q[3], pose.q[0]);
  }
}
