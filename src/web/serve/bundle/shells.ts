import { statSync } from "node:fs"
import { join, relative } from "node:path"
import { type BuiltFile, textFile } from "./built-file.ts"
import { driverHead } from "./driver.ts"
import { fontFiles } from "./fonts.ts"
import { version } from "../../../version.ts"

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
export const ASSETS = "/assets/"
/** Name of the built buero/early.ts, which runs before the office itself. */
export const EARLY = "zuerst"

/** Shell of an application or a screen, with the addresses of the files that it loads at once, and of those for later. */
type ShellFile = { file: BuiltFile; needed: string[]; later: string[] }

/**
 * @param files all that was bundled
 * @returns a shell for each application, and one for each screen of the office. That one also names the scripts of the
 *   screen, which would otherwise be asked for only once the office runs
 */
export async function makeShells(files: BuiltFile[], metafile: Bun.BuildMetafile): Promise<ShellFile[]> {
  const make = (url: string, { folder, title, demo = false, head = "" }: App, screen?: Screen): ShellFile => {
    const named = (name: string, ending: string): string =>
      files.find((file) => file.url.startsWith(`${ASSETS}${name}-`) && file.url.endsWith(ending))?.url ?? ""
    const [script, style] = [named(folder, ".js"), named(folder, ".css")]
    const imports = importsOf(metafile, screen ? [script, screen.part] : [script], ["import-statement"])
    const all = importsOf(metafile, [script], ["import-statement", "dynamic-import"])
    const office = screen && { early: named(EARLY, ".js"), frame: officeFrame(screen.label) }
    // The other part of the font is asked for, and kept, only where a text has one of its letters.
    const font = fontFiles()[0]?.url ?? ""
    const text = shellHtml({ title, demo, head, script, style, font, imports, ...office })
    const needed = [script, style, font, ...imports]
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
 * @throws Error if their numbers differ: a screen would get no shell, or another's, and nobody would notice
 */
async function officeScreens(metafile: Bun.BuildMetafile): Promise<Screen[]> {
  const registry = join(web, "buero/registry.ts")
  // Imported by its name only, as it is typed with what browsers have; and anew after a change, for those who develop.
  const { screens } = (await import(`${registry}?${statSync(registry).mtimeMs}`)) as { screens: Screen[] }
  const parts = (metafile.inputs[relative(process.cwd(), registry)]?.imports ?? []).filter(
    ({ kind }) => kind === "dynamic-import",
  )
  if (parts.length !== screens.length) throw new Error(`${screens.length} screens load ${parts.length} parts`)
  return screens.map(({ path, label }, at) => ({ path, label, part: ASSETS + nameOf(parts[at]?.path ?? "") }))
}

/** @returns the addresses of what scripts import in these ways, directly or not */
function importsOf(metafile: Bun.BuildMetafile, scripts: string[], kinds: Bun.ImportKind[]): string[] {
  const found = new Set(scripts)
  // A loop over a set also visits what is added meanwhile.
  for (const url of found) {
    const output = Object.entries(metafile.outputs).find(([path]) => ASSETS + nameOf(path) === url)?.[1]
    for (const { path, kind } of output?.imports ?? [])
      if (kinds.includes(kind)) found.add(ASSETS + nameOf(path))
  }
  return [...found].slice(1)
}

/** @returns the file name in a path */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1)

/**
 * Markup of the office before its script has loaded: its frame, and the screen's title. buero/shell/waiting.tsx goes on
 * showing it until it is known who is logged in. Hidden from screen readers, which wait for the screen itself.
 */
const officeFrame = (label: string): string =>
  `<div class="office"><header class="side"></header><main class="main"><div class="page-head" aria-hidden="true"><div class="page-title"><p class="frame-title">${label}</p></div></div></main></div>`

type ShellParts = {
  title: string
  script: string
  style: string
  /** The font that every page is written in. */
  font: string
  demo: boolean
  /** Further elements of this application's head. */
  head: string
  /** Scripts that the script imports. */
  imports: string[]
  /** A small script that runs before that one. */
  early?: string
  /** Markup shown until the script runs. */
  frame?: string
}

/**
 * The page that an application begins as: its script brings everything else. The script is by far the largest file, so
 * it has low priority: what is seen first, and what the script will ask for, come before it. Browsers must not translate
 * the page: they replace texts that the script goes on changing; figures would stand still, and screens crash.
 */
function shellHtml({
  title,
  demo,
  head,
  script,
  style,
  font,
  imports,
  early,
  frame = "",
}: ShellParts): string {
  const before = early
    ? `<script type="module" async fetchpriority="high" src="${early}"></script>\n    `
    : ""
  const preload = imports
    .map((url) => `<link rel="modulepreload" fetchpriority="low" href="${url}" />\n    `)
    .join("")
  return `<!doctype html>
<html lang="de">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <meta name="google" content="notranslate" />
    <meta name="color-scheme" content="light dark" />
    <meta name="description" content="Mehrwegpfand: wer welches Leergut hat und wie viel Pfand das ist" />
    <title>${title}</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="${style}" />
    <link rel="preload" as="font" type="font/woff2" crossorigin href="${font}" />
    ${head}${before}${preload}<script type="module" fetchpriority="low" src="${script}"></script>
  </head>
  <body data-version="${version}"${demo ? " data-demo" : ""} translate="no">
    <div id="root">${frame}</div>
    <noscript>
      Pfandwerk ${version} braucht JavaScript. Für Programme: <a href="/docs">die Schnittstelle</a>,
      <a href="/health">der Zustand des Dienstes</a>.
    </noscript>
  </body>
</html>
`
}
