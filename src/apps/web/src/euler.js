// The angles φ, θ, ψ (z x z) of a rolling body, and what they say of the time between two samples: a disk that is
// about to lie flat goes round by much of a turn meanwhile, where the shortest way between two attitudes would be
// another one.

/** Above this turn between samples (rad), curves through them no longer follow. */
const much = 0.4;

/** φ′, θ′, ψ′ of angles and an angular velocity in body axes; φ′ and ψ′ are not finite where z is upright. */
export function euler_rates([, theta, psi], [wx, wy, wz]) {
  const across = wx * Math.sin(psi) + wy * Math.cos(psi);
  const phi = across / Math.sin(theta);
  return [phi, wx * Math.cos(psi) - wy * Math.sin(psi), wz - phi * Math.cos(theta)];
}

/** (φ + ψ)′, which nothing ails where z is upright: of what is across, φ′ (1 − cos θ) is this part. Where z is upside
 *  down the same holds of (φ − ψ)′. */
function joint_rate([, theta, psi], [wx, wy, wz], sign) {
  const half = Math.tan(theta / 2);
  return sign * wz + (wx * Math.sin(psi) + wy * Math.cos(psi)) * (sign > 0 ? half : 1 / half);
}

/** The angle that is `step` but for whole turns, and nearest to what is expected. */
const counted = (step, expected) => step - 2 * Math.PI * Math.round((step - expected) / (2 * Math.PI));

export class EulerAngles {
  /** Lists of three numbers for each of the times; φ and ψ may jump by whole turns. */
  constructor(raw, omega_body, times) {
    this.times = times;
    this.wrapped = raw;
    this.omega_body = omega_body;
    /** The same, counted on over all turns. */
    this.list = Float64Array.from(raw);
    /** Whether rates at both ends agree on how far φ goes from a sample to the next. */
    this.agreed = new Uint8Array(times.length);
    for (let i = 0; i + 1 < times.length; ++i) this.#count(i);
  }

  at(i) {
    return [this.list[3 * i], this.list[3 * i + 1], this.list[3 * i + 2]];
  }
  #omega(i) {
    return [this.omega_body[3 * i], this.omega_body[3 * i + 1], this.omega_body[3 * i + 2]];
  }
  rates_at(i) {
    return euler_rates(this.at(i), this.#omega(i));
  }

  /** φ goes the way that its rates say if those of both ends agree, else the shorter way round: near the upright they
   *  may be anything. What φ and ψ do together always goes as its rates say. */
  #count(i) {
    const { list, wrapped } = this;
    const h = this.times[i + 1] - this.times[i];
    const step = (k) => wrapped[3 * i + 3 + k] - wrapped[3 * i + k];
    const [a, b] = [this.rates_at(i)[0], this.rates_at(i + 1)[0]];
    const agreed = Number.isFinite(a + b) && Math.abs(a - b) <= 0.2 * Math.abs(a + b);
    const phi = counted(step(0), agreed ? (h * (a + b)) / 2 : 0);
    const sign = Math.cos(wrapped[3 * i + 1]) < 0 ? -1 : 1;
    const rates = [i, i + 1].map((k) => joint_rate(this.at(k), this.#omega(k), sign));
    const joint = counted(step(0) + sign * step(2), (h * (rates[0] + rates[1])) / 2);
    this.agreed[i] = agreed ? 1 : 0;
    list[3 * i + 3] = list[3 * i] + phi;
    list[3 * i + 5] = list[3 * i + 2] + sign * (joint - phi);
  }

  /** How far φ and ψ go from sample i to the next, if that is much and certain; else null. */
  whirl(i) {
    const phi = this.list[3 * i + 3] - this.list[3 * i];
    return this.agreed[i] && Math.abs(phi) > much ? { phi, psi: this.list[3 * i + 5] - this.list[3 * i + 2] } : null;
  }
}
