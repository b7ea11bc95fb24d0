import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext } from "playwright-core"
import { today } from "../../helpers/day.ts"
import type { Running } from "../../helpers/executable.ts"
import {
  ask,
  barriers,
  hasChromium,
  hasCount,
  hasValue,
  logIn,
  open,
  picture,
  sharedPage,
  show,
  startDemo,
  type Watched,
} from "./browser.ts"

/** The company's own stock in the office: counted, closed, and gone on with. */

let demo: Running
let office: BrowserContext
const page = (path: string): Promise<Watched> => open(`${demo.url}/buero${path}`, {}, office)

/** For a glance that nobody comes back from. */
const glance = (path: string): Promise<Watched> => sharedPage(`/buero${path}`, office)

/** As it looks on desks and on a telephone, in the light and in the dark: where PICTURES names a folder for it. */
async function look(where: Watched, name: string): Promise<void> {
  if (!process.env["PICTURES"]) return
  for (const [width, dark] of [
    [1440, false],
    [1024, true],
    [390, true],
    [390, false],
  ] as const) {
    await show(where, { width, dark })
    await picture(where, `${name}-${width}${dark ? "-dunkel" : ""}`)
  }
  await show(where, {})
}

describe.skipIf(!hasChromium)("the yard", () => {
  beforeAll(async () => {
    demo = await startDemo()
    office = await logIn(demo, "buero")
  }, 120_000)
  afterAll(() => office?.close())

  test("is counted by hand, closed, and what was bought is added to it", async () => {
    const list = await page("/inventuren")
    await list.getByRole("button", { name: "Inventur eröffnen" }).click()
    await list.getByLabel("Bezeichnung").fill("Sommer")
    await list.getByRole("button", { name: "Eröffnen", exact: true }).waitFor()
    await list.keyboard.press("Control+Enter")
    await list.getByRole("heading", { name: "Sommer" }).waitFor()
    // The first line can be typed at once.
    await list.waitForFunction(() => document.activeElement?.getAttribute("role") === "combobox")
    const nobody = list.getByText("Noch niemand. Fahrer und Kollegen finden")
    await nobody.waitFor()
    const rest = list.getByRole("region", { name: "Noch zu zählen" })
    const enter = async (what: string, menge: string): Promise<void> => {
      await list.getByRole("combobox", { name: "Artikel oder Gerät dazu" }).pressSequentially(what)
      await list.getByRole("option", { name: what }).first().click()
      await list.getByLabel(/^(?:Kästen|Fässer)$/).pressSequentially(menge)
    }
    const count = async (what: string, menge: string): Promise<void> => {
      await enter(what, menge)
      await list.keyboard.press("Control+Enter")
    }
    // Given up: its pieces do not stand before those of the next line.
    await enter("Fass", "40")
    await list.getByRole("button", { name: "Abbrechen" }).click()
    // Said before it is counted: a Gebinde counts as its parts, each in its own unit.
    await enter("Kasten", "120")
    await list.getByText(/^1\s×\sKasten .+ zählt als 1\s×\sKasten leer, 20er; 20\s×\sFlasche /).waitFor()
    await look(list, "inventur-gebinde")
    await list.keyboard.press("Control+Enter")
    await list.getByRole("cell", { name: "120 Kästen", exact: true }).waitFor()
    await list.getByRole("cell", { name: "2.400 Flaschen", exact: true }).waitFor()
    await count("Fass", "31")
    await list.getByRole("cell", { name: "31 Fässer", exact: true }).waitFor()
    await nobody.waitFor({ state: "detached" })
    // A Gebinde is one entry, however many parts it has.
    const undo = list.getByRole("button", { name: /zurücknehmen/ })
    await undo.nth(1).waitFor()
    await hasCount(undo, 2)
    await rest.getByText("Noch nicht gezählt (").waitFor()
    const uncounted = rest.getByRole("button", { name: "Europalette" })
    await uncounted.click()
    await list.locator("[data-field=menge] :focus").pressSequentially("8")
    await list.keyboard.press("Control+Enter")
    const counted = list.getByRole("button", { name: "8 × Europalette zurücknehmen" })
    await counted.click()
    await list.getByText("Zurückgenommen: 8 × Europalette").waitFor()
    await counted.waitFor({ state: "detached" })
    await rest.getByText(/Geräte sind noch nicht gefunden/).waitFor()
    // By how much it differs is said where somebody asks, in pieces and in euro.
    await rest.getByRole("button", { name: "Zeigen, um wie viel" }).click()
    await rest.locator("strong").filter({ hasText: "Stück fehlen (" }).waitFor()
    expect(await barriers(list)).toEqual([])
    await look(list, "inventur-offen")

    const hidden = await glance("/lager")
    await hidden.getByText("Bis zum Abschluss zeigt niemand den Bestand").waitFor()
    await look(hidden, "lager-verdeckt")
    // A sale is not compared with the stock either, and the panel says so.
    await hidden.getByRole("button", { name: "Zukauf oder Abgang" }).click()
    const unchecked = hidden.getByText("Solange eine Inventur läuft, wird nicht geprüft")
    await hidden.getByRole("button", { name: /^Art|Zukauf Art/ }).click()
    expect(await unchecked.count()).toBe(0)
    await hidden.getByRole("option", { name: "Verkauf" }).click()
    await unchecked.waitFor()
    expect(await barriers(hidden)).toEqual([])
    await look(hidden, "lager-ungeprueft")
    await hidden.getByRole("button", { name: "Abbrechen" }).click()

    await list.getByRole("button", { name: "Abschließen" }).click()
    const question = list.getByRole("dialog")
    await question.getByText(/^Gezählt: 3 Artikel, 0 Geräte\./).waitFor()
    await question.getByText("Geräte hat niemand gezählt.").waitFor()
    await look(list, "inventur-abschluss")
    expect(await barriers(list)).toEqual([])
    await question.getByText("Nach Geräten wurde gesucht, und keines ist da").click()
    await question.getByRole("button", { name: "Abschließen" }).click()
    await list.getByText("Die Inventur ist abgeschlossen").waitFor()
    await list.getByRole("cell", { name: "31", exact: true }).first().waitFor()
    await look(list, "inventur-ergebnis")
    // Until the devices are there, nothing is to be decided: the lines of before are articles.
    const devices = Promise.withResolvers<void>()
    await list.route(/positionen\?.*was=geraete/, async (route) => {
      await devices.promise
      await route.continue()
    })
    await list.locator("#inhalt").getByText("Geräte", { exact: true }).click()
    await list.waitForURL(/was=geraete/)
    await list.getByRole("cell", { name: "31", exact: true }).first().waitFor({ state: "hidden" })
    expect(await list.getByRole("button", { name: /entscheiden/ }).count()).toBe(0)
    devices.resolve()
    await list
      .getByRole("button", { name: /entscheiden/ })
      .first()
      .click()
    await list.getByLabel("Grund").fill("Beim Umzug verloren")
    await list.keyboard.press("Control+Enter")
    await list.getByText("Festgehalten").waitFor()
    await list.reload()
    // What nobody found is lost, where nothing else is chosen.
    await list.getByRole("row", { name: /Verloren\s+Beim Umzug verloren/ }).waitFor()
    expect(await barriers(list)).toEqual([])
    await look(list, "inventur-geraete")

    const lager = await page("/lager")
    await lager.getByRole("button", { name: "Zukauf oder Abgang" }).click()
    await lager.getByLabel("Stück", { exact: true }).fill("9")
    await lager.keyboard.press("Control+Enter")
    await lager.getByText("Bitte einen Artikel wählen").waitFor()
    await lager.getByRole("combobox", { name: "Artikel" }).pressSequentially("Fass")
    await lager.getByRole("option", { name: "Fass" }).first().click()
    await lager.getByText("Bitte einen Artikel wählen").waitFor({ state: "detached" })
    await lager.getByRole("group", { name: "Tag", exact: true }).getByRole("spinbutton").first().click()
    await lager.keyboard.type("01012099")
    await lager.keyboard.press("Control+Enter")
    const day = lager.locator("[data-field=erfasst_am]")
    await day.getByText("liegt in der Zukunft", { exact: true }).waitFor()
    await lager.waitForFunction(() => document.activeElement?.closest("[data-field=erfasst_am]"))
    const [jahr, monat, tag] = today().split("-")
    await day.getByRole("spinbutton").first().click()
    await lager.keyboard.type(`${tag}${monat}${jahr}`)
    await day.getByText("liegt in der Zukunft").waitFor({ state: "detached" })
    await look(lager, "lager-zukauf")
    await lager.keyboard.press("Control+Enter")
    const fass = lager.getByRole("row", { name: /Fass 30/ })
    await fass.getByText("+9", { exact: true }).waitFor()
    await fass.getByText("40", { exact: true }).waitFor()
    expect(await barriers(lager)).toEqual([])
    await look(lager, "lager")
    // With the keyboard alone: the figure typed behind the article goes to the pieces.
    await lager.getByRole("button", { name: "Zukauf oder Abgang" }).click()
    const article = lager.getByRole("combobox", { name: "Artikel" })
    for (const pick of [[], ["ArrowDown"]]) {
      await article.press("Control+a")
      await article.pressSequentially("Fass 30")
      await lager.getByRole("option", { name: "Fass 30" }).first().waitFor()
      for (const key of [...pick, "Enter"]) await lager.keyboard.press(key)
      await lager.locator("[name=menge]:focus").waitFor()
      await lager.keyboard.type("500")
      await hasValue(article, "Fass 30 l")
      await hasValue(lager.getByLabel("Stück", { exact: true }), "500")
    }
    await lager.getByRole("button", { name: "Abbrechen" }).click()
    // More than is there leaves only after a question.
    await lager.getByRole("button", { name: "Zukauf oder Abgang" }).click()
    await lager.getByRole("button", { name: "Eingaben verwerfen" }).click()
    await lager.getByRole("button", { name: /^Art|Zukauf Art/ }).click()
    await lager.getByRole("option", { name: "Verschrottung" }).click()
    await lager.getByRole("combobox", { name: "Artikel" }).pressSequentially("Fass")
    await lager.getByRole("option", { name: "Fass" }).first().click()
    await lager.getByLabel("Stück", { exact: true }).fill("90000")
    await lager.getByRole("button", { name: "Buchen", exact: true }).click()
    const tooMuch = lager.getByRole("alertdialog", { name: "Mehr als auf dem Hof ist" })
    await tooMuch.getByText("40 auf dem Hof, 90.000 gehen ab. Danach fehlen 89.960.").waitFor()
    expect(await lager.getByText("wird nicht geprüft").count()).toBe(0)
    expect(await barriers(lager)).toEqual([])
    await tooMuch.getByRole("button", { name: "Abbrechen" }).click()
    await tooMuch.waitFor({ state: "detached" })
    await lager.locator("[name=menge]:focus").waitFor()
    await lager.getByRole("button", { name: "Abbrechen" }).click()
    await fass.getByText("40", { exact: true }).waitFor()
    await lager.locator("#inhalt").getByText("Zukauf und Abgang").click()
    await lager.getByRole("row").nth(1).waitFor()
    await look(lager, "lager-bewegungen")

    // Once more, where nobody looks for devices, and one article has another number than expected.
    const again = await glance("/inventuren")
    await again.getByRole("button", { name: "Inventur eröffnen" }).click()
    await again.getByLabel("Bezeichnung").fill("Herbst")
    await again.keyboard.press("Control+Enter")
    await again.getByRole("combobox", { name: "Artikel oder Gerät dazu" }).pressSequentially("Fass")
    await again.getByRole("option", { name: "Fass" }).first().click()
    await again.getByLabel(/^(?:Kästen|Fässer|Flaschen)$/).fill("3")
    await again.keyboard.press("Control+Enter")
    await again.getByRole("cell", { name: "3 Fässer", exact: true }).waitFor()
    await again.getByRole("button", { name: "Abschließen" }).click()
    const ending = again.getByRole("dialog")
    await ending.getByText(/Anders als erwartet \(1\): Fass 30 l$/).waitFor()
    await ending.getByText(/Niemand gezählt hat \(\d+\): .*Kasten leer/).waitFor()
    expect(await ending.innerText()).not.toContain("37")
    await look(again, "inventur-weicht-ab")
    await ending.getByRole("button", { name: "Abschließen" }).click()
    await again.getByRole("cell", { name: "37 fehlen" }).waitFor()
    expect(await again.getByText("Geräte nicht gefunden").count()).toBe(0)
    await again.locator("#inhalt").getByText("Geräte", { exact: true }).click()
    await again.getByText("Geräte wurden nicht gezählt.").waitFor()

    const loss = await glance("/schwund")
    await loss.getByRole("rowheader", { name: "Kasten leer, 20er" }).waitFor()
    expect(await barriers(loss)).toEqual([])
    await look(loss, "schwund")
    await loss.getByText("Kunden", { exact: true }).last().click()
    await loss.getByRole("rowheader").first().waitFor()
    expect(await barriers(loss)).toEqual([])
    await look(loss, "schwund-kunden")

    await lager.reload()
    await lager
      .getByRole("row", { name: /Zukauf/ })
      .first()
      .click()
    await lager.getByRole("alertdialog").getByRole("button", { name: "Stornieren" }).click()
    await lager.getByText("Die Bewegung ist storniert").waitFor()
    await lager
      .getByRole("row", { name: /Zukauf.*storniert/ })
      .first()
      .waitFor()
    // A person who knows better books it all the same.
    await lager.getByRole("button", { name: "Zukauf oder Abgang" }).click()
    await lager.getByRole("button", { name: "Eingaben verwerfen" }).click()
    await lager.getByRole("button", { name: /^Art|Zukauf Art/ }).click()
    await lager.getByRole("option", { name: "Verkauf" }).click()
    await lager.getByRole("combobox", { name: "Artikel" }).pressSequentially("Fass")
    await lager.getByRole("option", { name: "Fass" }).first().click()
    await lager.getByLabel("Stück", { exact: true }).fill("500")
    await lager.keyboard.press("Control+Enter")
    await tooMuch.getByRole("button", { name: "Trotzdem buchen" }).click()
    await lager
      .getByRole("row", { name: /Verkauf.*500/ })
      .first()
      .waitFor()
    expect(lager.faults.filter((fault) => !fault.includes("400"))).toEqual([])
  }, 180_000)

  test("the second click of a double click on a question's button presses no row behind it", async () => {
    const { items } = await ask(office, "/pfandartikel?art=einzeln&limit=1")
    const body = { art: "zukauf", pfandartikel_id: items[0].id, menge: 1 }
    for (let rows = 0; rows < 16; rows++) await ask(office, "/lager/bewegungen", "POST", body)
    const list = await glance("/lager?blick=bewegungen")
    await list.getByRole("row").nth(16).waitFor()
    const question = list.getByRole("alertdialog", { name: "Bewegung stornieren" })
    for (let round = 0; round < 2; round++) {
      // After a moment the rows are pressed as before.
      await list.getByRole("row").nth(1).click()
      await question.getByRole("button", { name: "Abbrechen" }).dblclick()
      expect(await question.count()).toBe(0)
    }
  }, 120_000)

  test("a line that is not counted yet is there again, and one that was given up can be brought back", async () => {
    const { id } = await ask(office, "/inventuren", "POST", { bezeichnung: "Winter" })
    const list = await page(`/inventuren/${id}`)
    const search = list.getByRole("combobox", { name: "Artikel oder Gerät dazu" })
    const line = list.getByRole("form", { name: "Zählen" })
    const menge = line.getByLabel(/^(?:Kästen|Fässer)$/)
    const note = line.getByText("Noch nicht gespeicherte Eingaben vom letzten Mal")
    const choose = async (what: string): Promise<void> => {
      await search.pressSequentially(what)
      await list.getByRole("option", { name: what }).first().click()
      await line.getByText(what).first().waitFor()
    }
    await choose("Fass 30 l")
    await menge.pressSequentially("71")
    await list.reload()
    await note.waitFor()
    await line.getByText("Fass 30 l").waitFor()
    await hasValue(menge, "71")
    await list.getByRole("link", { name: "Inventuren" }).first().click()
    await list.getByRole("link", { name: "Winter" }).click()
    await note.waitFor()
    await hasValue(menge, "71")
    expect(await barriers(list)).toEqual([])
    await look(list, "inventur-vom-letzten-mal")
    await line.getByRole("button", { name: "Verwerfen" }).click()
    await list.locator("input[role=combobox]:focus").waitFor()

    const back = list.getByRole("button", { name: "Wiederherstellen" })
    await choose("Fass 30 l")
    await menge.fill("72")
    await line.getByRole("button", { name: "Abbrechen" }).click()
    await back.waitFor()
    await look(list, "inventur-verworfen")
    await back.click()
    await line.getByText("Fass 30 l").waitFor()
    await hasValue(menge, "72")
    // It would overwrite the next line.
    await line.getByRole("button", { name: "Abbrechen" }).click()
    await choose("Kasten leer, 20er")
    expect(await back.count()).toBe(0)
    await hasValue(menge, "")

    // The place of a line goes on to the next one when it was counted, and not when it was given up.
    const ort = line.getByLabel("Wo")
    await menge.fill("5")
    await ort.fill("Halle 2")
    await list.keyboard.press("Control+Enter")
    await list.getByRole("cell", { name: "5 Kästen", exact: true }).waitFor()
    await choose("Fass 30 l")
    await hasValue(ort, "Halle 2")
    await ort.fill("Halle 3")
    await line.getByRole("button", { name: "Abbrechen" }).click()
    await choose("Kasten leer, 20er")
    await hasValue(ort, "Halle 2")

    // It bars closing, as it would be lost; when somebody else closes the count, it is named.
    const closing = list.getByRole("dialog")
    await menge.fill("8x")
    await list.getByRole("button", { name: "Abschließen" }).click()
    await closing.getByText("Kasten leer, 20er: Diese Zeile steht noch im Formular.").waitFor()
    await closing.getByRole("button", { name: "Weiter zählen" }).click()
    await menge.fill("8")
    await list.getByRole("button", { name: "Abschließen" }).click()
    await closing.getByText("8 × Kasten leer, 20er: Diese Zeile steht noch im Formular.").waitFor()
    expect(await closing.getByRole("button", { name: "Abschließen" }).isDisabled()).toBe(true)
    expect(await barriers(list)).toEqual([])
    await look(list, "inventur-offene-zeile")
    await closing.getByRole("button", { name: "Weiter zählen" }).click()
    await ask(office, `/inventuren/${id}/abschluss`, "POST", {})
    await list.reload()
    await list.getByText("8 × Kasten leer, 20er stand noch im Formular und ist nicht gezählt.").waitFor()
    await list.reload()
    await list.getByRole("heading", { name: "Winter" }).waitFor()
    expect(await list.getByText("stand noch im Formular").count()).toBe(0)
    expect(list.faults).toEqual([])
  }, 120_000)

  test("made on paper is entered with its day and time", async () => {
    const list = await page("/inventuren")
    await list.getByRole("button", { name: "Inventur eröffnen" }).click()
    await list.getByRole("button", { name: /Gezählt wird$/ }).click()
    await list.getByRole("option", { name: "schon geschehen, auf Papier" }).click()
    await list.getByRole("button", { name: "Eröffnen", exact: true }).click()
    await list.getByText("Bitte den Tag eintragen, an dem gezählt wurde").waitFor()
    const type = async (field: string, keys: string): Promise<void> => {
      await list.getByRole("group", { name: field }).getByRole("spinbutton").first().click()
      await list.keyboard.type(keys)
    }
    await type("Gezählt am", "31122025")
    await list.getByRole("button", { name: "Eröffnen", exact: true }).click()
    await list.getByText("Bitte eintragen, um wie viel Uhr gezählt wurde").waitFor()
    await type("Um", "1830")
    expect(await barriers(list)).toEqual([])
    await look(list, "inventur-auf-papier")
    await list.getByRole("button", { name: "Eröffnen", exact: true }).click()
    await list.getByRole("heading", { name: "Inventur 31.12.2025" }).waitFor()
    await list.getByText("auf Papier gezählt am 31.12.2025, 18:30").waitFor()
    await list.getByText("Noch niemand hat etwas eingegeben.").waitFor()
    await look(list, "inventur-auf-papier-offen")
    expect(list.faults).toEqual([])
  }, 60_000)
})
