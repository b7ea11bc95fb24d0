import { basename, join } from "node:path"
import { type BuildArtifact, type BunPlugin, Glob } from "bun"
import type { BuiltFile } from "./built-file.ts"
import { driverFiles } from "./driver.ts"
import { fontFaces, fontFiles } from "./fonts.ts"
import { apps, EARLY, makeShells, nameOf, ASSETS, web } from "./shells.ts"

const types: Record<string, string> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  wasm: "application/wasm",
}

const common = {
  root: web,
  target: "browser",
  minify: true,
  metafile: true,
  publicPath: ASSETS,
  define: { "process.env.NODE_ENV": '"production"' },
} as const

/**
 * Bundles what browsers run, from its sources.
 *
 * @returns every file of it, and the shells that applications and screens begin as
 * @throws AggregateError with the places in the sources that are wrong
 */
export async function buildPages(): Promise<BuiltFile[]> {
  const names = [...new Set(Object.values(apps).map(({ folder }) => folder))]
  const sheets = Object.fromEntries(names.map((name) => [join(web, name, "styles.gen.css"), sheet(name)]))
  const { outputs, metafile } = await Bun.build({
    ...common,
    // The font stays a file of its own.
    external: [`${ASSETS}*`],
    entrypoints: [...names.map((name) => join(web, name, "main.tsx")), ...Object.keys(sheets)],
    files: sheets,
    splitting: true,
    naming: { entry: "[dir]-[hash].[ext]", chunk: "teil-[hash].[ext]", asset: "[name]-[hash].[ext]" },
    plugins: [germanOnly, presentReact],
  })
  // Built apart, so that it shares no chunk with the others and waits for none.
  const early = await Bun.build({
    ...common,
    entrypoints: [join(web, "buero/early.ts")],
    naming: { entry: `${EARLY}-[hash].[ext]` },
  })
  const built = await Promise.all([...outputs, ...early.outputs].map(asFile))
  const files = [...built, ...fontFiles()]
  const shells = await makeShells(files, metafile ?? { inputs: {}, outputs: {} })
  const driver = shells.find(({ file }) => file.url === "/fahrer")
  const scanner = files.filter(({ url }) => url.endsWith(".wasm")).map(({ url }) => url)
  const first = new Set(driver?.needed)
  const more = driver ? await driverFiles(driver.file, driver.needed, [...driver.later, ...scanner]) : []
  return [
    ...files.map((file) => ({ ...file, isFirst: first.has(file.url) })),
    ...shells.map(({ file }) => file),
    ...more,
  ]
}

const asFile = async (output: BuildArtifact): Promise<BuiltFile> => ({
  url: ASSETS + nameOf(output.path),
  bytes: new Uint8Array(await output.arrayBuffer()),
  type: types[output.path.slice(output.path.lastIndexOf(".") + 1)] ?? "application/octet-stream",
  immutable: true,
})

/**
 * All style sheets of an application, those of ui/ first, sorted by name: whoever adds one only adds a file. The driver
 * draws its own buttons, fields and tables, and takes only base.css from ui/.
 */
function sheet(folder: string): string {
  const list = (name: string) => [...new Glob(`${name}/**/*.css`).scanSync(web)].toSorted()
  const shared = list("ui").toSorted((a, b) => (basename(a) < basename(b) ? -1 : 1))
  const used = folder === "fahrer" ? shared.filter((path) => basename(path) === "base.css") : shared
  const paths = [...used, ...list(folder)].map((path) => `@import "${join(web, path)}";`)
  return `@layer reset, base, ui, page;\n${paths.join("\n")}\n${fontFaces()}`
}

/** React Aria's texts in other languages: thirty files, each named after its language. */
const FOREIGN = /[\\/]intl[\\/].*[\\/]?(?!de-DE)[a-z]{2}-[A-Z]{2}\.m?js$/

/** Leaves out every language but German: 50 kB less to load. */
const germanOnly: BunPlugin = {
  name: "german-only",
  setup(build) {
    build.onLoad({ filter: FOREIGN }, () => ({ contents: "export default {}", loader: "js" }))
  },
}

/** The router asks for what React 17 lacked by way of a package that brings it along: 0.2 kB less on a telephone. */
const presentReact: BunPlugin = {
  name: "present-react",
  setup(build) {
    build.onLoad({ filter: /use-sync-external-store[\\/]shim[\\/]index\.js$/ }, () => ({
      contents: 'export { useSyncExternalStore } from "react"',
      loader: "js",
    }))
  },
}
