// All tests of the page in one process, because page.mjs has one browser for a process.
import "./stage.test.mjs";
import "./report.test.mjs";
import "./loads.test.mjs";
import "./mechanisms.test.mjs";
import "./link_loads.test.mjs";
import "./rolling.test.mjs";
import "./particles.test.mjs";
import "./systems.test.mjs";
import "./phase.test.mjs";
import "./modes.test.mjs";
import "./readouts.test.mjs";
import "./trust.test.mjs";
import "./converge.test.mjs";
