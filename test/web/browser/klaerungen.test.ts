import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext, Locator } from "playwright-core"
import type { Running } from "../../helpers/executable.ts"
import {
  ask,
  barriers,
  goTo,
  hasChromium,
  hasValue,
  logIn,
  openWithClock,
  picture,
  sharedPage,
  show,
  startDemo,
  WATCH,
} from "./browser.ts"
import { logInOffice } from "./dispatcher.ts"

let demo: Running
let office: BrowserContext
let driver: BrowserContext
let artikel: string
let kunde: { id: string; name: string }

const api = <T>(path: string, data?: object, who = office) => ask<T>(who, path, data ? "POST" : "GET", data)

/** A driver handed five crates over that were refused, at a delivery that nobody has completed since. */
async function handOver(datum: string, ablehnung: string): Promise<{ id: string; lieferung_id: string }> {
  const { id: fahrer_id } = await api<{ id: string }>("/auth/me", undefined, driver)
  const plan = { kunde_id: kunde.id, fahrer_id, datum, positionen: [] }
  const lieferung = await api<{ id: string }>("/lieferungen", plan)
  const angaben = {
    positionen: [{ pfandartikel_id: artikel, ist_ruecknahme: 5 }],
    empfaenger_name: "Frau Behn",
  }
  const body = { art: "abschluss", lieferung_id: lieferung.id, versuch: 1, ablehnung, angaben }
  const { id } = await api<{ id: string }>("/klaerungen", body, driver)
  return { id, lieferung_id: lieferung.id }
}

describe.skipIf(!hasChromium)("what drivers leave for the office", () => {
  beforeAll(async () => {
    demo = await startDemo()
    office = await logIn(demo, "buero")
    driver = await logIn(demo, "fahrer1")
    const articles = await api<{ items: { id: string }[] }>("/pfandartikel?q=bier&limit=1")
    artikel = articles.items[0]?.id ?? ""
    const found = await api<{ items: (typeof kunde)[] }>("/kunden?q=adl&limit=1")
    kunde = found.items[0] ?? { id: "", name: "" }
  }, 120_000)
  afterAll(() => demo?.stop())

  test("what was refused is told with what the driver entered and photographed", async () => {
    const page = await sharedPage("/buero/klaerungen", office)
    await page.getByRole("row").filter({ hasText: "ist schon zugestellt" }).click()
    await page.getByRole("img", { name: "Tor klemmt" }).waitFor()
    await picture(page, "klaerung-demo")
    expect(page.faults).toEqual([])
  }, 120_000)

  test("what was refused is booked with the numbers that the office corrects", async () => {
    const { id, lieferung_id } = await handOver("2031-06-03", "Der Server war voll")
    const page = await sharedPage("/buero/klaerungen", office)
    // The list was read a moment ago, before this one was in it.
    await page.reload()
    await page.getByRole("row").filter({ hasText: "Der Server war voll" }).click()
    await page.waitForURL(`**/klaerungen?id=${id}`)
    const panel = page.getByRole("region", { name: `Zugestellt: ${kunde.name}` })
    await panel.getByText("Abgelehnt: Der Server war voll").waitFor()
    const behn = panel.getByText("Angenommen von Frau Behn, ohne Unterschrift")
    await behn.waitFor()
    // What it is about comes first, and the rest below it.
    const top = async (where: Locator) => (await where.boundingBox())?.y ?? 0
    expect(await top(panel.getByRole("region", { name: "Gemeldet" }))).toBeLessThan(await top(behn))
    expect(await barriers(page)).toEqual([])
    await picture(page, "klaerung")
    const back = panel.getByRole("textbox", { name: /^Zurück/ })
    await hasValue(back, "5")
    await panel.getByRole("textbox", { name: "Bemerkung zur Entscheidung" }).fill("Nachgezählt")
    await back.fill("9999")
    await panel.getByRole("button", { name: "Buchen" }).click()
    const question = page.getByRole("alertdialog", { name: "Ungewöhnliche Buchung" })
    await question.getByText(/9\.999\s×\s.* zurück; der Kunde hat/).waitFor()
    await page.keyboard.press("Escape")
    await back.fill("4")
    await panel.getByRole("button", { name: "Buchen" }).dblclick()
    await panel.waitFor({ state: "hidden" })
    expect(await api<object>(`/klaerungen/${id}`)).toMatchObject({
      status: "gebucht",
      entscheidung: "Nachgezählt",
    })
    expect(await api<object>(`/lieferungen/${lieferung_id}`)).toMatchObject({
      status: "zugestellt",
      empfaenger_name: "Frau Behn",
      positionen: [{ ist_ruecknahme: 4 }],
    })
    await goTo(page, `/buero/klaerungen?status=gebucht&id=${id}`)
    await page.getByText(/^Gebucht von Sabine Krüger am .*: Nachgezählt$/).waitFor()
    expect(page.faults).toEqual([])
  }, 120_000)

  test("what was refused is booked on top of what is booked already only where somebody says so", async () => {
    const { id, lieferung_id } = await handOver("2031-06-07", "Kein Platz")
    const page = await sharedPage(`/buero/klaerungen?id=${id}`, office)
    await page.getByText("Ist die Lieferung noch geplant").waitFor()
    const said = page.getByRole("region", { name: "Schon gebucht" })
    expect(await said.count()).toBe(0)
    // Completed since by another request: the page that is open does not know it yet.
    await api(`/lieferungen/${lieferung_id}/start`, {})
    const positionen = [{ pfandartikel_id: artikel, ist_ruecknahme: 5 }]
    await api(`/lieferungen/${lieferung_id}/abschluss`, { positionen })
    const reported = page.getByRole("region", { name: "Gemeldet" })
    await reported.getByRole("textbox", { name: /^Zurück/ }).fill("7")
    await page.getByRole("button", { name: "Buchen" }).click()
    const question = page.getByRole("alertdialog", { name: "Zu dieser Lieferung ist schon gebucht" })
    await question.getByText(/^Gebucht am .*: 5\s×\s.* zurück\.$/).waitFor()
    await question.getByText(/^Dazu kommt jetzt: 7\s×\s.* zurück\.$/).waitFor()
    await picture(page, "klaerung-schon-gebucht")
    await page.keyboard.press("Escape")
    await page.reload()
    await said.getByRole("row").filter({ hasText: "5" }).first().waitFor()
    await picture(page, "klaerung-schon-gebucht-seite")
    // The way to what it is about.
    const [who, what] = [kunde.name, /^(?:Ansehen|\d+\. Versuch ansehen)$/].map((name) =>
      page.getByRole("region", { name: /^Zugestellt: / }).getByRole("link", { name }),
    )
    expect(await who?.getAttribute("href")).toEndWith(`/kunden/${kunde.id}`)
    expect(await what?.getAttribute("href")).toEndWith(`/lieferungen/${lieferung_id}`)
    const count = async () =>
      (await api<{ items: object[] }>(`/pfandbuchungen?lieferung_id=${lieferung_id}`)).items.length
    const before = await count()
    await page.getByRole("button", { name: "Buchen" }).click()
    await question.getByRole("button", { name: "Zusätzlich buchen" }).click()
    await page.waitForURL("**/klaerungen")
    expect([await count(), page.faults]).toEqual([2 * before, []])
  }, 120_000)

  test("what was refused is discarded with a reason alone", async () => {
    const { id, lieferung_id } = await handOver("2031-06-04", "Die Lieferung gehört jemand anderem")
    const page = await sharedPage(`/buero/klaerungen?id=${id}`, office)
    await page.getByRole("button", { name: "Meldung verwerfen …" }).click()
    await page.getByRole("button", { name: "Doch buchen" }).click()
    await page.getByRole("button", { name: "Meldung verwerfen …" }).click()
    await page.getByRole("button", { name: "Meldung verwerfen", exact: true }).click()
    await page.getByRole("textbox", { name: "Grund" }).and(page.locator("[aria-invalid]")).waitFor()
    const reason = page.getByRole("textbox", { name: "Grund" })
    await reason.fill("Von neulich")
    // A button of another name empties the form, and decides nothing.
    await page.keyboard.press("Escape")
    await page.waitForURL("**/klaerungen")
    await goTo(page, `/buero/klaerungen?id=${id}`)
    await page.getByRole("button", { name: "Meldung verwerfen …" }).click()
    await page.getByRole("button", { name: "Eingaben verwerfen", exact: true }).click()
    await page.waitForFunction(() => document.activeElement?.getAttribute("name") === "grund")
    await hasValue(reason, "")
    expect(await api<object>(`/klaerungen/${id}`)).toMatchObject({ status: "offen" })
    await reason.fill("War doppelt")
    await page.keyboard.press("Control+Enter")
    await page.waitForURL("**/klaerungen")
    expect(await api<object>(`/klaerungen/${id}`)).toMatchObject({
      status: "verworfen",
      entscheidung: "War doppelt",
    })
    expect(await api<object>(`/lieferungen/${lieferung_id}`)).toMatchObject({ status: "geplant" })
    page.faults = page.faults.filter((fault) => !fault.includes("400"))
    expect(page.faults).toEqual([])
  }, 120_000)

  test("what was refused is found from the delivery it is about, and decided with keys alone", async () => {
    const { id, lieferung_id } = await handOver("2031-06-05", "Zu spät gesendet")
    const page = await sharedPage(`/buero/lieferungen/${lieferung_id}`, office)
    await page.getByRole("link", { name: "Entscheiden" }).click()
    // The first number of pieces has the focus.
    await page.waitForFunction(() => document.activeElement?.hasAttribute("data-line"))
    await page.keyboard.press("Control+Enter")
    await page.waitForURL("**/klaerungen")
    expect(await api<object>(`/klaerungen/${id}`)).toMatchObject({ status: "gebucht" })
    expect(page.faults).toEqual([])
  }, 120_000)

  test("nothing bars anybody from deciding, in any light and width", async () => {
    const { id } = await handOver("2031-06-06", "Zu spät gesendet")
    const page = await sharedPage(`/buero/klaerungen?id=${id}`, office)
    await page.getByRole("button", { name: "Meldung verwerfen …" }).waitFor()
    for (const look of [{ width: 1024, dark: true }, { width: 390 }] as const) {
      await show(page, look)
      await picture(page, `klaerung-${look.width}`)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
      expect([look.width, await barriers(page), wide]).toEqual([look.width, [], false])
    }
    await page.keyboard.press("Escape")
  }, 120_000)

  test("the evening shows what was counted against what was expected, and who has not counted", async () => {
    const datum = "2021-07-01"
    const { items } = await api<{ items: { id: string; name: string }[] }>("/mitarbeiter")
    const murat = items.find(({ name }) => name.startsWith("Murat"))
    const out = [{ pfandartikel_id: artikel, soll_ausgabe: 2 }]
    const plan = { kunde_id: kunde.id, fahrer_id: murat?.id, datum, positionen: out }
    const { id } = await api<{ id: string }>("/lieferungen", plan)
    const positionen = [{ art: "leergut", pfandartikel_id: artikel, gezaehlt: 3 }]
    await api("/feierabend", { datum, positionen, bemerkung: "Stand noch im Hof" }, driver)
    const page = await sharedPage(`/buero/feierabend?datum=${datum}`, office)
    const count = page.getByRole("region", { name: "Jens Brandt" })
    await count.getByText("1 Abweichung").waitFor()
    await count.getByText("3 zu viel").waitFor()
    await count.getByText("Stand noch im Hof").waitFor()
    const saved = page.waitForEvent("download")
    await count.getByRole("button", { name: "Protokoll Jens Brandt (PDF)" }).click()
    expect((await saved).suggestedFilename()).toEndWith(".pdf")
    await page.locator(".tally", { hasText: "Murat" }).getByText("Noch nicht gezählt").waitFor()
    for (const look of [{ width: 1440 }, { width: 1024, dark: true }, { width: 390 }] as const) {
      await show(page, look)
      await picture(page, `feierabend-${look.width}`)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
      expect([look.width, await barriers(page), wide]).toEqual([look.width, [], false])
    }
    await page.emulateMedia({ media: "print" })
    expect(await page.getByRole("navigation", { name: "Bereiche" }).isVisible()).toBe(false)
    expect(await page.getByRole("button", { name: "Drucken" }).isVisible()).toBe(false)
    expect(await count.getByText("3 zu viel").isVisible()).toBe(true)
    await page.emulateMedia({ media: "screen" })
    await page.getByRole("button", { name: "Tag davor" }).click()
    await page.waitForURL("**/feierabend?datum=2021-06-30")
    await page.getByText("An diesem Tag war niemand unterwegs.").waitFor()
    await page.getByRole("link", { name: "01.07.2021" }).click()
    await count.getByText("3 zu viel").waitFor()
    // Again by the office, and for a driver who is still out only when asked.
    await count.getByRole("button", { name: "Jens Brandt neu zählen …" }).click()
    const panel = page.getByRole("region", { name: /^Wagen von/ })
    const found = panel.getByRole("textbox", { name: /erwartet 0/ })
    await hasValue(found, "3")
    // What was counted is seen whole at every width, and a click on it is enough to type over it.
    for (const width of [390, 1024, 1440] as const) {
      await show(page, { width })
      await picture(page, `feierabend-zaehlen-${width}`)
      expect((await found.boundingBox())?.width).toBeGreaterThan(80)
    }
    await panel.getByRole("textbox", { name: "Bemerkung" }).click()
    await found.click()
    await page.keyboard.type("118")
    await hasValue(found, "118")
    await found.fill("0")
    await panel.getByRole("button", { name: "Zählung speichern" }).click()
    await count.getByText(/Davor gezählt am .*: 1 Abweichung/).waitFor()
    await count.getByText("Stimmt").waitFor()
    await page.getByRole("button", { name: "Hier zählen …" }).click()
    await panel.getByRole("button", { name: "Abbrechen" }).click()
    await panel.waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Hier zählen …" }).click()
    const field = panel.getByRole("textbox", { name: /erwartet 2/ })
    await hasValue(field, "")
    await field.press("Enter")
    await panel.getByText("zählen, auch eine 0").waitFor()
    await field.fill("2")
    await field.press("Enter")
    const question = page.getByRole("alertdialog", { name: "Schon zählen?" })
    await question.getByText(`Noch offen: ${kunde.name}.`).waitFor()
    await picture(page, "feierabend-offen")
    await question.getByRole("button", { name: "Ja, jetzt zählen" }).click()
    const late = page.getByRole("region", { name: /^Murat/ })
    await late.getByText("Stimmt").waitFor()
    await api(`/lieferungen/${id}/start`, {})
    const done = [{ pfandartikel_id: artikel, ist_ausgabe: 1, ist_ruecknahme: 3 }]
    await api(`/lieferungen/${id}/abschluss`, { erfasst_am: `${datum}T10:00:00.000Z`, positionen: done })
    await page.reload()
    await late.getByText(`Nach der Zählung noch gebucht: ${kunde.name}. Bitte neu zählen.`).waitFor()
    for (const look of [{ width: 1440 }, { width: 1024, dark: true }, { width: 390 }] as const) {
      await show(page, look)
      await picture(page, `feierabend-danach-${look.width}`)
    }
    expect(page.faults).toEqual([])
  }, 120_000)

  test("the office counts by what is expected now, and not by what it read before", async () => {
    const datum = "2021-07-15"
    const { items } = await api<{ items: { id: string; name: string }[] }>("/mitarbeiter")
    const murat = items.find(({ name }) => name.startsWith("Murat"))
    const out = [{ pfandartikel_id: artikel, soll_ausgabe: 2 }]
    const plan = { kunde_id: kunde.id, fahrer_id: murat?.id, datum, positionen: out }
    const { id } = await api<{ id: string }>("/lieferungen", plan)
    const page = await openWithClock(`/buero/feierabend?datum=${datum}`, office)
    const panel = page.getByRole("region", { name: /^Wagen von/ })
    await page.getByRole("button", { name: "Hier zählen …" }).click()
    await panel.getByRole("textbox", { name: /erwartet 2/ }).waitFor()
    await panel.getByRole("button", { name: "Abbrechen" }).click()
    await panel.waitFor({ state: "detached" })
    await api(`/lieferungen/${id}/start`, {})
    const done = [{ pfandartikel_id: artikel, ist_ausgabe: 1, ist_ruecknahme: 0 }]
    await api(`/lieferungen/${id}/abschluss`, { erfasst_am: `${datum}T10:00:00.000Z`, positionen: done })
    await page.clock.fastForward(WATCH)
    await page.getByRole("button", { name: "Hier zählen …" }).click()
    await panel.getByRole("textbox", { name: /erwartet 1/ }).waitFor()
    expect(await panel.getByRole("textbox", { name: /erwartet 2/ }).count()).toBe(0)
    await page.close()
  }, 120_000)

  test("a count that came later corrects one of a telephone whose clock is ahead", async () => {
    const count = { datum: "2021-09-01", positionen: [] as object[] }
    const id = Bun.randomUUIDv7("hex", Date.now() + 400 * 86_400_000)
    await api("/feierabend", { ...count, id, bemerkung: "Die erste" }, driver)
    await api("/feierabend", { ...count, bemerkung: "Die zweite" }, driver)
    const page = await sharedPage("/buero/feierabend?datum=2021-09-01", office)
    const truck = page.getByRole("region", { name: "Jens Brandt" })
    await truck.getByText("Die zweite").waitFor()
    expect(await truck.getByText("Die erste").count()).toBe(0)
  }, 120_000)

  test("the evening of many trucks shows each of them, however often all were counted", async () => {
    const datum = "2021-10-01"
    const admin = await logInOffice(Number(new URL(demo.url).port))
    const hire = (name: string, email: string) =>
      admin("POST", "mitarbeiter", { name, email, rolle: "fahrer", password: "Ein-Wagen-voll-Leergut-7" })
    const first = await hire("Zora Zuerst", "zora@demo.example")
    await hire("Kim Auch", "kim@demo.example")
    const { items } = await admin("GET", "mitarbeiter?limit=200")
    const others = items.filter(({ id }: { id: string }) => id !== first.id).slice(0, 5)
    expect(others).toHaveLength(5)
    const post = (fahrer_id: string) => api("/feierabend", { datum, fahrer_id, positionen: [] })
    // The latest hundred are of the others.
    await post(first.id)
    for (const { id } of others) for (let n = 0; n < 20; n++) await post(id)
    const page = await sharedPage(`/buero/feierabend?datum=${datum}`, office)
    await page.getByRole("region", { name: "Zora Zuerst" }).waitFor()
  }, 120_000)
})
