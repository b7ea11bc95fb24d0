import { beforeAll, describe, expect, test } from "bun:test"
import { readdir } from "node:fs/promises"
import { join } from "node:path"
import type { BrowserContext } from "playwright-core"
import { screens } from "../../../src/web/browser/buero/registry.ts"
import type { Running } from "../../helpers/executable.ts"
import { goTo, hasChromium, logIn, open, startDemo, type Watched } from "./browser.ts"

/** Filters of other screens: without a word, these would show everything. */
const unknown = ["lieferungen?datum=2026-11-22", "firma?q=a"]

const NOBODY = "01936d8e-7f00-7000-8000-000000000001"
/**
 * Addresses that make no sense: two of every form of a value, and all that name a record, which each screen looks up.
 * Two of one screen do not stand side by side, so that it is told which of them was said.
 */
const nonsense = [
  "touren?datum=2026-02-30",
  "pfandbuch?von=morgen",
  "abrechnungen/lauf?monat=2026-13",
  "abrechnungen?monat=2026-13",
  "salden?sort=x",
  "lieferungen?status=x",
  "buchen?kunde=jemand",
  "pfandbuch?person=jemand",
  ..."abrechnungen lieferungen belege pfandbuch buchen lieferungen/neu"
    .split(" ")
    .map((path) => `${path}?kunde=${NOBODY}`),
  `pfandbuch?artikel=${NOBODY}`,
  `lieferungen?fahrer=${NOBODY}`,
  `pfandbuch?geraet=${NOBODY}`,
  `lieferungen/neu?fahrer=${NOBODY}`,
  `pfandbuch?person=${NOBODY}`,
  `klaerungen?id=${NOBODY}`,
  `belege?beleg=${NOBODY}`,
  `belege/druck?auftrag=${NOBODY}`,
]

/** Names of values by the function that tells whether one makes sense; all others are one of a few words. */
const forms: Record<string, string> = {
  isDay: "datum tag von bis woche stichtag",
  isMonth: "monat",
  isId: "kunde fahrer artikel geraet person vorgang datensatz auftrag beleg nachricht wie id",
  isDriver: "fahrer",
  isText: "q name code",
}
const isWord = (name: string): boolean => !Object.values(forms).join(" ").split(" ").includes(name)

/** @returns what a source reads with `useParam` and `useFilters`, and what tells whether it makes sense */
function paramsIn(source: string): { name: string; fits: string }[] {
  const found = (text: string, param: RegExp) =>
    [...text.matchAll(param)].map(([, name = "", fits = ""]) => ({ name, fits }))
  const filters = found(source, /useFilters\(\{(.*?)\}\)/gs)
  return [
    ...found(source, /useParam\(\s*"(\w+)",\s*(\w*)/g),
    ...filters.flatMap(({ name: listed }) => found(listed, /(\w+): \{ fits: (\w+)/g)),
  ]
}

test("what a screen reads from its address stands beside it in the registry, and is read as what it is", async () => {
  const folder = join(import.meta.dir, "../../../src/web/browser/buero")
  for (const screen of await readdir(folder)) {
    const takes = screens
      .filter(({ path }) => path.split("/")[1] === screen)
      .flatMap((one) => one.takes ?? [])
    const files = await Array.fromAsync(new Bun.Glob(`${screen}/**/*.{ts,tsx}`).scan(folder))
    for (const file of files) {
      const source = await Bun.file(join(folder, file)).text()
      for (const { name, fits } of paramsIn(source)) {
        expect([file, takes]).toEqual([file, expect.arrayContaining([name])])
        const isRead = forms[fits]?.split(" ").includes(name) ?? isWord(name)
        expect([file, name, fits, isRead]).toEqual([file, name, fits, true])
      }
    }
  }
})

/** @returns the screens that links in a source lead to, with the names of what they say in the address */
function linksIn(source: string): { to: string; names: string[] }[] {
  return [...source.matchAll(/["`](\/(?!api\/|anmelden)[^"`?\s]+)\?([^"`\s]*)/g)].map(
    ([, path = "", query = ""]) => ({
      to: path.replaceAll(/\$\{[^}]*\}/g, ":id"),
      names: [...query.matchAll(/(?<=^|&)\w+(?==)/g)].map(String),
    }),
  )
}

test("what a link says in its address is read by the screen that it leads to", async () => {
  const folder = join(import.meta.dir, "../../../src/web/browser")
  const unread: string[] = []
  let links = 0
  for await (const file of new Bun.Glob("{buero,ui}/**/*.{ts,tsx}").scan(folder))
    for (const { to, names } of linksIn(await Bun.file(join(folder, file)).text())) {
      const takes = screens.find(({ path }) => path === to)?.takes ?? []
      for (const name of names) if (!takes.includes(name)) unread.push(`${file}: ${to}?${name}=`)
      links += names.length
    }
  expect(unread).toEqual([])
  expect(links).toBeGreaterThan(30)
})

describe.skipIf(!hasChromium)("an address", () => {
  let demo: Running
  let page: Watched
  beforeAll(async () => {
    demo = await startDemo()
    const admin: BrowserContext = await logIn(demo, "admin")
    page = await open(`${demo.url}/buero/konto`, {}, admin)
  }, 120_000)

  test("that makes no sense says so, and leads to the screen without it", async () => {
    for (const address of nonsense) {
      const [path = "", name, value] = address.split(/[?=]/)
      await page.evaluate((to) => history.pushState(null, "", to), `/buero/${address}`)
      const said = page
        .getByRole("alert")
        .filter({ has: page.getByRole("heading", { name: "Diese Adresse ergibt keinen Sinn" }) })
        .filter({ hasText: `Bei „${name}“ steht „${value}“` })
      const way = said.locator(`[href="/buero/${path}"]`)
      await way.waitFor().catch(() => {
        throw new Error(`${address} did not say so`)
      })
    }
    await page.reload()
    await page.getByRole("link", { name: "Ohne diese Angabe öffnen" }).click()
    await page.getByRole("heading", { level: 1, name: "Briefe für alle" }).waitFor()
  }, 240_000)

  test("that filters by what its screen does not know says so, and leads to the screen without it", async () => {
    for (const path of unknown) {
      await goTo(page, `/buero/${path}`)
      const name = path.split("?")[1]?.split("=")[0]
      await page
        .getByText(`Eine Angabe „${name}“ gibt es auf dieser Seite nicht.`, { exact: false })
        .waitFor()
    }
    await page.getByRole("link", { name: "Ohne diese Angabe öffnen" }).click()
    await page.getByRole("heading", { level: 1, name: "Firma" }).waitFor()
    await goTo(page, "/buero/kunden?q=a&aktiv=alle")
    await page.getByRole("heading", { level: 1, name: "Kunden" }).waitFor()
  }, 120_000)

  test("that searches for too much names the search, and no field of the interface", async () => {
    for (const path of ["kunden", "geraete", "artikel"]) {
      await goTo(page, `/buero/${path}?q=${"x".repeat(201)}`)
      await page.getByText("Suche: höchstens 200 Zeichen", { exact: true }).waitFor()
    }
  }, 120_000)

  test("of no record leads to the list of those there are", async () => {
    for (const [path, list] of [
      [`kunden/${NOBODY}`, "Kunden"],
      ["geraete/x", "Geräte"],
    ] as const) {
      await goTo(page, `/buero/${path}`)
      await page.getByRole("main").getByRole("link", { name: list }).click()
      await page.getByRole("heading", { level: 1, name: list }).waitFor()
    }
  }, 120_000)

  test("has the year 2026 when somebody types 26", async () => {
    await goTo(page, "/buero/pfandbuch")
    const from = page.getByRole("group", { name: "Von" })
    await from.getByRole("spinbutton").first().click()
    await page.keyboard.type("0103")
    await page.keyboard.type("26")
    await page.keyboard.press("Tab")
    await page.waitForURL("**/pfandbuch?von=2026-03-01")
    await from.getByRole("spinbutton").last().click()
    await page.keyboard.type("1000")
    await page.keyboard.press("Tab")
    await page.getByText("Das Jahr 1000 gibt es hier nicht").waitFor()
    expect(new URL(page.url()).search).toBe("?von=2026-03-01")
  }, 120_000)

  test("has this year's day when nobody types a year, and none that there is not", async () => {
    await goTo(page, "/buero/pfandbuch")
    const from = page.getByRole("group", { name: "Von" })
    const type = async (text: string, last = "Tab"): Promise<void> => {
      await from.getByRole("spinbutton").first().click()
      await page.keyboard.type(text)
      await page.keyboard.press(last)
    }
    await type("1.2.")
    await page.waitForURL(`**/pfandbuch?von=${new Date().getFullYear()}-02-01`)
    await goTo(page, "/buero/pfandbuch")
    await type("3.4.")
    await page.waitForURL(`**/pfandbuch?von=${new Date().getFullYear()}-04-03`)
    await goTo(page, "/buero/pfandbuch")
    await type("5.6.", "Enter")
    await page.waitForURL(`**/pfandbuch?von=${new Date().getFullYear()}-06-05`)
    await goTo(page, "/buero/pfandbuch")
    await type("31.2.2026")
    await page.getByText("Den 31.02.2026 gibt es nicht").waitFor()
    expect(new URL(page.url()).search).toBe("")
    await goTo(page, "/buero/pfandbuch")
    await type("3")
    await page.locator("main").click({ position: { x: 2, y: 2 } })
    await page.getByText("Bitte Tag und Monat eingeben").waitFor()
    expect(new URL(page.url()).search).toBe("")
  }, 120_000)
})
