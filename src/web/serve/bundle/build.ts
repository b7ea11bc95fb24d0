import { basename, join } from "node:path"
import { type BuildArtifact, Glob } from "bun"
import type { BuiltFile } from "./built-file.ts"
import { driverFiles } from "./driver.ts"
import { germanOnly } from "./languages.ts"
import { apps, FIRST, makeShells, nameOf, PLACE, web } from "./shells.ts"

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
  publicPath: PLACE,
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
    entrypoints: [...names.map((name) => join(web, name, "main.tsx")), ...Object.keys(sheets)],
    files: sheets,
    splitting: true,
    naming: { entry: "[dir]-[hash].[ext]", chunk: "teil-[hash].[ext]", asset: "[name]-[hash].[ext]" },
    plugins: [germanOnly],
  })
  // By itself, so that it waits for nothing that it shares with others.
  const first = await Bun.build({
    ...common,
    entrypoints: [join(web, "buero/early.ts")],
    naming: { entry: `${FIRST}-[hash].[ext]` },
  })
  const files = await Promise.all([...outputs, ...first.outputs].map(asFile))
  const shells = await makeShells(files, metafile ?? { inputs: {}, outputs: {} })
  const driver = shells.find(({ file }) => file.url === "/fahrer")
  const scanner = files.filter(({ url }) => url.endsWith(".wasm")).map(({ url }) => url)
  const more = driver ? await driverFiles(driver.file, driver.needed, [...driver.later, ...scanner]) : []
  return [...files, ...shells.map(({ file }) => file), ...more]
}

const asFile = async (output: BuildArtifact): Promise<BuiltFile> => ({
  url: PLACE + nameOf(output.path),
  bytes: new Uint8Array(await output.arrayBuffer()),
  type: types[output.path.slice(output.path.lastIndexOf(".") + 1)] ?? "application/octet-stream",
  immutable: true,
})

/** All style sheets of an application, those of ui/ first, by their names; so that adding one is adding a file. */
function sheet(folder: string): string {
  const list = (name: string) => [...new Glob(`${name}/**/*.css`).scanSync(web)].toSorted()
  const shared = list("ui").toSorted((a, b) => (basename(a) < basename(b) ? -1 : 1))
  const paths = [...shared, ...list(folder)].map((path) => `@import "${join(web, path)}";`)
  return `@layer reset, base, ui, page;\n${paths.join("\n")}`
}
