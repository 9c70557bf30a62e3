// Light and dark: the system's choice unless the reader made one.

const key = "polhode-theme";
const system = window.matchMedia("(prefers-color-scheme: dark)");

// A page opened from disk may be refused storage; then the choice lasts as long as the page.
function remembered() {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function remember(value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    return;
  }
}

export class Theme {
  constructor() {
    const chosen = remembered();
    this.chosen = chosen === "dark" || chosen === "light" ? chosen : null;
    this.listeners = [];
    system.addEventListener("change", () => this.#apply());
    this.#apply();
  }

  get dark() {
    return this.chosen ? this.chosen === "dark" : system.matches;
  }

  on_change(listener) {
    this.listeners.push(listener);
  }

  toggle() {
    this.chosen = this.dark ? "light" : "dark";
    remember(this.chosen);
    this.#apply();
  }

  #apply() {
    document.documentElement.dataset.theme = this.dark ? "dark" : "light";
    for (const listener of this.listeners) listener(this);
  }

  /** A colour of the style sheet, so that stage, plots and page share one palette. */
  colour(name) {
    return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
  }
}
