import { beforeAll, describe, expect, test } from "bun:test"
import { readdir } from "node:fs/promises"
import { join } from "node:path"
import type { BrowserContext } from "playwright-core"
import { screens } from "../../../src/web/browser/buero/registry.ts"
import type { Running } from "../../helpers/executable.ts"
import { goTo, hasChromium, logIn, open, startDemo, type Watched } from "./browser.ts"

/** Filters of other screens: without a word, these would show everything. */
const unknown = ["lieferungen?datum=2026-11-22", "salden?am=quatsch", "kunden?seite=2", "firma?q=a"]

/** Addresses that make no sense, with every parameter that a screen reads. */
const NOBODY = "01936d8e-7f00-7000-8000-000000000001"
const nonsense = [
  ..."touren feierabend lieferungen/neu".split(" ").map((path) => `${path}?datum=2026-02-30`),
  ..."abrechnungen abrechnungen/lauf datev".split(" ").map((path) => `${path}?monat=2026-13`),
  ..."lieferungen pfandbuch protokoll".split(" ").map((path) => `${path}?von=morgen`),
  "kunden?sort=farbe",
  "kunden?aktiv=2",
  "geraete?status=weg",
  "artikel?art=x",
  "salden?sort=x",
  "belege?antwort=x",
  "klaerungen?status=x",
  "mitarbeiter?aktiv=x",
  "heute?tage=7",
  "datev?jahr=20",
  "einrichten?schritt=x",
  "protokoll?tabelle=x",
  "protokoll?person=jemand",
  ..."pfandbuch lieferungen abrechnungen belege buchen lieferungen/neu"
    .split(" ")
    .map((path) => `${path}?kunde=${NOBODY}`),
  `pfandbuch?artikel=${NOBODY}`,
  `pfandbuch?geraet=${NOBODY}`,
  `pfandbuch?person=${NOBODY}`,
  `lieferungen?fahrer=${NOBODY}`,
  `lieferungen/neu?fahrer=${NOBODY}`,
  `klaerungen?id=${NOBODY}`,
  `belege?beleg=${NOBODY}`,
  `belege/druck?auftrag=${NOBODY}`,
]

/** @returns what a source reads with `useParam` and `useFilters` */
function paramsIn(source: string): string[] {
  const names = (text: string, name: RegExp): string[] =>
    [...text.matchAll(name)].map(([, found = ""]) => found)
  const filters = names(source, /useFilters\(\{(.*?)\}\)/gs)
  return [
    ...names(source, /useParam\(\s*"(\w+)"/g),
    ...filters.flatMap((listed) => names(listed, /(\w+): \{ fits:/g)),
  ]
}

test("what a screen reads from its address stands beside it in the registry", async () => {
  const folder = join(import.meta.dir, "../../../src/web/browser/buero")
  for (const name of await readdir(folder)) {
    const takes = screens.filter(({ path }) => path.split("/")[1] === name).flatMap((one) => one.takes ?? [])
    const files = await Array.fromAsync(new Bun.Glob(`${name}/**/*.{ts,tsx}`).scan(folder))
    for (const file of files) {
      const source = await Bun.file(join(folder, file)).text()
      for (const read of paramsIn(source))
        expect([file, takes]).toEqual([file, expect.arrayContaining([read])])
    }
  }
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
    for (const path of nonsense) {
      await goTo(page, `/buero/${path}`)
      const said = page.getByRole("heading", { name: "Diese Adresse ergibt keinen Sinn" })
      await said.waitFor().catch(() => {
        throw new Error(`${path} did not say so`)
      })
    }
    await page.reload()
    await page.getByRole("link", { name: "Ohne diese Angabe öffnen" }).click()
    await page.getByRole("heading", { level: 1, name: "Für alle drucken" }).waitFor()
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
    await page.goto(`${demo.url}/buero/kunden?q=a&aktiv=alle`)
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
      await page.goto(`${demo.url}/buero/${path}`)
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
})
