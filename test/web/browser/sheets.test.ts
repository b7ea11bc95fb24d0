import { expect, test } from "bun:test"
import { Glob } from "bun"

/**
 * The sheets of all screens are one in the browser. So each class belongs to one folder: what a rule begins with must not
 * be what another screen's rules, or those of ui/, begin with. Below its own class a screen may style what it likes.
 */

const web = "src/web/browser/"

/** @returns the selectors of the rules that stand in no other rule */
function outermost(sheet: string): string[] {
  const found: string[] = []
  const open: string[] = []
  for (const [, before = "", brace] of sheet
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .matchAll(/([^{};]*)([{};])/g)) {
    const selector = before.trim()
    if (brace === "{") {
      if (!selector.startsWith("@") && open.every((outer) => outer.startsWith("@"))) found.push(selector)
      open.push(selector)
    } else if (brace === "}") open.pop()
  }
  return found
}

/** Commas within :is() separate nothing. */
const partsOf = (selector: string): string[] => selector.split(/,(?![^(]*\))/)

/** @returns the classes that the rules of a sheet begin with */
const ownClasses = (sheet: string): string[] =>
  outermost(sheet)
    .flatMap(partsOf)
    .map((part) => /^\.([\w-]+)/.exec(part.trim())?.[1] ?? "")
    .filter((name) => name !== "")

/** `buero/kunden` for a screen, `ui` for what all have in common. */
const ownerOf = (path: string): string =>
  path.startsWith("ui/") ? "ui" : path.split("/").slice(0, 2).join("/")

async function ownersOf(folders: string): Promise<Map<string, Set<string>>> {
  const owners = new Map<string, Set<string>>()
  for (const path of new Glob(`${folders}/**/*.css`).scanSync(web)) {
    for (const name of ownClasses(await Bun.file(web + path).text())) {
      const known = owners.get(name) ?? new Set()
      owners.set(name, known.add(ownerOf(path)))
    }
  }
  return owners
}

test("no two screens of the office define the same class", async () => {
  const owners = await ownersOf("{ui,buero}")
  expect(owners.size).toBeGreaterThan(100)
  const shared = [...owners].filter(([, folders]) => folders.size > 1)
  expect(shared.map(([name, folders]) => `${name}: ${[...folders].toSorted().join(", ")}`)).toEqual([])
})

test("a rule within another one, and one in a media query, are told apart", () => {
  expect(
    ownClasses(
      "@layer page { .a { & .b { top: 0 } .c & { top: 0 } } @media print { .d, .e:is(.f, .g) { top: 0 } } }",
    ),
  ).toEqual(["a", "d", "e"])
})

test("a screen uses no class of another screen", async () => {
  const owners = await ownersOf("buero")
  const strange: string[] = []
  for (const path of new Glob("buero/**/*.tsx").scanSync(web)) {
    const text = await Bun.file(web + path).text()
    for (const [, names = ""] of text.matchAll(/className="([^"]+)"/g)) {
      for (const name of names.split(" ")) {
        const folders = owners.get(name)
        if (folders && !folders.has(ownerOf(path))) strange.push(`${path}: ${name} of ${[...folders].join()}`)
      }
    }
  }
  expect(strange).toEqual([])
})
