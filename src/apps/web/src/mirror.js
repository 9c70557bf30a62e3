// What a polished floor shows of a body: its solids once more, beneath the plane, fainter the deeper they are.
import { DoubleSide, Group, LineSegments, Mesh, Vector3 } from "three";
import { two_tone } from "./shapes.js";

/** The normal is turned back before the light falls on it: a mirror shows the sides of the body that the light has. */
const changes = [
  ["vertexShader", "#include <project_vertex>", "deep = level - dot(mirror, (modelMatrix * vec4(transformed, 1.0)).xyz);"],
  ["fragmentShader", "#include <normal_fragment_begin>", "normal = reflect(normal, mat3(viewMatrix) * mirror);"],
  [
    "fragmentShader",
    "#include <lights_fragment_end>",
    "if (deep < 0.0) discard;\n  diffuseColor.a *= strength * exp(-deep / fade);",
  ],
];
const declarations = {
  vertexShader: "uniform vec3 mirror;\nuniform float level;\nvarying float deep;\n",
  fragmentShader: "uniform vec3 mirror;\nuniform float strength;\nuniform float fade;\nvarying float deep;\n",
};

/** The material of a solid, mirrored; it shares the colours of the original, whoever paints that. */
function mirrored(original, uniforms) {
  const { middle, ring, second } = original.tones;
  const material = two_tone(middle.value, ring.value > 0, { transparent: true });
  material.tones.second = second;
  material.color = original.color;
  const tones = material.onBeforeCompile;
  material.onBeforeCompile = (shader) => {
    tones(shader);
    Object.assign(shader.uniforms, uniforms);
    for (const [key, after, line] of changes) shader[key] = shader[key].replace(after, `${after}\n  ${line}`);
    for (const [key, lines] of Object.entries(declarations)) shader[key] = lines + shader[key];
  };
  return material;
}

export class Mirror extends Group {
  constructor(model) {
    super();
    this.model = model;
    this.matrixAutoUpdate = false;
    this.uniforms = {
      mirror: { value: new Vector3(0, 0, 1) },
      level: { value: 0 },
      strength: { value: 0.3 },
      fade: { value: 1.1 * model.radius },
    };
    this.edges = [];
    this.lines = [];
    for (const solid of model.children) {
      const copy = new Mesh(solid.geometry, mirrored(solid.material, this.uniforms));
      copy.matrixAutoUpdate = false;
      copy.matrix.copy(solid.matrix);
      // Before the floor's grid and shadow, which lie over it.
      copy.renderOrder = -4;
      for (const { geometry, material } of solid.children) {
        const lines = new LineSegments(geometry, material.clone());
        lines.material.color = material.color;
        lines.renderOrder = -3;
        this.edges.push(lines.material);
        copy.add(lines);
      }
      this.add(copy);
    }
  }

  /** A curve on the body, which is on the side that only the mirror shows. */
  show(line) {
    const { fresh, old } = line.material.uniforms;
    // A mirror turns the sides of triangles round.
    const copy = line.copy_of(0.5 * fresh.value, 0.5 * old.value, { side: DoubleSide });
    copy.position.copy(line.position);
    copy.renderOrder = -3;
    this.lines.push(copy);
    this.add(copy);
  }
  show_lines(on) {
    for (const line of this.lines) line.visible = on;
  }

  set strength(value) {
    this.uniforms.strength.value = value;
    for (const edge of this.edges) edge.opacity = 0.6 * value;
  }

  /** In the plane of such a normal at such a height along it (stage). */
  reflect(normal, level) {
    const { x, y, z } = normal;
    this.uniforms.mirror.value.copy(normal);
    this.uniforms.level.value = level;
    this.model.updateMatrix();
    this.matrix
      .set(
        ...[1 - 2 * x * x, -2 * x * y, -2 * x * z, 2 * level * x],
        ...[-2 * x * y, 1 - 2 * y * y, -2 * y * z, 2 * level * y],
        ...[-2 * x * z, -2 * y * z, 1 - 2 * z * z, 2 * level * z],
        ...[0, 0, 0, 1],
      )
      .multiply(this.model.matrix);
    this.matrixWorldNeedsUpdate = true;
  }

  /** Where the image of the centre of mass is (stage). */
  get centre() {
    return new Vector3().setFromMatrixPosition(this.matrix);
  }

  /** Nobody sees it from below the floor. */
  look_from(eye) {
    this.visible = eye.dot(this.uniforms.mirror.value) > this.uniforms.level.value;
  }
}
