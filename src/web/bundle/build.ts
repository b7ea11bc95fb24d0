import { join } from "node:path"
import { Glob } from "bun"
import type { BuiltFile } from "./built-file.ts"
import { driverFiles, driverHead } from "./driver.ts"
import { germanOnly } from "./languages.ts"
import { shell } from "./shell.ts"

/** The applications, by their address: each a folder beside this one with a `main.tsx` and its style sheets. */
export const apps = {
  "/anmelden": { folder: "anmelden", title: "Anmelden · Pfandwerk" },
  /** While the service is tried out: this one asks for accounts to click. */
  "/anmelden?demo": { folder: "anmelden", title: "Anmelden · Pfandwerk", demo: true },
  "/buero": { folder: "buero", title: "Büro · Pfandwerk" },
  "/fahrer": { folder: "fahrer", title: "Fahrer · Pfandwerk", head: driverHead },
} as const
type App = { folder: string; title: string; demo?: boolean; head?: string }

const web = join(import.meta.dir, "..")
const PLACE = "/assets/"
const types: Record<string, string> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  wasm: "application/wasm",
}

/**
 * Bundles what browsers run, from its sources.
 *
 * @returns every file of it, and a shell for each application
 * @throws AggregateError with the places in the sources that are wrong
 */
export async function buildPages(): Promise<BuiltFile[]> {
  const names = [...new Set(Object.values(apps).map(({ folder }) => folder))]
  const sheets = Object.fromEntries(names.map((name) => [join(web, name, "styles.gen.css"), sheet(name)]))
  const { outputs, metafile } = await Bun.build({
    entrypoints: [...names.map((name) => join(web, name, "main.tsx")), ...Object.keys(sheets)],
    files: sheets,
    root: web,
    target: "browser",
    splitting: true,
    minify: true,
    metafile: true,
    publicPath: PLACE,
    naming: { entry: "[dir]-[hash].[ext]", chunk: "teil-[hash].[ext]", asset: "[name]-[hash].[ext]" },
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [germanOnly],
  })
  const files = await Promise.all(
    outputs.map(async (output) => ({
      url: PLACE + nameOf(output.path),
      bytes: new Uint8Array(await output.arrayBuffer()),
      type: types[output.path.slice(output.path.lastIndexOf(".") + 1)] ?? "application/octet-stream",
      immutable: true,
    })),
  )
  const shells = Object.entries(apps).map(
    ([url, { folder, title, demo = false, head = "" }]: [string, App]) => {
      const entry = (ending: string): string =>
        files.find((file) => file.url.startsWith(`${PLACE}${folder}-`) && file.url.endsWith(ending))?.url ??
        ""
      const [script, style] = [entry(".js"), entry(".css")]
      const early = neededAtOnce(metafile, script)
      const bytes = new TextEncoder().encode(shell({ title, demo, head, script, style, early }))
      const file = { url, bytes, type: "text/html; charset=utf-8", immutable: false }
      return { file, needed: [script, style, ...early] }
    },
  )
  const driver = shells.find(({ file }) => file.url === "/fahrer")
  const more = driver ? await driverFiles(driver.file, driver.needed) : []
  return [...files, ...shells.map(({ file }) => file), ...more]
}

/** All style sheets of an application, those of ui/ first; so that adding one is adding a file. */
function sheet(folder: string): string {
  const list = (name: string) => [...new Glob(`${name}/**/*.css`).scanSync(web)].toSorted()
  const paths = [...list("ui"), ...list(folder)].map((path) => `@import "${join(web, path)}";`)
  return `@layer reset, base, ui, page;\n${paths.join("\n")}`
}

/** What the script imports, and so on: named in the shell, it is loaded at the same time as the script. */
function neededAtOnce(metafile: Bun.BuildMetafile | undefined, script: string): string[] {
  const found = new Set<string>()
  const visit = (url: string): void => {
    const output = Object.entries(metafile?.outputs ?? {}).find(([path]) => PLACE + nameOf(path) === url)?.[1]
    for (const { path, kind } of output?.imports ?? []) {
      const next = PLACE + nameOf(path)
      if (kind !== "import-statement" || found.has(next)) continue
      found.add(next)
      visit(next)
    }
  }
  visit(script)
  return [...found]
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1)
