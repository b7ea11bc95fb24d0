import { beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext } from "playwright-core"
import type { Running } from "../../helpers/executable.ts"
import {
  ask,
  goTo,
  hasChromium,
  hasCount,
  newContext,
  open,
  openWithClock,
  startDemo,
  WATCH,
  type Watched,
} from "./browser.ts"
import { logInOperator } from "./operator.ts"
import { today } from "../../helpers/day.ts"

/** A company on its first day: it is told what comes next, and nothing is proposed from before it. */
describe.skipIf(!hasChromium)("a new company", () => {
  let demo: Running
  let admin: BrowserContext
  const view = (path: string): Promise<Watched> => open(`${demo.url}/buero${path}`, {}, admin)
  beforeAll(async () => {
    demo = await startDemo()
    const operator = await logInOperator(demo)
    const account = { email: "chefin@neu.example", name: "Chefin", password: "ein gutes Kennwort" }
    const { name, ...login } = account
    await ask(operator, "/tenants", "POST", {
      name: "Neu GmbH",
      slug: "neu",
      typ: "standard",
      admin: { name, ...login },
    })
    admin = await newContext({ baseURL: demo.url })
    await ask(admin, "/sitzung", "POST", { ...login, tenant_slug: "neu" })
  }, 120_000)

  test("is offered the page of its first customer and article where a search can find none", async () => {
    const page = await view("/buchen")
    for (const [name, href] of [
      [/Noch kein Kunde/, "/buero/kunden/neu"],
      [/Noch kein Artikel/, "/buero/artikel/neu"],
    ] as const) {
      const link = page.locator(".hint", { hasText: name }).getByRole("link")
      expect(await link.getAttribute("href")).toBe(href)
    }
    await page.close()
  })

  test("is offered the first step where its yard is empty", async () => {
    const page = await view("/lager")
    const first = page.getByRole("link", { name: "Ersten Artikel anlegen" })
    expect(await first.getAttribute("href")).toBe("/buero/artikel/neu")
    for (const [path, step, opened] of [
      ["/lager?blick=bewegungen", "Ersten Zukauf buchen", "Zukauf oder Abgang"],
      ["/inventuren", "Erste Inventur eröffnen", "Inventur eröffnen"],
    ] as const) {
      await goTo(page, `/buero${path}`)
      await page.getByRole("button", { name: step }).click()
      await page.getByRole("region", { name: opened, exact: true }).waitFor()
    }
    await page.close()
  }, 120_000)

  test("is led to its tables where it could enter a first record", async () => {
    const page = await view("/kunden")
    for (const [path, schritt] of [
      ["/kunden", "kunden"],
      ["/artikel", "pfandartikel"],
      ["/geraete", "geraete"],
    ] as const) {
      await goTo(page, `/buero${path}`)
      const link = page.locator(`a[href="/buero/einrichten?schritt=${schritt}"]`)
      await link.getByText("Aus einer Tabelle übernehmen").waitFor()
    }
    await page.close()
  })

  test("is told above its settlements what is missing for them, where all other words begin", async () => {
    const page = await view("/abrechnungen")
    const told = page.getByRole("alert").filter({ hasText: "Noch kann nicht abgerechnet werden" })
    await told.waitFor()
    const [words, heading] = await Promise.all(
      [told, page.getByRole("heading", { level: 1 })].map((one) =>
        one.evaluate((element) => {
          const range = document.createRange()
          range.selectNodeContents(element)
          return range.getBoundingClientRect().left
        }),
      ),
    )
    expect(words).toBe(heading)
    await page.close()
  })

  test("sees its first steps ticked one by one, and no more of them with the last", async () => {
    const page = await openWithClock(`${demo.url}/buero/heute`, admin)
    const steps = page.getByRole("region", { name: "Erste Schritte" })
    const ticked = async (count: number): Promise<void> => {
      await page.clock.fastForward(WATCH)
      await steps
        .locator("li.done")
        .nth(count - 1)
        .waitFor()
      await hasCount(steps.locator("li.done"), count)
    }
    await steps.waitFor()
    expect([await steps.locator("li").count(), await steps.locator("li.done").count()]).toEqual([5, 0])
    const address = { strasse: "Weg 1", plz: "21335", ort: "Lüneburg", steuernummer: "1" }
    await ask(admin, "/tenant", "PATCH", address)
    await ticked(1)
    const kind = { art: "einzeln", ust_klasse: "warenumschliessung", steuersatz: "regel" }
    await ask(admin, "/pfandartikel", "POST", {
      nummer: "F",
      bezeichnung: "Flasche",
      pfand_cent: 8,
      ...kind,
    })
    await ticked(2)
    const kunde = await ask(admin, "/kunden", "POST", { name: "Adler" })
    await ticked(3)
    const driver = {
      email: "f@neu.example",
      name: "Fahrerin",
      rolle: "fahrer",
      password: "ein gutes Kennwort",
    }
    await ask(admin, "/mitarbeiter", "POST", driver)
    await ticked(4)
    await ask(admin, "/lieferungen", "POST", { kunde_id: kunde.id, datum: today(), positionen: [] })
    await page.clock.fastForward(WATCH)
    await steps.waitFor({ state: "detached" })
    await page.close()
  }, 120_000)

  test("is proposed no period before its first day, for one customer and for all", async () => {
    const { id } = await ask(admin, "/kunden", "POST", { name: "Krone" })
    const one = await view(`/kunden/${id}`)
    for (const [label, day] of [
      ["Konto vom", today()],
      ["Stichtag", today()],
    ] as const)
      await holds(one, label, day)
    await one.close()
    const all = await view("/belege/druck")
    await holds(all, "Stichtag", today())
    await all
      .getByRole("button", { name: /Saldenbestätigungen/ })
      .first()
      .click()
    await all.getByRole("option", { name: "Kontoauszüge" }).click()
    await holds(all, "Vom", today())
    await all.close()
  }, 120_000)

  test("lists as drivers who is one, and who has left last", async () => {
    const person = async (name: string, rolle: string): Promise<string> => {
      const email = `${crypto.randomUUID()}@neu.example`
      return (
        await ask(admin, "/mitarbeiter", "POST", { name, rolle, email, password: "ein gutes Kennwort" })
      ).id
    }
    const left = await person("Anton Weg", "fahrer")
    await person("Zoe Da", "fahrer")
    await person("Bert Büro", "user")
    await ask(admin, `/mitarbeiter/${left}`, "PATCH", { aktiv: 0 })
    const page = await view("/lieferungen")
    await page.getByRole("button", { name: /^Alle Fahrer/ }).click()
    const options = page.getByRole("option")
    await options.filter({ hasText: "Zoe Da" }).waitFor()
    const names = await options.allInnerTexts()
    expect([names.slice(0, 2), names.at(-1)]).toEqual([
      ["Alle Fahrer", "Ohne Fahrer"],
      "Anton Weg (nicht mehr da)",
    ])
    expect(names).not.toContain("Bert Büro")
    await page.close()
  }, 120_000)
})

/** Until a field of a day holds this one. */
async function holds(page: Watched, label: string, day: string): Promise<void> {
  const parts = page.getByRole("group", { name: label, exact: true }).getByRole("spinbutton")
  await parts.nth(2).waitFor()
  const shown = await parts.allInnerTexts()
  expect([label, shown.map(Number)]).toEqual([label, day.split("-").map(Number).toReversed()])
}
