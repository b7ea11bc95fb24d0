import { bringWindow, forgetWindow, opened } from "./no-window.ts"
import { afterAll, beforeAll, describe, expect, mock, setSystemTime, spyOn, test } from "bun:test"
import { join } from "node:path"
import { createElement, type ReactNode } from "react"
import { screens } from "../../../src/web/browser/buero/registry.ts"
import type { Role } from "../../../src/web/browser/ui/session/account.tsx"
import { classesIn, drawn, loadOffice, wordsIn } from "./drawn.tsx"
import { parts } from "./drawn-parts.tsx"
import { Phone } from "./drawn-phone.tsx"
import { pressEach } from "./pressed.ts"
import { drawings } from "../../../src/web/browser/fahrer/parts/signs.tsx"
import { answerTo, ID, type Look, ownNumber } from "./sample.ts"

/**
 * What the office's screens say of what the service may answer, held against `drawn.json`: another field, a condition
 * that is turned, a sentence that is gone, a link that leads elsewhere. The letters before the words name the looks in
 * which they are there. And what their buttons and forms do, held against `pressed.json`: what is sent, with which
 * version of a record, where it leads, and what is said then. `DRAWN=write bun test` this file and `bun fmt` write both
 * anew, to be read as a change.
 */
const WRITES = process.env["DRAWN"] === "write"
const fileOf = (name: "drawn" | "pressed"): string => join(import.meta.dir, `${name}.json`)

/** Much, one of each, nothing, figures below zero, and all that opens by a press. */
const looks: Record<string, Look & { rolle: Role; isOpen?: true }> = {
  a: { rows: 2, bare: false, nth: 0, number: ownNumber, rolle: "admin" },
  b: { rows: 1, bare: false, nth: 1, number: () => 1, rolle: "admin" },
  c: { rows: 0, bare: true, nth: 0, number: () => 0, rolle: "user" },
  d: { rows: 2, bare: false, nth: 2, number: (name) => -ownNumber(name), rolle: "user" },
  e: { rows: 1, bare: false, nth: 0, number: ownNumber, rolle: "admin", isOpen: true },
}

/** Addresses that show more, or something else, than the screen alone. */
const more = [
  "/kunden?q=x",
  "/kunden/:id?panel=abrechnen",
  "/kunden/:id?panel=ausgabe",
  `/buchen?kunde=${ID}`,
  `/klaerungen?id=${ID}`,
  "/geraete?q=x",
  "/lager?blick=bewegungen",
  "/schwund?was=kunden",
  "/schwund?was=geraete",
  `/pfandbuch?vorgang=${ID}`,
  `/pfandbuch?kunde=${ID}`,
  `/abrechnungen/lauf?auftrag=${ID}`,
  `/abrechnungen?kunde=${ID}`,
  `/belege?beleg=${ID}`,
  `/belege?auftrag=${ID}`,
  "/belege/druck?art=erinnerungen",
  `/belege/druck?auftrag=${ID}`,
  `/nachrichten?nachricht=${ID}`,
  `/protokoll?tabelle=kunden&datensatz=${ID}`,
  "/einrichten?schritt=kunden",
  "/inventuren/:id?was=geraete",
  "/inventuren/:id?abweichung=ja",
]

const classes = new Set<string>()
/** Classes by which programs and tests find something, or of one kind among several that look alike. */
const unstyled = new Set<string>(
  "plain tours-box undone-box add-line geplant unterwegs proposed-kunde part-name paper-actions".split(" "),
)

type Words = Record<string, string[]>

/** @returns the words of all looks, under the letters of those that have them */
function wordsOf(draw: (look: Look) => ReactNode, path: string): Words {
  const lettersOf = new Map<string, string>()
  for (const [letter, { rolle, isOpen = false, ...look }] of Object.entries(looks)) {
    opened.isOn = isOpen
    const html = drawn(draw(look), path, rolle, look)
    for (const name of classesIn(html)) classes.add(name)
    for (const words of new Set(wordsIn(html))) {
      const before = lettersOf.get(words) ?? ""
      // What was opened is told by what is there beside all else.
      if (!isOpen || before === "") lettersOf.set(words, before + letter)
    }
  }
  opened.isOn = false
  const grouped = Map.groupBy(lettersOf, ([, letters]) => letters)
  return Object.fromEntries(
    [...grouped].map(([letters, all]) => [letters, all.map(([words]) => words)]).toSorted(),
  )
}

/** @returns what the screen does not say without the parameters of its address */
const without = (words: Words, plain: Words): Words => {
  const known = new Set(Object.values(plain).flat())
  return Object.fromEntries(
    Object.entries(words)
      .map(([letters, all]) => [letters, all.filter((one) => !known.has(one))] as const)
      .filter(([, all]) => all.length > 0),
  )
}

const pinned: Record<"drawn" | "pressed", Record<string, Words>> = { drawn: {}, pressed: {} }

async function hold(name: string, words: Words, as: "drawn" | "pressed" = "drawn"): Promise<void> {
  if (!WRITES) return expect(words).toEqual(pinned[as][name] ?? {})
  if (Object.keys(words).length > 0) pinned[as][name] = words
  await Bun.write(fileOf(as), `${JSON.stringify(pinned[as], null, 2)}\n`)
}

/** Draws it in one of the looks, and presses all of it. @param refuses whether the service refuses each request */
function pressIn(letter: string, draw: (look: Look) => ReactNode, path: string, refuses = false) {
  const { rolle, isOpen = false, ...look } = looks[letter]!
  const drawOnce = (): void => {
    opened.isOn = isOpen
    drawn(draw(look), path, rolle, look)
    opened.isOn = false
  }
  return pressEach(drawOnce, look, refuses)
}

/** @returns what each press does, by its name; in a later look only what is not the same as before */
async function pressesOf(draw: (look: Look) => ReactNode, path: string): Promise<Words> {
  const all: Words = {}
  for (const letter of ["a", "b", "e"]) {
    const did = await pressIn(letter, draw, path)
    const known = new Set(Object.values(all).map(String))
    for (const [name, done] of Object.entries(did))
      if (!known.has(String(done))) all[name in all ? `${letter}: ${name}` : name] = done
  }
  return all
}

const REQUEST = /^(GET|POST|PUT|PATCH|DELETE) /

/** What is refused is said in red with the service's reason, and leads nowhere; a form says it at its fields. */
async function holdRefusals(draw: (look: Look) => ReactNode, path: string): Promise<void> {
  for (const [name, done] of Object.entries(await pressIn("e", draw, path, true))) {
    const methods = done.flatMap((one) => REQUEST.exec(one)?.[1] ?? [])
    if (methods.length === 0) continue
    const told = done.filter((one) => !REQUEST.test(one))
    const isOwed = !name.startsWith("⏎") && methods.some((method) => method !== "GET")
    const isRight = told.every((one) => /^\(!\) .*‹abgelehnt›$/.test(one)) && (told.length > 0 || !isOwed)
    expect({ name, told, isRight }).toMatchObject({ isRight: true })
  }
}

describe("drawn from what the service may answer", () => {
  beforeAll(async () => {
    // One of the queries is answered by another's doing, and says so.
    spyOn(console, "error").mockImplementation(() => {})
    setSystemTime(new Date("2026-03-20T10:00:00Z"))
    bringWindow()
    await loadOffice()
    if (WRITES) return
    for (const as of ["drawn", "pressed"] as const) pinned[as] = await Bun.file(fileOf(as)).json()
  }, 60_000)
  afterAll(() => {
    mock.restore()
    setSystemTime()
    forgetWindow()
  })

  test.each([...screens.map(({ path }) => path), ...more])(
    "%s",
    async (address) => {
      const [path = ""] = address.split("?")
      const { default: Screen } = await screens.find((one) => one.path === path)!.load()
      const draw = (): ReactNode => createElement(Screen, { params: { id: ID } })
      const words = wordsOf(draw, address.replace(":id", ID))
      await hold(address, path === address ? words : without(words, wordsOf(draw, path.replace(":id", ID))))
      await hold(address, await pressesOf(draw, address.replace(":id", ID)), "pressed")
      await holdRefusals(draw, address.replace(":id", ID))
    },
    60_000,
  )

  test.each(Object.entries(parts))(
    "%s",
    async (name, draw) => {
      const part = (look: Look): ReactNode => draw((path) => answerTo("get", path, look) as never, look)
      await hold(name, wordsOf(part, "/heute"))
      await hold(name, await pressesOf(part, "/heute"), "pressed")
      await holdRefusals(part, "/heute")
    },
    60_000,
  )

  test.each([
    "/",
    `/stopp/${ID}`,
    `/stopp/${ID.slice(0, -1)}2`,
    "/ungeplant",
    "/feierabend",
    "/inventur",
    "/postausgang",
  ])(
    "on the telephone: %s",
    async (path) => {
      const words = wordsOf((look) => createElement(Phone, { look }), `/fahrer${path}`)
      await hold(`/fahrer${path}`, words)
    },
    60_000,
  )

  test("has no class that no style sheet knows", async () => {
    const folder = join(import.meta.dir, "../../../src/web/browser")
    const sheets = await Promise.all(
      [...new Bun.Glob("**/*.css").scanSync(folder)].map((file) => Bun.file(join(folder, file)).text()),
    )
    const known = new Set(
      sheets
        .join("")
        .matchAll(/\.([a-z][\w-]*)/g)
        .map(([, name]) => name),
    )
    expect(
      [...classes].filter(
        (name) =>
          !known.has(name) && !unstyled.has(name) && !(name in drawings) && !name.startsWith("react-aria"),
      ),
    ).toEqual([])
  })
})
