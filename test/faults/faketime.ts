import { existsSync } from "node:fs"

/** Debian's package faketime, which .ci/run installs: it tells one process another time. */
export const faketime = [
  "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1",
  "/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1",
].find((path) => existsSync(path))
if (!faketime)
  process.stderr.write("No faketime (apt-get install faketime): a clock set back is NOT tried here.\n")
