import { Database } from "bun:sqlite"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { join } from "node:path"
import type { BrowserContext } from "playwright-core"
import { type Buchung, kettenHash } from "../../../src/api/pfandbuchungen/chain.ts"
import type { Running } from "../../helpers/executable.ts"
import { barriers, follow, hasChromium, hasCount, logIn, sharedPageAnew, show, startDemo } from "./browser.ts"

/** A service of its own: its database is tampered with. */

/**
 * Books as earlier versions did: three pieces out at one amount, and as many back at another.
 *
 * @returns the article's number and the customer's id
 */
function leaveValue(file: string): { artikel: string; kunde: string } {
  const database = new Database(file)
  database.exec("PRAGMA busy_timeout = 10000")
  const { artikel, pfandartikel_id, kunde } = database
    .query(
      `SELECT a.nummer AS artikel, a.id AS pfandartikel_id, k.id AS kunde FROM kunden k JOIN pfandartikel a
       ON a.tenant_id = k.tenant_id AND a.art = 'einzeln' AND k.aktiv = 1 WHERE NOT EXISTS (
         SELECT 1 FROM pfandkonten o WHERE o.kunde_id = k.id AND o.pfandartikel_id = a.id) LIMIT 1`,
    )
    .get() as { artikel: string; pfandartikel_id: string; kunde: string }
  const last = "SELECT * FROM pfandbuchungen ORDER BY lfd_nr DESC LIMIT 1"
  const vorgang_id = Bun.randomUUIDv7()
  for (const [art, betrag_cent] of [
    ["ausgabe", 99_900],
    ["ruecknahme", 100],
  ] as const) {
    const before = database.query(last).get() as Buchung
    const row = {
      ...before,
      id: Bun.randomUUIDv7(),
      lfd_nr: before.lfd_nr + 1,
      vorgang_id,
      kunde_id: kunde,
      pfandartikel_id,
      geraet_id: null,
      art,
      menge: 3,
      betrag_cent,
      summe_cent: (art === "ausgabe" ? 3 : -3) * betrag_cent,
      lieferung_id: null,
      storno_von: null,
      klasse: "warenumschliessung" as const,
      steuersatz: "regel" as const,
    }
    const stored = Object.values({ ...row, hash: kettenHash(before.hash, row) })
    database
      .query(
        `INSERT INTO pfandbuchungen (${Object.keys(row).join()}) VALUES (${stored.map(() => "?").join()})`,
      )
      .run(...stored)
  }
  database.close()
  return { artikel, kunde }
}

let demo: Running
let admin: BrowserContext

describe.skipIf(!hasChromium)("the proof", () => {
  beforeAll(async () => {
    demo = await startDemo()
    admin = await logIn(demo, "admin")
  }, 120_000)
  afterAll(async () => {
    await admin?.close()
    await demo?.stop()
  })

  test("says that all is well, how many bookings there are, and their last checksum", async () => {
    const page = await sharedPageAnew("/buero/pruefung", admin)
    await page.getByRole("button", { name: "Jetzt prüfen" }).click()
    // "In Ordnung" alone may still be of the proof that the service made at its start.
    await page.getByText("Stimmt", { exact: true }).first().waitFor()
    await page.getByText("In Ordnung", { exact: true }).waitFor()
    await hasCount(page.getByText("Stimmt", { exact: true }), 7)
    const { items } = await (await admin.request.get(`${demo.url}/api/pfandbuchungen?limit=1`)).json()
    await page.getByText(items[0].hash).waitFor()
    await page
      .getByText(`${new Intl.NumberFormat("de-DE").format(items[0].lfd_nr)} Buchungen`)
      .first()
      .waitFor()
    // When it was last run is known the next time, too.
    await page.reload()
    await page.getByText("In Ordnung", { exact: true }).waitFor()
    await page.getByText(/Zuletzt geprüft am/).waitFor()
    await page.getByText(items[0].hash).waitFor()
    const report = page.waitForEvent("download")
    await page.getByRole("button", { name: "Prüfbericht (PDF)" }).click()
    expect((await report).suggestedFilename()).toMatch(/Pr.*bericht.*\.pdf$/i)
    expect(page.faults).toEqual([])
  }, 120_000)

  test("goes on when one looks at something else meanwhile", async () => {
    const page = await sharedPageAnew("/buero/pruefung", admin)
    let goOn: (() => void) | undefined
    await page.route("**/api/pfandpruefung", async (route) => {
      await new Promise<void>((resolve) => (goOn = resolve))
      await route.continue()
    })
    await page.getByRole("button", { name: "Jetzt prüfen" }).click()
    await page.getByText("Rechnet nach …").waitFor()
    await page.getByRole("link", { name: "Kunden", exact: true }).click()
    await page.getByRole("heading", { level: 1, name: "Kunden" }).waitFor()
    await follow(page, "Kontrolle")
    await page.getByText("Rechnet nach …").waitFor()
    goOn?.()
    await page.getByText("Stimmt", { exact: true }).first().waitFor()
  }, 120_000)

  test("names a value without pieces, and makes it good", async () => {
    const { artikel, kunde } = leaveValue(join(demo.dataDir, "pfandwerk.db"))
    const page = await sharedPageAnew("/buero/pruefung", admin)
    await page.getByRole("button", { name: "Jetzt prüfen" }).click()
    await page.getByRole("heading", { name: "Werte ohne Stücke" }).waitFor()
    await page.getByText(`Artikel ${artikel}: 3 Stück zu 999,00 € noch draußen`).waitFor()
    await show(page, { width: 390, dark: true })
    await page.getByRole("button", { name: "Ausgleichen …" }).click()
    await page.getByText("−2.994,00 €").waitFor()
    expect(await barriers(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
    await page.getByRole("button", { name: "Ausgleichen", exact: true }).click()
    await page.getByText("Der Wert ist ausgeglichen").waitFor()
    await page.getByRole("heading", { name: "Werte ohne Stücke" }).waitFor({ state: "detached" })
    await page.getByText("In Ordnung", { exact: true }).waitFor()
    const konto = await (await admin.request.get(`${demo.url}/api/kunden/${kunde}/pfandkonto`)).json()
    expect(konto.artikel.filter(({ nummer }: { nummer: string }) => nummer === artikel)).toEqual([])
    expect(page.faults).toEqual([])
  }, 120_000)

  test("names what is wrong, leads to it, and says what to do", async () => {
    const before = await sharedPageAnew("/buero/pruefung", admin)
    await before.getByRole("button", { name: "Jetzt prüfen" }).click()
    await before.getByText("Stimmt", { exact: true }).first().waitFor()
    const database = new Database(join(demo.dataDir, "pfandwerk.db"))
    database.exec("PRAGMA busy_timeout = 10000")
    database.exec(
      "UPDATE pfandkonten SET wert_cent = wert_cent + 100 WHERE id = (SELECT id FROM pfandkonten LIMIT 1)",
    )
    database.close()
    // What somebody else has found since counts more than one's own check.
    await admin.request.get(`${demo.url}/api/pfandpruefung`)
    await before.getByText("Ein Fehler gefunden").waitFor()
    const page = await sharedPageAnew("/buero/pruefung", admin)
    await page.getByRole("button", { name: "Jetzt prüfen" }).click()
    await page.getByText("Ein Fehler gefunden").waitFor()
    await page.getByText("Bitte nichts korrigieren").waitFor()
    await page.getByText("1 Fehler", { exact: true }).waitFor()
    const link = page.getByRole("link", { name: "Kunde ansehen" })
    expect(await link.getAttribute("href")).toMatch(/^\/buero\/kunden\/[0-9a-f-]{36}$/)
    expect(await page.locator(".found").innerText()).not.toMatch(/[0-9a-f]{8}-/)
    await show(page, { width: 390, dark: true })
    await page.reload()
    await page.getByText("Ein Fehler gefunden").waitFor()
    expect(await barriers(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
  }, 120_000)
})
