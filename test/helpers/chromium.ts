import { chmodSync, existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { brotliDecompress } from "node:zlib"
import { madeOnce } from "./once.ts"

/**
 * The places where systems put it; test/machine.ts installs Debian's. The shell without a window comes first: it is the same
 * engine at a third of the processor time.
 */
const INSTALLED = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
].find((path) => existsSync(path))

/** A package of npm holds such a shell for one kind of machine, with the libraries that it needs. */
const isPacked = process.platform === "linux" && process.arch === "x64"

/** Where there is none, the tests of pages say so and are skipped. */
export const hasChromium = INSTALLED !== undefined || isPacked

export type Chromium = { executablePath: string; env: Record<string, string | undefined> }

/**
 * @returns how to start the system's own Chromium, or where there is none the package's, unpacked once for a run
 * @throws Error where `hasChromium` is false
 */
export async function findChromium(): Promise<Chromium> {
  // Without a language, a browser saves a file with an umlaut in its name as "download".
  const env = { ...process.env, LANG: "C.UTF-8" }
  if (INSTALLED !== undefined) return { executablePath: INSTALLED, env }
  if (!isPacked) throw new Error("there is no Chromium here")
  const dir = await madeOnce("chromium", unpack)
  const libraries = [join(dir, "lib"), process.env["LD_LIBRARY_PATH"]].filter(Boolean).join(":")
  return {
    executablePath: join(dir, "chromium"),
    env: { ...env, LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: join(dir, "fonts.conf") },
  }
}

/** The system's, if it has any, and the package's beside this file. */
const FONTS = `<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>`

/** The package would unpack into the system's temporary folder, where two runs at once meet half a file. */
async function unpack(into: string): Promise<void> {
  const bin = join(dirname(fileURLToPath(import.meta.resolve("@sparticuz/chromium"))), "../bin")
  const read = async (name: string) =>
    promisify(brotliDecompress)(await Bun.file(join(bin, `${name}.br`)).bytes())
  // One after the other: the browser alone is 200 MB.
  for (const name of ["al2023.tar", "swiftshader.tar"]) await new Bun.Archive(await read(name)).extract(into)
  await new Bun.Archive(await read("fonts.tar")).extract(into)
  await Bun.write(join(into, "fonts.conf"), FONTS)
  await Bun.write(join(into, "chromium"), await read("chromium"))
  chmodSync(join(into, "chromium"), 0o755)
}
