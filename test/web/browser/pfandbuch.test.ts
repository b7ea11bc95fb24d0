import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext, Locator } from "playwright-core"
import type { Running } from "../../helpers/executable.ts"
import {
  ask,
  barriers,
  drawn,
  goTo,
  hasChromium,
  hasCount,
  hasValue,
  logIn,
  open,
  openWithClock,
  picture,
  sharedPage,
  show,
  startDemo,
  WATCH,
  type Watched,
} from "./browser.ts"

import { translate } from "./translator.ts"

let demo: Running
let office: BrowserContext
let admin: BrowserContext
const page = (path: string, context = admin): Promise<Watched> => sharedPage(`/buero${path}`, context)
const api = (path: string, method?: string, data?: object) => ask(admin, path, method, data)
const button = (where: Watched, name: string) => where.getByRole("button", { name, exact: true })

type Kunde = { id: string; name: string }
type Buchung = { vorgang_id: string; bezeichnung: string; menge: number; summe_cent: number }
const newKunde = (name: string): Promise<Kunde> => api("/kunden", "POST", { name: `${name} ${Date.now()}` })
/** A full crate: booked as its parts. */
async function book(kunde: Kunde, art = "ausgabe", menge = 2): Promise<string> {
  const { items } = await api("/pfandartikel?art=gebinde&limit=1")
  const positionen = [{ pfandartikel_id: items[0].id, art, menge }]
  return (await api("/pfandbuchungen", "POST", { kunde_id: kunde.id, positionen })).vorgang_id
}
const bookings = async ({ id }: Kunde): Promise<{ summe_cent: number }[]> =>
  (await api(`/pfandbuchungen?kunde_id=${id}`)).items
const panel = (where: Watched, name: string) => where.getByRole("region", { name, exact: true })

describe.skipIf(!hasChromium)("the ledger", () => {
  beforeAll(async () => {
    demo = await startDemo()
    office = await logIn(demo, "buero")
    admin = await logIn(demo, "admin")
  }, 120_000)
  afterAll(() => Promise.all([office, admin].map((context) => context?.close())))

  test("is filtered by customer, kind, person and period, and the address keeps it", async () => {
    const kunde = await newKunde("Filterhof")
    await book(kunde)
    await book(kunde, "ruecknahme", 1)
    const list = await page("/pfandbuch")
    await list.getByRole("combobox", { name: "Kunde" }).fill(kunde.name)
    await list.keyboard.press("Enter")
    await list.waitForURL(`**/pfandbuch?kunde=${kunde.id}`)
    await list.waitForFunction(() => document.querySelectorAll("[role=row] [role=rowheader]").length === 4)
    // Lines of one booking name their customer once.
    await hasCount(list.getByRole("gridcell", { name: kunde.name, exact: true }), 2)

    await list.getByRole("button", { name: /Art der Buchung/ }).click()
    await list.getByRole("option", { name: "Rücknahmen" }).click()
    await list.getByRole("button", { name: /Person/ }).click()
    await list.getByRole("option", { name: "Petra Sommer" }).click()
    await list.waitForFunction(() => document.querySelectorAll("[role=row] [role=rowheader]").length === 2)
    await list.reload()
    await list.waitForFunction(() => document.querySelectorAll("[role=row] [role=rowheader]").length === 2)
    await hasValue(list.getByRole("combobox", { name: "Kunde" }), kunde.name)
    const address = new URL(list.url())
    // An emptied field is no filter any more.
    await list.getByRole("combobox", { name: "Kunde" }).fill("")
    await list.waitForURL((url) => !url.searchParams.has("kunde"))
    address.searchParams.set("bis", "2020-01-31")
    await goTo(list, address.pathname + address.search)
    await list.getByText("Keine Buchung passt zu diesen Filtern.").waitFor()
    await button(list, "Alle zeigen").click()
    await list.waitForURL((url) => url.search === "")
    expect(list.faults).toEqual([])
  }, 180_000)

  test("days, customers and articles are whole at a desk and on a small screen", async () => {
    const kunde = await api("/kunden", "POST", { name: "Gasthaus Adler" })
    const { items } = await api("/pfandartikel?q=KI-20&limit=1")
    const positionen = [{ pfandartikel_id: items[0].id, art: "ausgabe", menge: 2 }]
    const erfasst_am = "2026-01-08T11:00:00.000Z"
    await api("/pfandbuchungen", "POST", { kunde_id: kunde.id, positionen, erfasst_am })
    const list = await page(`/pfandbuch?kunde=${kunde.id}`)
    const texts = ["Gasthaus Adler", "2 × Kasten leer, 20er"]
    for (const [width, wanted] of [
      [1440, ["08.01.2026", ...texts]],
      [1024, texts],
    ] as const) {
      await show(list, { width })
      for (const text of wanted) {
        const cell = list.getByRole("gridcell", { name: text }).locator(".cut:not(.second)")
        await cell.waitFor()
        expect([text, await cell.evaluate((one) => one.scrollWidth > one.clientWidth)]).toEqual([text, false])
      }
    }
    expect(list.faults).toEqual([])
  }, 120_000)

  test("a period that ends before it begins says so", async () => {
    const list = await page("/pfandbuch?von=2026-02-01&bis=2026-01-01")
    const fault = list.getByText("Der erste Tag liegt nach dem letzten")
    await fault.waitFor()
    expect(await barriers(list)).toEqual([])
    // On a telephone it stands below the days, which keep their width.
    await show(list, { width: 390 })
    const days = list.locator(".period .input")
    for (const day of await days.all()) expect((await day.boundingBox())?.width ?? 0).toBeGreaterThan(120)
    await goTo(list, "/buero/pfandbuch?von=2026-01-01&bis=2026-01-01")
    await list.getByText("Keine Buchung passt").or(list.getByRole("rowheader")).first().waitFor()
    expect(await fault.count()).toBe(0)
    expect(list.faults).toEqual([])
  }, 120_000)

  test("a Storno opens beside a translator that nobody asked", async () => {
    const kunde = await newKunde("Übersetzt")
    const vorgang = await book(kunde)
    const list = await open(`${demo.url}/buero/pfandbuch?kunde=${kunde.id}&vorgang=${vorgang}`, {}, admin)
    await button(list, "Stornieren …").waitFor()
    await translate(list)
    await button(list, "Stornieren …").click()
    await list.getByLabel("Grund").waitFor()
    await list.getByText(`Saldo von ${kunde.name}`).waitFor()
    expect(await list.getByText("Da ist etwas schiefgegangen").count()).toBe(0)
    expect(list.faults).toEqual([])
    await list.close()
  })

  test("what a Storno took back stands ready to be booked anew, as many pieces of each", async () => {
    const kunde = await newKunde("Nochmalhof")
    const vorgang = await book(kunde, "ausgabe", 3)
    const { vorgang_id } = await api(`/pfandbuchungen/${vorgang}/storno`, "POST", { grund: "falscher Tag" })
    const list = await page(`/pfandbuch?kunde=${kunde.id}&vorgang=${vorgang_id}`)
    await list.getByRole("link", { name: "Neu buchen" }).click()
    await list.locator("tr.counted").first().waitFor()
    await list.getByRole("button", { name: "Buchen", exact: true }).click()
    await list.getByText("Zuletzt gebucht").waitFor()
    const [first, storno, again] = Map.groupBy(
      (await api(`/pfandbuchungen?kunde_id=${kunde.id}&sort=lfd_nr`)).items as Buchung[],
      (one) => one.vorgang_id,
    ).values()
    const figures = (all: Buchung[] = []) =>
      all.map(({ bezeichnung, menge, summe_cent }) => ({ bezeichnung, menge, summe_cent }))
    expect(storno?.map(({ summe_cent }) => -summe_cent)).toEqual(first?.map(({ summe_cent }) => summe_cent))
    expect(figures(again)).toEqual(figures(first))
    // Nothing of it stands there for the next one.
    expect(new URL(list.url()).search).toBe("")
    expect(list.faults).toEqual([])
  }, 120_000)

  test("is booked anew for another customer, where it was for the wrong one", async () => {
    const [wrong, meant] = [await newKunde("Verwechselt"), await newKunde("Gemeint")]
    const vorgang = await book(wrong, "ausgabe", 3)
    await api(`/pfandbuchungen/${vorgang}/storno`, "POST", { grund: "falscher Kunde" })
    const form = await page(`/buchen?kunde=${wrong.id}&wie=${vorgang}`)
    await form.locator("tr.counted").first().waitFor()
    await form.getByRole("combobox", { name: "Kunde" }).fill(meant.name)
    await form.keyboard.press("Enter")
    await form.getByText(`Die Zeilen stehen jetzt bei ${meant.name}`).waitFor()
    await form.locator("tr.counted").first().waitFor()
    await form.getByRole("button", { name: "Buchen", exact: true }).click()
    await form.getByText("Zuletzt gebucht").waitFor()
    const { items } = await api(`/pfandbuchungen?kunde_id=${meant.id}`)
    expect(items).toContainEqual(expect.objectContaining({ art: "ausgabe", menge: 3 }))
    // Nothing stays behind for whom it was not.
    await goTo(form, `/buero/buchen?kunde=${wrong.id}`)
    await form.getByRole("button", { name: "Buchen", exact: true }).waitFor()
    expect(await form.locator("tr.counted").count()).toBe(0)
    expect(form.faults).toEqual([])
  }, 120_000)

  test("is booked anew for its delivery, as the gebinde that it brought, unless one says otherwise", async () => {
    const kunde = await newKunde("Lieferhof")
    const { items } = await api("/pfandartikel?art=gebinde&limit=1")
    const pfandartikel_id = items[0].id
    const deliver = async (): Promise<string> => {
      const positionen = [{ pfandartikel_id, soll_ausgabe: 3 }]
      const { id } = await api("/lieferungen", "POST", {
        kunde_id: kunde.id,
        datum: "2026-01-08",
        positionen,
      })
      await api(`/lieferungen/${id}/start`, "POST", {})
      await api(`/lieferungen/${id}/abschluss`, "POST", { positionen: [{ pfandartikel_id, ist_ausgabe: 3 }] })
      const [{ vorgang_id }] = (await api(`/pfandbuchungen?lieferung_id=${id}`)).items
      await api(`/pfandbuchungen/${vorgang_id}/storno`, "POST", { grund: "nur zwei" })
      const form = await page(`/pfandbuch?kunde=${kunde.id}&vorgang=${vorgang_id}`)
      await form.getByRole("link", { name: "Neu buchen" }).click()
      await form.getByRole("link", { name: "Lieferung vom 08.01.2026" }).waitFor()
      return id
    }
    const form = await page("/buchen")
    const bookAgain = async (): Promise<Buchung[]> => {
      await form.getByRole("button", { name: "Buchen", exact: true }).click()
      await form.getByText("Zuletzt gebucht").waitFor()
      return (await api(`/pfandbuchungen?kunde_id=${kunde.id}&limit=1`)).items
    }
    const id = await deliver()
    await hasCount(form.locator("tr.counted"), 1)
    const pieces = form.locator("tr.counted .count input")
    await hasValue(pieces, "3")
    await pieces.fill("2")
    // Kept with what is entered, while the address says nothing of it.
    await goTo(form, `/buero/buchen?kunde=${kunde.id}`)
    await form.getByRole("link", { name: "Lieferung vom 08.01.2026" }).waitFor()
    await hasValue(pieces, "2")
    expect(await barriers(form)).toEqual([])
    expect(await bookAgain()).toMatchObject([{ lieferung_id: id }])
    await goTo(form, `/buero/lieferungen/${id}`)
    await form.getByText("Das wurde storniert und neu gebucht").waitFor()
    await deliver()
    await button(form, "Nicht zu dieser Lieferung").click()
    await form.getByRole("link", { name: "Lieferung vom 08.01.2026" }).waitFor({ state: "detached" })
    expect(await bookAgain()).toMatchObject([{ lieferung_id: null }])
    expect(form.faults).toEqual([])
  }, 120_000)

  test("is booked anew at today's deposit, and says where that is another one", async () => {
    const kunde = await newKunde("Teurerhof")
    const fass = { nummer: "TEURER", bezeichnung: "Fass teurer", art: "einzeln", pfand_cent: 3000 }
    const { id } = await api("/pfandartikel", "POST", { ...fass, ust_klasse: "warenumschliessung" })
    const positionen = [{ pfandartikel_id: id, art: "ausgabe", menge: 2 }]
    const { vorgang_id } = await api("/pfandbuchungen", "POST", { kunde_id: kunde.id, positionen })
    await api(`/pfandbuchungen/${vorgang_id}/storno`, "POST", { grund: "falscher Tag" })
    await api(`/pfandartikel/${id}`, "PATCH", { pfand_cent: 3500 })
    const form = await page(`/buchen?kunde=${kunde.id}&wie=${vorgang_id}`)
    await form.getByText("zum Pfand von heute: Fass teurer 35,00 € statt 30,00 €.").waitFor()
    expect(form.faults).toEqual([])
  }, 120_000)

  test("a Storno names a credit as other pages do", async () => {
    const kunde = await newKunde("Guthabenhof")
    const vorgang = await book(kunde, "ruecknahme")
    const sum = (await bookings(kunde)).reduce((all, { summe_cent }) => all - summe_cent, 0)
    const list = await page(`/pfandbuch?kunde=${kunde.id}&vorgang=${vorgang}`)
    await button(list, "Stornieren …").click()
    const credit = `Guthaben ${(sum / 100).toFixed(2).replace(".", ",")} €`
    await list.getByText(`Saldo von ${kunde.name}: ${credit} → 0,00 €`).waitFor()
    expect(list.faults).toEqual([])
  }, 120_000)

  test("a Storno opens with its reason and its button in sight, and keeps the button there, however many lines it has", async () => {
    const kunde = await newKunde("Langhof")
    const { items } = await api("/pfandartikel?art=einzeln&limit=12")
    const positionen = items.flatMap(({ id }: Kunde) =>
      ["ausgabe", "ruecknahme"].map((art) => ({ pfandartikel_id: id, art, menge: 1 })),
    )
    const { vorgang_id } = await api("/pfandbuchungen", "POST", { kunde_id: kunde.id, positionen })
    const list = await page(`/pfandbuch?kunde=${kunde.id}&vorgang=${vorgang_id}`)
    const reason = list.getByLabel("Grund")
    const submit = button(list, "Storno buchen")
    /** Nothing covers it, down to its lower edge. */
    const isInSight = (what: Locator): Promise<boolean> =>
      what.evaluate((box) => {
        const { left, bottom } = box.getBoundingClientRect()
        return document.elementFromPoint(left + 20, bottom - 4) === box
      })
    for (const width of [1440, 390] as const) {
      await show(list, { width })
      await button(list, "Stornieren …").click()
      await list.waitForFunction(() => document.activeElement?.getAttribute("name") === "grund")
      await picture(list, `storno-lang-${width}`)
      for (const what of [reason, list.getByText("Steht für immer beim Storno"), submit])
        expect([width, String(what), await isInSight(what)]).toEqual([width, String(what), true])
      await list.locator(".window-body").evaluate((body) => body.scrollTo(0, body.scrollHeight / 2))
      expect([width, await isInSight(submit)]).toEqual([width, true])
      await reason.fill("Falsch")
      await button(list, "Abbrechen").click()
      // The message about what is kept covers no button of the panel.
      await list.getByText("Noch nicht gespeichert. Beim nächsten Öffnen").waitFor()
      await button(list, "Stornieren …").scrollIntoViewIfNeeded()
      await picture(list, `storno-aufgehoben-${width}`)
      expect([width, await isInSight(button(list, "Stornieren …"))]).toEqual([width, true])
    }
    expect(list.faults).toEqual([])
  }, 120_000)

  test("a Storno says that its reason was typed the last time, and can be begun again", async () => {
    const vorgang = await book(await newKunde("Wiederhof"))
    const list = await page(`/pfandbuch?vorgang=${vorgang}`)
    const reason = list.getByLabel("Grund")
    await button(list, "Stornieren …").click()
    await reason.fill("Falsch")
    const left = list.getByText("Noch nicht gespeicherte Eingaben vom letzten Mal")
    await drawn(list)
    expect(await left.count()).toBe(0)
    await button(list, "Abbrechen").click()
    const kept = list.getByText("Noch nicht gespeichert. Beim nächsten Öffnen")
    await kept.waitFor()
    await button(list, "Stornieren …").click()
    await left.waitFor()
    // Taken away, it is not false when the reason is discarded.
    expect(await kept.count()).toBe(0)
    expect(await barriers(list)).toEqual([])
    await button(list, "Eingaben verwerfen").click()
    await left.waitFor({ state: "detached" })
    await hasValue(reason, "")
    expect(await reason.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(list.faults).toEqual([])
  }, 120_000)

  test("the filter by person offers everybody, however many there are", async () => {
    const list = await open("about:blank", {}, admin)
    // As with more people than one page has.
    await list.route("**/api/mitarbeiter?limit=200*", (route) =>
      route.continue({ url: route.request().url().replace("limit=200", "limit=1") }),
    )
    await list.goto(`${demo.url}/buero/pfandbuch`)
    const { items } = await api("/mitarbeiter?limit=200")
    expect(items.length).toBeGreaterThan(2)
    await list.getByRole("button", { name: /Person/ }).click()
    for (const { name } of items) await list.getByRole("option", { name }).waitFor()
    expect(list.faults).toEqual([])
    await list.close()
  }, 120_000)

  test("a Storno says what it will book, wants a reason, and is booked once", async () => {
    const kunde = await newKunde("Stornohof")
    const vorgang = await book(kunde)
    const before = (await bookings(kunde)).reduce((sum, { summe_cent }) => sum + summe_cent, 0)
    const list = await page(`/pfandbuch?kunde=${kunde.id}`)
    await list.getByRole("rowheader").first().click()
    await list.waitForURL(`**vorgang=${vorgang}`)
    await button(list, "Stornieren …").click()
    const counter = list.getByRole("table", { name: "Zeilen des Stornos" })
    await counter.getByText("Storno", { exact: true }).first().waitFor()
    const euro = `${(before / 100).toFixed(2).replace(".", ",")} €`
    await list.getByText(`Saldo von ${kunde.name}: ${euro} → 0,00 €`).waitFor()
    expect(await barriers(list)).toEqual([])
    await list.waitForFunction(() => document.activeElement?.getAttribute("name") === "grund")
    await list.keyboard.press("Control+Enter")
    await list.getByText("darf nicht leer sein").waitFor()
    await list.getByLabel("Grund").fill("Beim falschen Kunden")
    await button(list, "Storno buchen").dblclick()
    await list.getByText("Der Vorgang ist storniert").waitFor()
    await button(list, "Stornieren …").waitFor({ state: "detached" })
    const all = await bookings(kunde)
    expect(all.reduce((sum, { summe_cent }) => sum + summe_cent, 0)).toBe(0)
    expect(all).toHaveLength(4)

    await button(list, "Storno zeigen").click()
    await panel(list, "Storno").getByText("Beim falschen Kunden").waitFor()
    expect(await button(list, "Stornieren …").count()).toBe(0)
    await button(list, "Stornierten Vorgang zeigen").click()
    await list.waitForURL(`**vorgang=${vorgang}`)
    expect(list.faults.filter((fault) => !fault.includes("400"))).toEqual([])
  }, 180_000)

  test("a panel shows no other Vorgang than that of its address", async () => {
    const kunde = await newKunde("Langsam")
    const [first, second] = [await book(kunde), await book(kunde)]
    const list = await page(`/pfandbuch?vorgang=${first}`)
    await button(list, "Stornieren …").waitFor()
    const [asked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await list.route(new RegExp(`vorgang_id=${second}`), async (route) => {
      asked.resolve()
      await gate.promise
      await route.continue()
    })
    await list.evaluate((to) => history.pushState(null, "", to), `/buero/pfandbuch?vorgang=${second}`)
    await asked.promise
    await button(list, "Stornieren …").waitFor({ state: "detached" })
    gate.resolve()
    await button(list, "Stornieren …").waitFor()
    expect(list.faults).toEqual([])
  }, 60_000)

  test("when somebody else was faster, or a device has moved on, it says why not", async () => {
    const kunde = await newKunde("Zuspät")
    const vorgang = await book(kunde)
    const list = await page(`/pfandbuch?vorgang=${vorgang}`)
    await button(list, "Stornieren …").click()
    await list.getByLabel("Grund").fill("Doppelt")
    await api(`/pfandbuchungen/${vorgang}/storno`, "POST", { grund: "Ich zuerst" })
    await button(list, "Storno buchen").click()
    const refused = list.getByRole("alert").filter({ hasText: "bereits storniert" })
    await refused.or(button(list, "Storno zeigen")).first().waitFor()
    expect(await bookings(kunde)).toHaveLength(4)

    const geraet = await api("/geraete", "POST", {
      geraetenummer: `S-${Date.now()}`,
      bezeichnung: "Kühler",
      pfand_cent: 5000,
    })
    await api(`/geraete/${geraet.id}/ausgabe`, "POST", { kunde_id: kunde.id })
    await api(`/geraete/${geraet.id}/ruecknahme`, "POST", {})
    const { items } = await api(`/pfandbuchungen?geraet_id=${geraet.id}&art=ausgabe`)
    await goTo(list, `/buero/pfandbuch?geraet=${geraet.id}&vorgang=${items[0].vorgang_id}`)
    await list.getByRole("button", { name: `Gerät ${geraet.geraetenummer}` }).waitFor()
    await button(list, "Stornieren …").click()
    await list.getByText("gilt wieder als im Lager").waitFor()
    await list.getByLabel("Grund").fill("Irrtum")
    await button(list, "Storno buchen").click()
    await list.getByRole("alert").filter({ hasText: "wurde danach weiter bewegt" }).waitFor()
  }, 180_000)

  test("the office reads it, sees who may reverse what, and reverses its own booking of today", async () => {
    const kunde = await newKunde("Lesehof")
    const vorgang = await book(kunde)
    const list = await page(`/pfandbuch?vorgang=${vorgang}`, office)
    await list.getByText("Storno: nur die Verwaltung.").waitFor()
    expect(await button(list, "Stornieren …").count()).toBe(0)
    expect(await list.getByRole("link", { name: "Korrektur buchen" }).count()).toBe(0)
    await list.getByRole("link", { name: kunde.name }).click()
    await list.getByRole("heading", { level: 1, name: kunde.name }).waitFor()
    const chief = await page(`/pfandbuch?vorgang=${vorgang}`)
    const link = chief.getByRole("link", { name: "Korrektur buchen" })
    expect(await link.getAttribute("href")).toBe(`/buero/buchen?kunde=${kunde.id}`)

    const { items } = await api("/pfandbuchungen?art=ausgabe&limit=200")
    const article = items.find((one: { pfandartikel_id: string | null }) => one.pfandartikel_id !== null)
    const positionen = [{ pfandartikel_id: article.pfandartikel_id, art: "ausgabe", menge: 1 }]
    const own = await office.request.post(`${demo.url}/api/pfandbuchungen`, {
      data: { kunde_id: kunde.id, positionen },
      headers: { "sec-fetch-site": "same-origin" },
    })
    await goTo(list, `/buero/pfandbuch?vorgang=${(await own.json()).vorgang_id}`)
    await button(list, "Stornieren …").click()
    await list.getByLabel("Grund").fill("Vertippt")
    await button(list, "Storno buchen").click()
    await list.getByText("Der Vorgang ist storniert").waitFor()
    expect(list.faults).toEqual([])
  }, 120_000)

  test("arrow keys go on from the right row when others have come above it", async () => {
    const kunde = await newKunde("Pfeilhof")
    await book(kunde)
    const list = await openWithClock(`${demo.url}/buero/pfandbuch?kunde=${kunde.id}`, admin)
    await list.locator("[data-row='0'] [data-open]").focus()
    await list.keyboard.press("ArrowDown")
    const focused = () => list.evaluate(() => document.activeElement?.closest("[data-row]")?.textContent)
    const second = await focused()
    await book(kunde)
    await list.clock.fastForward(WATCH)
    await list.locator("[data-row='3']").waitFor()
    expect(await focused()).toBe(second)
    await list.keyboard.press("ArrowUp")
    await list.keyboard.press("ArrowDown")
    expect(await focused()).toBe(second)
    await list.close()
  }, 120_000)

  test("with names of 200 letters and large sums everything stays in its frame", async () => {
    const name = "Donaudampfschifffahrtsgesellschaftskapitän ".repeat(5).slice(0, 180).trim()
    const kunde = await newKunde(name)
    const vorgang = await book(kunde, "ausgabe", 5000)
    const list = await page(`/pfandbuch?kunde=${kunde.id}&vorgang=${vorgang}`)
    await panel(list, "Vorgang").getByRole("link", { name: kunde.name }).waitFor()
    for (const width of [1440, 390] as const) {
      await show(list, { width })
      const over = await list.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect([width, over]).toEqual([width, 0])
    }
  }, 120_000)
})
