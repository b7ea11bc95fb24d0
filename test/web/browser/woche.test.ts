import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext } from "playwright-core"
import { addDays, mondayOf } from "../../../src/lib/day.ts"
import { today } from "../../helpers/day.ts"
import { until } from "../../helpers/eventually.ts"
import type { Running } from "../../helpers/executable.ts"
import {
  ask,
  barriers,
  goTo,
  hasChromium,
  hasValue,
  logIn,
  open,
  pictures,
  show,
  startDemo,
  type Watched,
} from "./browser.ts"

/** Regular days are agreed on at the customer, and next week's tours taken over as they are proposed. */

let demo: Running
let office: BrowserContext
const page = (path: string): Promise<Watched> => open(`${demo.url}/buero${path}`, {}, office)
const api = (path: string, method?: string, data?: object) => ask(office, path, method, data)

/** The next Monday after today: the demo has nothing of that week. */
const monday = addDays(mondayOf(today()), 7)

describe.skipIf(!hasChromium)("a week", () => {
  beforeAll(async () => {
    demo = await startDemo()
    office = await logIn(demo, "buero")
  }, 120_000)
  afterAll(() => office?.close())

  test("is begun at a planned delivery: as it is, from the week after", async () => {
    const kunde = await api("/kunden", "POST", { name: `Stamm ${process.pid}` })
    const { items } = await api("/pfandartikel?art=einzeln&limit=1")
    const position = { pfandartikel_id: items[0].id, soll_ausgabe: 3, soll_ruecknahme: 0 }
    const plan = { kunde_id: kunde.id, datum: monday, zeit_von: "08:15", positionen: [position] }
    const { id } = await api("/lieferungen", "POST", plan)
    const shown = await page(`/lieferungen/${id}`)
    await shown.getByRole("button", { name: "Mehr", exact: true }).click()
    await shown.getByRole("menuitem", { name: "Regelmäßig liefern …" }).click()
    const panel = shown.locator(".panel")
    await panel.getByRole("textbox", { name: /^Hin / }).waitFor()
    await pictures(shown, "liefertag-wie")
    await panel.getByRole("button", { name: "Vereinbaren" }).click()
    await shown.getByText("Geplant ist es, wenn der Vorschlag der Woche übernommen ist").waitFor()
    await pictures(shown, "liefertag-vereinbart")
    expect(await panel.count()).toBe(0)
    const [agreed] = (await api(`/liefertage?kunde_id=${kunde.id}`)).items
    const next = addDays(monday, 7)
    expect(agreed).toMatchObject({ ab: next, zeit_von: "08:15", alle_wochen: 1, positionen: [position] })
    await shown.getByRole("button", { name: "Zur Woche" }).click()
    await shown.waitForURL(`**/touren/woche?woche=${next}`)
    await shown.getByRole("checkbox", { name: kunde.name }).waitFor()
    // A single one is planned beside it in knowledge of it.
    await goTo(shown, `/buero/lieferungen/neu?kunde=${kunde.id}&datum=${next}`)
    await shown.getByRole("link", { name: /^Jeden / }).waitFor()
    expect(shown.faults).toEqual([])
  }, 120_000)

  test("the board counts apart what something speaks against", async () => {
    // A Sunday: the demo delivers to nobody then.
    const datum = addDays(monday, 20)
    for (const name of ["Klar", "Zweifach"]) {
      const { id: kunde_id } = await api("/kunden", "POST", { name: `${name} ${process.pid}` })
      await api("/liefertage", "POST", { kunde_id, ab: datum })
      if (name === "Zweifach") await api("/lieferungen", "POST", { kunde_id, datum, positionen: [] })
    }
    const board = await page(`/touren?datum=${datum}`)
    await board.getByRole("link", { name: "1 Lieferung und 1 mit Bedenken" }).waitFor()
  }, 60_000)

  test("is proposed from what was agreed on with customers, and planned with one press", async () => {
    const kunde = await api("/kunden", "POST", { name: `Krug ${process.pid}`, ort: "Lüneburg" })
    const shown = await page(`/kunden/${kunde.id}`)
    await shown.getByRole("button", { name: "Liefertag vereinbaren" }).click()
    const panel = shown.locator(".panel")
    const first = panel.getByRole("group", { name: "Zum ersten Mal am" })
    await first.getByRole("spinbutton").first().click()
    await shown.keyboard.type(monday.split("-").toReversed().join(""))
    await first.getByText("Mo", { exact: true }).waitFor()
    // Clicked, a figure is typed over; and what stands below it stays in its place.
    const weeks = panel.getByRole("textbox", { name: "Abstand in Wochen" })
    const below = async () => (await panel.locator("[data-field=bis]").boundingBox())?.y
    const place = await below()
    await weeks.click()
    await shown.keyboard.type("2")
    await panel.getByText("Jeden zweiten Montag").waitFor()
    await weeks.fill("")
    await panel.getByText("Jeden zweiten Montag").waitFor({ state: "detached" })
    expect(await below()).toBe(place)
    await weeks.fill("1")
    const article = panel.getByRole("combobox", { name: "Artikel oder Gerät dazu" })
    await article.fill("BIER-20")
    await article.press("Enter")
    await panel.getByRole("textbox", { name: /^Hin / }).fill("4")
    await pictures(shown, "liefertag-neu")
    await shown.keyboard.press("Control+Enter")
    const days = shown.getByRole("region", { name: "Liefertage" })
    await days
      .getByRole("listitem")
      .filter({ hasText: /Jeden Montag.*4\s×\s/ })
      .waitFor()
    expect(await barriers(shown)).toEqual([])
    await pictures(shown, "liefertage")
    const tours = days.getByRole("link", { name: "Touren einer Woche" })
    expect(await tours.getAttribute("href")).toEndWith(`/touren/woche?woche=${monday}`)

    // The board of that day tells of what is still to be planned.
    const week = await page(`/touren?datum=${monday}`)
    await week.getByText("Aus den Liefertagen noch nicht geplant").getByRole("link").click()
    const own = week.getByRole("checkbox", { name: kunde.name })
    await own.waitFor()
    expect(await own.isChecked()).toBe(true)
    await pictures(week, "woche")
    expect(await barriers(week)).toEqual([])
    // All that is to be planned is read before, also in a narrow window.
    await show(week, { width: 1024 })
    const hidden = await week
      .locator(".proposal li > span")
      .evaluateAll((parts) =>
        parts.filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 2),
      )
    expect(hidden).toEqual([])
    await show(week, {})
    const boxes = week.getByRole("listitem").getByRole("checkbox")
    const all = await boxes.count()
    // One box for each day; what was turned is still turned for who comes back.
    const ofDay = week.getByRole("checkbox", { name: /^Alle am Montag/ })
    await ofDay.uncheck()
    expect(await own.isChecked()).toBe(false)
    await own.check()
    const thursday = week.getByRole("checkbox", { name: /^Alle am Donnerstag/ })
    await thursday.uncheck()
    await thursday.check()
    const every = week.getByRole("checkbox", { name: /^Alle ankreuzen/ })
    await every.check()
    await every.uncheck()
    await week.getByText(`0 von ${all}`).waitFor()
    await every.check()
    await boxes.last().uncheck()
    expect(await thursday.evaluate((box) => (box as HTMLInputElement).indeterminate)).toBe(true)
    await week.getByRole("link", { name: "Tag", exact: true }).click()
    await week.goBack()
    // One goes on another day of the week; and all of it is taken back, and planned once more.
    const day = week.getByRole("combobox", { name: `Tag für ${kunde.name}` })
    const wednesday = addDays(monday, 2)
    await day.selectOption(wednesday)
    const plan = week.getByRole("button", { name: `${all - 1} Lieferungen planen` })
    const undo = (said: string) =>
      week.locator(".toast").filter({ hasText: said }).getByRole("button", { name: "Rückgängig" })
    await plan.click()
    await undo(`${all - 1} Lieferungen sind geplant`).click()
    await week.getByText(`${all - 1} Lieferungen sind abgesagt und wieder vorgeschlagen`).waitFor()
    await hasValue(day, monday)
    await day.selectOption(wednesday)
    await pictures(week, "woche-verschoben")
    await plan.click()
    await undo(`${all - 1} Lieferungen sind geplant`).waitFor()
    await week.getByRole("button", { name: "Angekreuzte in dieser Woche auslassen" }).waitFor()
    await until("what was planned is proposed no more", async () => {
      return (await boxes.count()) === 1
    })
    expect(await boxes.isChecked()).toBe(false)
    await pictures(week, "woche-geplant")
    await boxes.check()
    // What is left out is taken back at once, or where it stands.
    const leaveOut = week.getByRole("button", { name: "Angekreuzte in dieser Woche auslassen" })
    await leaveOut.click()
    await week.getByText("1 Lieferung fällt in dieser Woche aus").waitFor()
    await undo("1 Lieferung fällt in dieser Woche aus").click()
    await boxes.check()
    await leaveOut.click()
    await pictures(week, "woche-ausgelassen")
    await week.getByRole("button", { name: /doch vorschlagen$/ }).click()
    await boxes.waitFor()
    const planned = await api(`/lieferungen?kunde_id=${kunde.id}`)
    const stands = planned.items.map(({ datum, status }: Record<string, string>) => [datum, status])
    expect(stands).toEqual(Array.from(["storniert", "geplant"], (status) => [wednesday, status]))
    expect([shown.faults, week.faults]).toEqual([[], []])
  }, 60_000)

  test("another day that is chosen while the others are planned stays chosen", async () => {
    const week = addDays(monday, 70)
    for (const name of ["Fest", "Lose"]) {
      const { id: kunde_id } = await api("/kunden", "POST", { name: `${name} ${process.pid}` })
      await api("/liefertage", "POST", { kunde_id, ab: week })
    }
    const shown = await page(`/touren/woche?woche=${week}`)
    const loose = `Lose ${process.pid}`
    await shown.getByRole("checkbox", { name: loose }).uncheck()
    const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await shown.route(/\/api\/touren\/woche\/[\d-]+$/, async (route) => {
      begun.resolve()
      await gate.promise
      await route.continue()
    })
    await shown.getByRole("button", { name: /Lieferung(en)? planen$/ }).click()
    await begun.promise
    const day = shown.getByRole("combobox", { name: `Tag für ${loose}` })
    await day.selectOption(addDays(week, 2))
    gate.resolve()
    await shown.getByText(/Lieferung(en)? (ist|sind) geplant/).waitFor()
    await hasValue(day, addDays(week, 2))
    expect(shown.faults).toEqual([])
  }, 60_000)

  test("a regular day is changed and taken back where it was agreed on", async () => {
    const kunde = await api("/kunden", "POST", { name: `Eiche ${process.pid}` })
    await api("/liefertage", "POST", { kunde_id: kunde.id, ab: monday })
    const shown = await page(`/kunden/${kunde.id}`)
    const more = async (entry: string): Promise<void> => {
      await shown.getByRole("button", { name: /^Mehr zu Jeden/ }).click()
      await shown.getByRole("menuitem", { name: entry }).click()
    }
    await more("Ändern …")
    await shown.getByRole("textbox", { name: "Abstand in Wochen" }).fill("2")
    await shown.keyboard.press("Control+Enter")
    await shown.getByRole("listitem").filter({ hasText: "Jeden zweiten Montag" }).waitFor()
    await more("Löschen …")
    await shown.getByRole("button", { name: "Löschen" }).click()
    await shown.getByText("Keiner vereinbart").waitFor()
    expect((await api(`/liefertage?kunde_id=${kunde.id}`)).items).toEqual([])
    expect(shown.faults).toEqual([])
  }, 60_000)
})
