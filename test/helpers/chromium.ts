import { existsSync } from "node:fs"

/**
 * The places where systems put it; `.ci/run` installs Debian's. The shell without a window comes first: it is the same
 * engine at a third of the processor time. Undefined where there is none.
 */
export const CHROMIUM = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
].find((path) => existsSync(path))
