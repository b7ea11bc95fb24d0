import { statSync } from "node:fs"
import { join, relative } from "node:path"
import { type BuiltFile, textFile } from "./built-file.ts"
import { driverHead } from "./driver.ts"
import { fontFiles } from "./fonts.ts"
import { shell } from "./shell.ts"

/** The applications, by their address: each a folder of `browser/` with a `main.tsx` and its style sheets. */
export const apps = {
  "/anmelden": { folder: "anmelden", title: "Anmelden · Pfandwerk" },
  /** While the service is tried out: this one asks for accounts to click. */
  "/anmelden?demo": { folder: "anmelden", title: "Anmelden · Pfandwerk", demo: true },
  "/buero": { folder: "buero", title: "Büro · Pfandwerk" },
  "/fahrer": { folder: "fahrer", title: "Fahrer · Pfandwerk", head: driverHead },
} as const
type App = { folder: string; title: string; demo?: boolean; head?: string }
type Screen = { path: string; label: string; part: string }

/** The folder of what runs in browsers. */
export const web = join(import.meta.dir, "../../browser")
export const PLACE = "/assets/"
/** Name of the script that runs before the office itself. */
export const FIRST = "zuerst"

/** Shell of an application or a screen, and the addresses of all files that it loads: at once, and when they are asked for. */
type ShellFile = { file: BuiltFile; needed: string[]; later: string[] }

/**
 * @param files all that was bundled
 * @returns a shell for each application, and for each screen of the office one that names the screen's parts as well:
 *   else they would be asked for only when the office has come and run
 */
export async function makeShells(files: BuiltFile[], metafile: Bun.BuildMetafile): Promise<ShellFile[]> {
  const make = (url: string, { folder, title, demo = false, head = "" }: App, screen?: Screen): ShellFile => {
    const named = (name: string, ending: string): string =>
      files.find((file) => file.url.startsWith(`${PLACE}${name}-`) && file.url.endsWith(ending))?.url ?? ""
    const [script, style] = [named(folder, ".js"), named(folder, ".css")]
    const early = reach(metafile, screen ? [script, screen.part] : [script], ["import-statement"])
    const all = reach(metafile, [script], ["import-statement", "dynamic-import"])
    const office = screen && { first: named(FIRST, ".js"), frame: frame(screen.label) }
    // The other part of the font is asked for, and kept, only where a text has one of its letters.
    const font = fontFiles()[0]?.url ?? ""
    const text = shell({ title, demo, head, script, style, font, early, ...office })
    const needed = [script, style, font, ...early]
    return {
      file: textFile(url, "text/html", text),
      needed,
      later: all.filter((one) => !needed.includes(one)),
    }
  }
  const screens = await officeScreens(metafile)
  return [
    ...Object.entries(apps).map(([url, app]) => make(url, app)),
    ...screens.map((screen) => make(`/buero${screen.path}`, apps["/buero"], screen)),
  ]
}

/**
 * Screens of the registry, each with the address of its own part: the bundler lists the registry's imports in the order
 * in which they stand there.
 *
 * @throws Error if that are not as many, as a screen would go without its shell, or with another's, unnoticed
 */
async function officeScreens(metafile: Bun.BuildMetafile): Promise<Screen[]> {
  const registry = join(web, "buero/registry.ts")
  // Imported by its name only, as it is typed with what browsers have; and anew after a change, for those who develop.
  const { screens } = (await import(`${registry}?${statSync(registry).mtimeMs}`)) as { screens: Screen[] }
  const parts = (metafile.inputs[relative(process.cwd(), registry)]?.imports ?? []).filter(
    ({ kind }) => kind === "dynamic-import",
  )
  if (parts.length !== screens.length) throw new Error(`${screens.length} screens load ${parts.length} parts`)
  return screens.map(({ path, label }, at) => ({ path, label, part: PLACE + nameOf(parts[at]?.path ?? "") }))
}

/** @returns direct and indirect imports of scripts, of these kinds */
function reach(metafile: Bun.BuildMetafile, scripts: string[], kinds: Bun.ImportKind[]): string[] {
  const found = new Set(scripts)
  // Goes on with what is added meanwhile.
  for (const url of found) {
    const output = Object.entries(metafile.outputs).find(([path]) => PLACE + nameOf(path) === url)?.[1]
    for (const { path, kind } of output?.imports ?? [])
      if (kinds.includes(kind)) found.add(PLACE + nameOf(path))
  }
  return [...found].slice(1)
}

export const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1)

/**
 * Markup of the office before its program has loaded: its frame, and the screen's title. shell/waiting.tsx goes
 * on showing it until it is known who is logged in. For eyes alone: screen readers wait for the screen itself.
 */
const frame = (label: string): string =>
  `<div class="office"><header class="side"></header><main class="main"><div class="page-head" aria-hidden="true"><div class="page-title"><p class="frame-title">${label}</p></div></div></main></div>`
