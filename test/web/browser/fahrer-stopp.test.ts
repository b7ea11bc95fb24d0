import { afterEach, beforeAll, describe, expect, test } from "bun:test"
import type { Locator, Page } from "playwright-core"
import { addDays } from "../../../src/lib/day.ts"
import { today } from "../../helpers/day.ts"
import { until } from "../../helpers/eventually.ts"
import { barriers, hasChromium, hasCount, hasValue, picture, type Watched } from "./browser.ts"
import { type Driver, type Plan, planDay, type Round, startRound } from "./dispatcher.ts"
import {
  entriesKept,
  finish,
  goTo,
  kept,
  openScanner,
  openStopp,
  piecesOf,
  sign,
  sure,
  typed,
} from "./fahrer-steps.ts"
import { openPhone, type Phone } from "./phone.ts"
import { translate } from "./translator.ts"

/** A stop sends exactly what its screen shows, whatever the office, the thumb and the network do meanwhile. */

describe.skipIf(!hasChromium)("an open stop", () => {
  let round: Round
  let andere: { id: string; bezeichnung: string }
  let phone: Phone
  let fahrer: Driver
  let stopp: Plan
  beforeAll(async () => {
    round = await startRound()
    const { items } = await round.office("GET", "pfandartikel?limit=200")
    andere = items.find(({ nummer }: { nummer: string }) => nummer === "PAL-EU")
  }, 120_000)
  afterEach(async () => {
    round.net.decide(() => "pass")
    await phone?.wipe()
  })

  /** Three kegs are planned; the stop is open, and nobody has set off. */
  async function openPlanned(place?: string): Promise<Watched> {
    const { office, net, artikel } = round
    const day = await planDay(office, artikel.id, 1)
    ;({ fahrer, stopp } = { ...day, stopp: day.stopps[0] as Plan })
    if (place !== undefined) {
      const { id } = await office("POST", "standorte", { kunde_id: stopp.kunde_id, name: place })
      await change({ standort_id: id })
    }
    phone = await openPhone(net.url, fahrer)
    await goTo(phone.page, `stopp/${stopp.id}`)
    await phone.page.getByRole("heading", { name: "Zurück" }).waitFor()
    return phone.page
  }

  /** Minutes pass in which the telephone asks for its day anew, until something of the new one is shown. */
  const minutesUntil = (page: Page, shown: Locator): Promise<void> =>
    until("something of the new day is shown", async () => {
      await page.evaluate(() => {
        localStorage.setItem("vergangen", String(Number(localStorage.getItem("vergangen") ?? 0) + 61_000))
        window.dispatchEvent(new Event("online"))
      })
      // A request that is under way takes the place of a new one, and may bring the old day.
      await shown.waitFor({ timeout: 2000 })
    })

  const change = (body: object) => round.office("PATCH", `lieferungen/${stopp.id}`, body)
  const known = () => round.office("GET", `lieferungen/${stopp.id}`)
  const bestand = async (): Promise<Record<string, number>> => {
    const { artikel } = await round.office("GET", `kunden/${stopp.kunde_id}/pfandkonto`)
    return Object.fromEntries(artikel.map((one: any) => [one.nummer, one.bestand]))
  }
  const klaerungen = async () => {
    const { items } = await round.office("GET", "klaerungen?status=offen")
    return items.filter(({ lieferung_id }: { lieferung_id: string }) => lieferung_id === stopp.id)
  }

  /** The figures that stand on the screen, by name and direction. */
  const figures = (page: Page): Promise<Record<string, number>> =>
    page.evaluate(() =>
      Object.fromEntries(
        [...document.querySelectorAll("section:is(.hin, .her) .zaehler")].map((line) => [
          `${line.closest("section")?.className} ${line.getAttribute("aria-label")}`,
          Number(line.querySelector("input")?.value),
        ]),
      ),
    )

  test("goes on with true figures while a translator puts others in the place of its texts", async () => {
    const page = await openPlanned()
    await translate(page)
    round.net.decide((method, path) => (method === "POST" && path.includes("/abschluss") ? "before" : "pass"))
    await typed(page, round.artikel.bezeichnung, 1)
    await finish(page)
    const back = page.getByRole("button", { name: /Zurücknehmen/ })
    const seconds = async () => Number(/\d+/.exec(await back.innerText())?.[0])
    const first = await seconds()
    await until("the seconds are counted down", async () => expect(await seconds()).toBeLessThan(first))
    await back.waitFor({ state: "detached", timeout: 30_000 })
    await page.getByText(/1 wartet/).waitFor()
    round.net.decide(() => "pass")
    await phone.sent()
    await page.getByText(/1 wartet/).waitFor({ state: "detached" })
    expect(await page.getByText("Da ist etwas schiefgegangen").count()).toBe(0)
    expect((await known()).status).toBe("zugestellt")
    expect(Object.values(await bestand())).toEqual([2])
    expect(page.faults).toEqual([])
  }, 120_000)

  test("says what the office has changed, asks about what was counted, and sends what it shows", async () => {
    const page = await openPlanned()
    const { artikel } = round
    await page.getByRole("group", { name: artikel.bezeichnung }).first().getByRole("textbox").fill("2")
    await typed(page, artikel.bezeichnung, 1)
    await change({
      positionen: [{ pfandartikel_id: andere.id, soll_ausgabe: 4 }],
      hinweis: "Jetzt durch den Hof",
    })
    const said = page.getByRole("alert", { name: "Das Büro hat den Stopp geändert" })
    await minutesUntil(page, said)
    const words = (await said.innerText()).replaceAll(/\s+/g, " ")
    expect(words).toMatch(new RegExp(`${artikel.bezeichnung} abgeben · gezählt 2 vorher 3 → jetzt 0`))
    expect(words).toMatch(new RegExp(`${andere.bezeichnung} abgeben vorher 0 → jetzt 4`))
    expect(words).toContain("vorher Hintertür → jetzt Jetzt durch den Hof · Hintertür")
    expect(await barriers(page)).toEqual([])
    await picture(page, "fahrer-geaendert")
    // Not past the question, and nothing of it in the outbox.
    await page.getByRole("button", { name: "Fertig" }).tap()
    const asked = page.getByRole("dialog", { name: "Das Büro hat den Stopp geändert" })
    await asked.getByText(`2 × ${artikel.bezeichnung}`).waitFor()
    await picture(page, "fahrer-geaendert-frage")
    expect(await entriesKept(page)).toBe(0)
    await asked.getByRole("button", { name: "Weglassen" }).tap()
    await said.waitFor({ state: "detached" })
    expect(await figures(page)).toEqual({
      [`hin ${andere.bezeichnung}`]: 4,
      [`her ${andere.bezeichnung}`]: 0,
      [`her ${artikel.bezeichnung}`]: 1,
    })
    await finish(page)
    await phone.sent()
    expect(await bestand()).toEqual({ "PAL-EU": 4, "FASS-30": -1 })
    expect(page.faults).toEqual([])
  }, 120_000)

  test("keeps what was counted where the driver wants it kept, and as it is shown", async () => {
    const page = await openPlanned()
    await page.getByRole("group", { name: round.artikel.bezeichnung }).first().getByRole("textbox").fill("2")
    await change({ positionen: [{ pfandartikel_id: andere.id, soll_ausgabe: 4 }] })
    const keepIt = page.getByRole("button", { name: "Gezähltes behalten" })
    await minutesUntil(page, keepIt)
    await keepIt.tap()
    expect(await figures(page)).toMatchObject({
      [`hin ${andere.bezeichnung}`]: 4,
      [`hin ${round.artikel.bezeichnung}`]: 2,
    })
    await finish(page)
    await phone.sent()
    expect(await bestand()).toEqual({ "PAL-EU": 4, "FASS-30": 2 })
  }, 120_000)

  test("finds customers as the office does, and says where it did not look", async () => {
    const { office, net } = round
    const page = await openPlanned()
    const names = ["Das Wirtshaus an der Mühle", "Mühle Zwei", "Zur Grünen Mühle"]
    for (const name of names) await office("POST", "kunden", { name, ort: "Übersee" })
    await goTo(page, "ungeplant")
    const search = page.getByRole("searchbox", { name: "Kunden suchen" })
    await search.fill("muehle ubersee")
    await page.getByRole("button", { name: /Zur Grünen Mühle/ }).waitFor()
    const shown = page.locator(".wahl button span:first-child")
    expect(await shown.allInnerTexts()).toEqual(names)
    // By name, whether the telephone knows them, as that of this stop, or the service does.
    await search.fill("wirtshaus")
    await shown.getByText("Das Wirtshaus an der Mühle").waitFor()
    expect((await shown.allInnerTexts()).slice(0, 2)).toEqual([
      "Das Wirtshaus an der Mühle",
      expect.stringContaining("Wirtshaus Nummer 1"),
    ])
    await search.fill("gibtesnicht")
    await page.getByText("Nichts gefunden.").waitFor()
    net.decide(() => "before")
    await search.fill("muehle")
    await page.getByText("Kein Netz: gesucht ist nur unter denen auf diesem Telefon.").waitFor()
  }, 120_000)

  test("books nothing when the plan changed while it had no signal, and the office decides", async () => {
    const page = await openPlanned()
    round.net.decide(() => "before")
    await finish(page)
    await change({ positionen: [{ pfandartikel_id: andere.id, soll_ausgabe: 4 }] })
    round.net.decide(() => "pass")
    await phone.later()
    await page.getByRole("link", { name: /^1 braucht dich$/ }).waitFor()
    // Entries that wait are told beside it.
    round.net.decide(() => "before")
    await page.getByRole("link", { name: "Feierabend" }).tap()
    await page.getByRole("button", { name: "Stimmt alles" }).tap()
    await page.getByRole("link", { name: /^1 braucht dich\s*1 wartet/ }).waitFor()
    round.net.decide(() => "pass")
    await page.getByRole("link", { name: /^1 braucht dich/ }).tap()
    await page.getByText(`geplant ist jetzt: 4 × ${andere.bezeichnung}. Gebucht ist nichts.`).waitFor()
    expect([(await known()).status, await bestand()]).toEqual(["unterwegs", {}])
    await page.getByRole("button", { name: "Ans Büro geben" }).tap()
    await page.getByText("beim Büro").first().waitFor()
    await page.getByRole("link", { name: "Mein Tag" }).tap()
    await phone.sent()
    const [klaerung] = await klaerungen()
    await round.office("POST", `klaerungen/${klaerung.id}/buchen`, {})
    expect([(await known()).status, await bestand()]).toEqual(["zugestellt", { "FASS-30": 3 }])
  }, 120_000)

  test("that was refused and dropped is open again, with what was counted", async () => {
    const page = await openPlanned()
    round.net.decide(() => "before")
    await typed(page, round.artikel.bezeichnung, 7)
    await finish(page)
    await change({ positionen: [{ pfandartikel_id: andere.id, soll_ausgabe: 4 }] })
    round.net.decide(() => "pass")
    await phone.later()
    await page.getByRole("link", { name: /^1 braucht dich$/ }).tap()
    await page.getByRole("button", { name: "Verwerfen" }).tap()
    await page.getByRole("button", { name: "Ja, verwerfen" }).tap()
    await page.getByText("Es ist alles gesendet.").waitFor()
    expect((await kept(page)).filter((key) => key.startsWith("beendet"))).toEqual([])
    await page.getByRole("link", { name: "Mein Tag" }).tap()
    await page.getByRole("button", { name: "Zum Stopp" }).tap()
    await page.getByText("Das Büro hat den Stopp geändert").waitFor()
    await hasValue(piecesOf(page, round.artikel.bezeichnung), "7")
  }, 120_000)

  test("that is planned anew takes over what was counted, when the driver wants it", async () => {
    const page = await openPlanned()
    await page.getByRole("group", { name: round.artikel.bezeichnung }).first().getByRole("textbox").fill("2")
    await typed(page, round.artikel.bezeichnung, 1)
    const { datum } = await known()
    await round.office("POST", `lieferungen/${stopp.id}/start`, {})
    await round.office("POST", `lieferungen/${stopp.id}/fehlschlag`, { grund: "Versehen" })
    await round.office("POST", `lieferungen/${stopp.id}/neu-planen`, { datum })
    const left = page.getByRole("alert", { name: "Nicht gesendet" })
    await minutesUntil(page, left)
    await left.getByText(`1 × ${round.artikel.bezeichnung} zurück`).waitFor()
    await left.getByRole("button", { name: "Hier weiterzählen" }).tap()
    await left.waitFor({ state: "detached" })
    expect(await figures(page)).toEqual({
      [`hin ${round.artikel.bezeichnung}`]: 2,
      [`her ${round.artikel.bezeichnung}`]: 1,
    })
    await finish(page)
    await phone.sent()
    expect([(await known()).versuch, await bestand()]).toEqual([2, { "FASS-30": 1 }])
  }, 120_000)

  test("that nobody planned keeps what was counted until the driver gives it up", async () => {
    const page = await openPlanned()
    await goTo(page, "ungeplant")
    await page.getByRole("button", { name: new RegExp(stopp.name) }).tap()
    await page.getByRole("button", { name: "Anderer Artikel" }).tap()
    const chosen = page
      .getByRole("dialog")
      .getByRole("button", { name: new RegExp(round.artikel.bezeichnung) })
    await chosen.tap()
    await typed(page, round.artikel.bezeichnung, 9)
    const other = page.getByRole("button", { name: "Anderer Kunde" })
    await other.tap()
    await page.getByText("Was hier schon eingetragen ist, geht verloren.").waitFor()
    await page.getByRole("button", { name: "Schließen" }).tap()
    expect(await figures(page)).toMatchObject({ [`her ${round.artikel.bezeichnung}`]: 9 })
    await other.tap()
    await page.getByRole("button", { name: "Ja, verwerfen" }).tap()
    await other.waitFor({ state: "detached" })
  }, 120_000)

  test("that nobody planned has no device of a code that was scanned at the customer before", async () => {
    const page = await openPlanned()
    const { office, net } = round
    const [geraet] = (await office("GET", "geraete?status=beim_kunden&limit=1")).items
    const other = await office("POST", "kunden", { name: `Zweiter ${crypto.randomUUID()}`, ort: "Lüneburg" })
    await goTo(page, "ungeplant")
    await page.getByRole("button", { name: new RegExp(stopp.name) }).tap()
    const held = Promise.withResolvers<"pass">()
    net.decide((_, path) => (path.includes("/geraete/code/") ? held.promise : "pass"))
    await openScanner(page)
    await page.getByLabel("Code eintippen").fill(geraet.geraetenummer)
    await page.getByRole("button", { name: "Nehmen" }).tap()
    await page.getByRole("button", { name: "Schließen" }).tap()
    await page.getByRole("button", { name: "Anderer Kunde" }).tap()
    await page.getByLabel("Kunden suchen").fill(other.name)
    await page.getByRole("button", { name: new RegExp(other.name) }).tap()
    await page.getByRole("heading", { name: "Zurück" }).waitFor()
    const answer = page.waitForResponse(/geraete\/code/)
    held.resolve("pass")
    await (await answer).finished()
    // What it brings about would be drawn by then.
    for (let frames = 0; frames < 10; frames++)
      await page.evaluate(() => new Promise<unknown>(requestAnimationFrame))
    expect(await page.getByRole("checkbox").count()).toBe(0)
  }, 120_000)

  test("hands over the device that came back at the stop before, though the service does not know it yet", async () => {
    const { office, net, artikel } = round
    const { fahrer: driver, stopps } = await planDay(office, artikel.id, 2)
    const [before, after] = stopps as [Plan, Plan]
    const geraetenummer = `K-${crypto.randomUUID().slice(0, 8)}`
    const geraet = await office("POST", "geraete", { geraetenummer, bezeichnung: "Kühler", pfand_cent: 5000 })
    await office("POST", `geraete/${geraet.id}/ausgabe`, { kunde_id: before.kunde_id })
    phone = await openPhone(net.url, driver)
    const { page } = phone
    net.decide(() => "before")
    await openStopp(page, before)
    await page.getByLabel(`Kühler ${geraetenummer} mitnehmen`).tap()
    await finish(page)
    await openStopp(page, after)
    await openScanner(page)
    await page.getByLabel("Code eintippen").fill(geraetenummer)
    await page.getByRole("button", { name: "Nehmen", exact: true }).tap()
    await page.getByText(/: erfasst$/).waitFor()
    await page.getByRole("button", { name: "Schließen" }).tap()
    await page.locator(".hin").getByLabel(`Kühler ${geraetenummer}`).waitFor()
    await finish(page)
    net.decide(() => "pass")
    await phone.sent()
    expect((await office("GET", `geraete/${geraet.id}`)).kunde_id).toBe(after.kunde_id)
  }, 120_000)

  test("that is taken away keeps what was counted and where, for the office", async () => {
    const page = await openPlanned("Festwiese")
    await typed(page, round.artikel.bezeichnung, 5)
    const { items } = await round.office("GET", "mitarbeiter?rolle=fahrer&limit=200")
    const other = items.find(({ name }: { name: string }) => name === "Murat Yılmaz")
    await change({ fahrer_id: other.id })
    const left = page.getByRole("alert", { name: "Nicht gesendet" })
    await minutesUntil(page, left)
    await left.getByText(`5 × ${round.artikel.bezeichnung} zurück`).waitFor()
    await picture(page, "fahrer-genommen")
    expect(await barriers(page)).toEqual([])
    await left.getByRole("button", { name: "Ans Büro geben" }).tap()
    await left.waitFor({ state: "detached" })
    await page.getByRole("link", { name: "Mein Tag", exact: true }).tap()
    await phone.sent()
    const [{ angaben }] = await klaerungen()
    expect(angaben.lieferanschrift).toBe("Festwiese")
    expect(angaben.positionen).toMatchObject([
      { pfandartikel_id: round.artikel.id, ist_ausgabe: 3, ist_ruecknahme: 5 },
    ])
    expect(page.faults).toEqual([])
  }, 120_000)

  test("that the office plans during the day is told as new, and one for tomorrow is not", async () => {
    const page = await openPlanned()
    await page.getByRole("link", { name: "Mein Tag" }).tap()
    const { kunde_id } = stopp
    for (const tag of [today(), addDays(today(), 1)])
      await round.office("POST", "lieferungen", {
        kunde_id,
        fahrer_id: fahrer.id,
        datum: tag,
        positionen: [{ pfandartikel_id: andere.id, soll_ausgabe: 1 }],
      })
    await minutesUntil(page, page.getByText("neu vom Büro").first())
    await hasCount(page.getByText("neu vom Büro"), 1)
    await picture(page, "fahrer-neuer-stopp")
    await page.getByRole("link", { name: "Morgen" }).tap()
    await page.getByRole("list", { name: "Stopps" }).getByRole("link").first().waitFor()
    expect(await page.getByText("neu vom Büro").count()).toBe(0)
  }, 120_000)

  test("that the office completed says what was counted here, and throws it away only when told", async () => {
    const page = await openPlanned()
    await typed(page, round.artikel.bezeichnung, 5)
    await round.office("POST", `lieferungen/${stopp.id}/start`, {})
    await round.office("POST", `lieferungen/${stopp.id}/abschluss`, { positionen: [] })
    const left = page.getByRole("alert", { name: "Nicht gesendet" })
    await minutesUntil(page, left)
    await left.getByRole("button", { name: "Verwerfen" }).tap()
    await page.getByRole("button", { name: "Schließen" }).tap()
    await page.reload()
    await left.getByText(`5 × ${round.artikel.bezeichnung} zurück`).waitFor()
    await left.getByRole("button", { name: "Verwerfen" }).tap()
    await page.getByRole("button", { name: "Ja, verwerfen" }).tap()
    await left.waitFor({ state: "detached" })
    await page.reload()
    await page.getByText("Das ist endgültig.").waitFor()
    expect([await left.count(), await klaerungen()]).toEqual([0, []])
  }, 120_000)

  test("that was completed with the very same counts asks for nothing", async () => {
    const page = await openPlanned()
    await typed(page, round.artikel.bezeichnung, 5)
    await round.office("POST", `lieferungen/${stopp.id}/start`, {})
    const positionen = [{ pfandartikel_id: round.artikel.id, ist_ausgabe: 3, ist_ruecknahme: 5 }]
    await round.office("POST", `lieferungen/${stopp.id}/abschluss`, { positionen })
    await minutesUntil(page, page.getByText("Das ist endgültig."))
    await page.reload()
    await page.getByText("Das ist endgültig.").waitFor()
    expect(await page.getByRole("alert", { name: "Nicht gesendet" }).count()).toBe(0)
    await page.getByRole("link", { name: "Mein Tag" }).tap()
    await page.getByText("Alles geschafft.").waitFor()
    expect(await page.getByRole("alert").count()).toBe(0)
  }, 120_000)

  test("keeps a tap that is followed by the page's end at once", async () => {
    const page = await openPlanned()
    // Without the network, the page comes from the service worker.
    await page.evaluate(() => navigator.serviceWorker.ready)
    // Nothing else is written meanwhile: a tap waits for the writing before it.
    round.net.decide(() => "before")
    await page.reload()
    const more = page
      .getByRole("group", { name: round.artikel.bezeichnung })
      .last()
      .getByRole("button", { name: /eins mehr/ })
    for (let pieces = 1; pieces <= 2; pieces++) {
      const loaded = page.waitForEvent("load")
      await more.evaluate((button: HTMLElement) => {
        button.click()
        location.reload()
        // A page that is busy hears of no answer before it ends.
        setTimeout(() => {
          const end = performance.now() + 200
          while (performance.now() < end);
        })
      })
      await loaded
      await more.waitFor()
      const now = more.locator("..").getByRole("textbox")
      await hasValue(now, String(pieces))
    }
  }, 120_000)

  test("with nothing on it is asked about, and a failure is offered", async () => {
    const page = await openPlanned()
    const { artikel } = round
    await page.getByRole("group", { name: artikel.bezeichnung }).first().getByRole("textbox").fill("0")
    await page.getByRole("button", { name: "Fertig" }).tap()
    const asked = page.getByRole("dialog", { name: "Nichts abgegeben, nichts zurück?" })
    await asked.getByText("geplant 3").waitFor()
    expect(await barriers(page)).toEqual([])
    await picture(page, "fahrer-nichts")
    await asked.getByRole("button", { name: "Geht nicht" }).tap()
    await page.getByRole("button", { name: "Annahme verweigert" }).tap()
    await page.getByRole("heading", { name: "Mein Tag" }).waitFor()
    await phone.sent()
    expect([(await known()).status, (await known()).grund]).toEqual([
      "nicht_zugestellt",
      "Annahme verweigert",
    ])
  }, 120_000)

  test("gives the focus back to what opened a sheet, also when a signature is taken", async () => {
    const page = await openPlanned()
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await page.getByRole("button", { name: "Unterschreiben" }).tap()
    await page.getByRole("button", { name: "Schließen" }).tap()
    await page.getByRole("dialog").waitFor({ state: "detached" })
    expect(await focused()).toBe("Unterschreiben")
    await sign(page)
    await page.getByRole("img", { name: "Unterschrift" }).waitFor()
    expect(await focused()).toBe("Neu unterschreiben")
    expect(page.faults).toEqual([])
  }, 120_000)

  test("that cannot be done says what was entered before it is dropped", async () => {
    const page = await openPlanned()
    const { bezeichnung } = round.artikel
    await typed(page, bezeichnung, 7)
    await page.getByRole("textbox", { name: "Notiz" }).fill("Hund im Hof")
    const fails = page.getByRole("button", { name: "Geht nicht", exact: true })
    await fails.tap()
    const asked = page.getByRole("dialog", { name: "Hier ist schon etwas eingetragen" })
    await asked.waitFor()
    const lost = await asked.getByRole("listitem").allInnerTexts()
    // A figure and its unit stay together.
    expect(lost[0]).toContain("30\u00a0l")
    expect(lost.map((words) => words.replaceAll("\u00a0", " "))).toEqual([
      `7 × ${bezeichnung} zurück`,
      "Notiz: Hund im Hof",
    ])
    expect(await barriers(page)).toEqual([])
    await picture(page, "fahrer-verwerfen")
    await asked.getByRole("button", { name: "Zurück zum Stopp" }).tap()
    expect(await figures(page)).toMatchObject({ [`her ${bezeichnung}`]: 7 })
    await fails.tap()
    await asked.getByRole("button", { name: "Trotzdem geht nicht" }).tap()
    await page.getByRole("button", { name: "Geschlossen" }).tap()
    await page.getByRole("heading", { name: "Mein Tag" }).waitFor()
    await phone.sent()
    expect([(await known()).status, (await known()).grund]).toEqual(["nicht_zugestellt", "Geschlossen"])
    expect(page.faults).toEqual([])
  }, 120_000)

  test("that nobody touched is not delivered by two taps, and says until when it can be taken back", async () => {
    const page = await openPlanned()
    await page.getByRole("link", { name: "Mein Tag" }).tap()
    round.net.decide(() => "before")
    await openStopp(page, stopp)
    await page.getByRole("button", { name: "Fertig" }).tap()
    await page.getByRole("dialog", { name: "Alles abgegeben, nichts zurück?" }).waitFor()
    // Only that somebody set off.
    expect(await entriesKept(page)).toBe(1)
    await sure(page)
    await page.getByRole("link", { name: new RegExp(stopp.name) }).tap()
    await page.getByText(/^Bis \d\d:\d\d:\d\d lässt es sich zurücknehmen/).waitFor()
    await phone.later()
    await page.getByText("Noch nicht gesendet: Bis wieder Netz da ist").waitFor()
    await page.getByRole("button", { name: "Zurücknehmen" }).tap()
    await page.getByRole("heading", { name: "Zurück" }).waitFor()
    // 0 over 0 is counted, and not asked about.
    await typed(page, round.artikel.bezeichnung, 0)
    await page.getByRole("button", { name: "Fertig" }).tap()
    await page.getByRole("heading", { name: "Mein Tag" }).waitFor()
    round.net.decide(() => "pass")
    await phone.sent()
    await page.getByRole("link", { name: new RegExp(stopp.name) }).tap()
    await page.getByText("Stimmt etwas nicht, kann es das Büro stornieren.").waitFor()
    const { telefon } = await round.office("GET", "tenant")
    const call = await page.getByRole("link", { name: "anrufen" }).getAttribute("href")
    expect([call, await bestand()]).toEqual([`tel:${telefon.replaceAll(/[^\d+]/g, "")}`, { "FASS-30": 3 }])
  }, 120_000)
})
