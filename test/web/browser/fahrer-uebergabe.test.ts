import { afterEach, beforeAll, describe, expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { today } from "../../helpers/day.ts"
import { until } from "../../helpers/eventually.ts"
import { foto, hasChromium, hasCount } from "./browser.ts"
import { type Plan, planDay, type Round, startRound } from "./dispatcher.ts"
import { finish, goTo, kept, openStopp, piecesOf, typed } from "./fahrer-steps.ts"
import { logInPhone, openPhone, type Phone } from "./phone.ts"

/** Work that is half done, taken back or given away is never lost without a word, and can reach the office. */

describe.skipIf(!hasChromium)("from a driver's telephone", () => {
  let net: Round["net"]
  let office: Round["office"]
  let artikel: Round["artikel"]
  let phone: Phone | undefined
  beforeAll(async () => {
    ;({ net, office, artikel } = await startRound())
  }, 120_000)
  afterEach(async () => {
    net.decide(() => "pass")
    await phone?.wipe()
    phone = undefined
  })

  const open = async (count: number) => {
    const { fahrer, stopps } = await planDay(office, artikel.id, count)
    phone = await openPhone(net.url, fahrer)
    return { fahrer, stopps, phone, page: phone.page }
  }
  const home = (page: Page) => page.getByRole("link", { name: "Mein Tag" }).tap()
  const toOutbox = (page: Page) => page.locator(".post").tap()
  const photograph = async (page: Page, count: number): Promise<void> => {
    await page.getByLabel("Foto", { exact: true }).setInputFiles(foto)
    await page.locator(".zahl", { hasText: String(count) }).waitFor()
  }
  const pictures = async (id: string) => (await office("GET", `lieferungen/${id}/bilder`)).items.length

  test("nobody logs out of a half counted stop without being told of it", async () => {
    const { stopps, page } = await open(2)
    const [half, seen] = stopps as [Plan, Plan]
    await openStopp(page, seen)
    await home(page)
    await openStopp(page, half)
    await typed(page, artikel.bezeichnung, 7)
    await page.getByRole("link", { name: "alles gesendet" }).tap()
    await page.getByRole("button", { name: "Abmelden" }).tap()
    const asked = page.getByRole("dialog", { name: "Noch nicht alles fertig" })
    await asked.getByText(half.name).waitFor()
    expect(await asked.getByText(seen.name).count()).toBe(0)
    await asked.getByRole("button", { name: "Schließen" }).tap()
    await page.goto(`${net.url}/fahrer/stopp/${half.id}`)
    const pieces = piecesOf(page, artikel.bezeichnung)
    await until("what was counted is back", async () => expect(await pieces.inputValue()).toBe("7"))
  }, 120_000)

  test("what is taken back keeps the pictures that were taken after it", async () => {
    const { stopps, phone: mine, page } = await open(2)
    const [planned, other] = stopps as [Plan, Plan]
    net.decide((method) => (method === "POST" ? "before" : "pass"))
    await openStopp(page, planned)
    await finish(page)
    await page.getByRole("link", { name: new RegExp(planned.name) }).tap()
    await photograph(page, 1)
    await page.getByRole("button", { name: /Zurücknehmen/ }).tap()
    await page.getByRole("button", { name: "Fertig" }).waitFor()
    await finish(page)
    // A pick-up has no delivery until it is done: its pictures go back to where it is entered.
    await page.getByRole("link", { name: "Ungeplant", exact: true }).tap()
    await page.getByRole("button", { name: other.name }).tap()
    await page.getByRole("button", { name: "Anderer Artikel" }).tap()
    await page.getByRole("button", { name: new RegExp(artikel.bezeichnung) }).tap()
    await typed(page, artikel.bezeichnung, 4)
    await page.getByLabel("Foto", { exact: true }).setInputFiles(foto)
    await page.getByRole("button", { name: "Foto weglassen" }).waitFor()
    await finish(page)
    await page.getByRole("link", { name: /ungeplant abgeholt/ }).tap()
    await photograph(page, 1)
    await page.getByRole("button", { name: /Zurücknehmen/ }).tap()
    await page.getByRole("button", { name: "2 Fotos weglassen" }).waitFor()
    await finish(page)
    net.decide(() => "pass")
    await mine.sent()
    const { items } = await office("GET", `lieferungen?kunde_id=${other.kunde_id}&limit=10`)
    const abgeholt = items.find(({ ungeplant }: { ungeplant: number }) => ungeplant === 1)
    expect([await pictures(planned.id), await pictures(abgeholt.id), page.faults]).toEqual([1, 2, []])
  }, 180_000)

  test("what was counted at a stop that is somebody else's now is said to be in no outbox", async () => {
    const { stopps, page } = await open(2)
    const [gone, untouched] = stopps as [Plan, Plan]
    await openStopp(page, gone)
    await page.getByRole("link", { name: "alles gesendet" }).waitFor()
    await typed(page, artikel.bezeichnung, 2)
    await home(page)
    const { items } = await office("GET", "mitarbeiter?rolle=fahrer&limit=200")
    const { id: fahrer_id } = items.find(({ name }: { name: string }) => name === "Murat Yılmaz")
    // One that is under way stays; given away is what is planned anew.
    await office("POST", `lieferungen/${gone.id}/fehlschlag`, { grund: "Andere Tour" })
    const datum = today()
    await office("POST", `lieferungen/${gone.id}/neu-planen`, { datum, fahrer_id })
    await office("PATCH", `lieferungen/${untouched.id}`, { fahrer_id })
    await toOutbox(page)
    await page.getByRole("button", { name: "Jetzt senden" }).tap()
    await home(page)
    await page.getByText("Heute ist nichts geplant.").waitFor()
    await goTo(page, `stopp/${gone.id}`)
    await page.getByText("Dieses Telefon hat das nicht gesendet:").waitFor()
    await page.getByText(`2 × ${artikel.bezeichnung} zurück`).waitFor()
    await goTo(page, `stopp/${untouched.id}`)
    await page.getByRole("heading", { name: "Diesen Stopp gibt es hier nicht mehr" }).waitFor()
    expect(await page.getByText("Postausgang").count()).toBe(0)
  }, 120_000)

  test("what was counted stays for the office when the stop is somebody else's the next morning", async () => {
    const { fahrer, stopps, page, phone: mine } = await open(3)
    const [gone, done, seen] = stopps as [Plan, Plan, Plan]
    await openStopp(page, done)
    await typed(page, artikel.bezeichnung, 1)
    await finish(page)
    await mine.sent()
    await openStopp(page, seen)
    await home(page)
    await openStopp(page, gone)
    await typed(page, artikel.bezeichnung, 2)
    await home(page)
    await mine.sent()
    const { items } = await office("GET", "mitarbeiter?rolle=fahrer&limit=200")
    const other = items.find(({ name }: { name: string }) => name === "Murat Yılmaz")
    const datum = today()
    for (const { id } of [gone, seen]) {
      const { status } = await office("GET", `lieferungen/${id}`)
      if (status === "unterwegs")
        await office("POST", `lieferungen/${id}/fehlschlag`, { grund: "Andere Tour" })
      if (status === "geplant") await office("PATCH", `lieferungen/${id}`, { fahrer_id: other.id })
      else await office("POST", `lieferungen/${id}/neu-planen`, { datum, fahrer_id: other.id })
    }
    await page.evaluate(fetchedYesterday)
    await page.reload()
    const left = page.getByRole("alert", { name: "Gezählt, aber nicht gesendet" })
    await left.getByRole("link").waitFor()
    expect(await left.getByRole("link").allInnerTexts()).toEqual([gone.name])
    await until("only the draft of the lost stop is kept", async () => {
      const drafts = (await kept(page)).filter((key) => key.startsWith("entwurf stopp"))
      expect(drafts).toEqual([`entwurf stopp ${gone.id} 1`])
    })
    await left.getByRole("link", { name: gone.name }).tap()
    await page.getByRole("button", { name: "Ans Büro geben" }).tap()
    await mine.sent()
    await page.getByRole("link", { name: "Mein Tag", exact: true }).tap()
    await page.getByRole("heading", { name: "Mein Tag" }).waitFor()
    await left.waitFor({ state: "detached" })
    // "Alles gesendet" may have stood there before.
    await until("the office is asked about the lost stop alone", async () => {
      const { items: asked } = await office("GET", "klaerungen?status=offen&limit=100")
      const own = asked.filter(({ fahrer_id }: { fahrer_id: string }) => fahrer_id === fahrer.id)
      expect(own.map(({ lieferung_id }: { lieferung_id: string }) => lieferung_id)).toEqual([gone.id])
    })
  }, 120_000)

  test("what waits of an account that has ended is taken over by the office, pictures and all", async () => {
    const { fahrer, stopps, phone: mine, page } = await open(1)
    const [only] = stopps as [Plan]
    net.decide((method) => (method === "POST" ? "before" : "pass"))
    await openStopp(page, only)
    await page.getByLabel("Anderes Foto").setInputFiles(foto)
    await page.locator(".zahl").waitFor()
    await typed(page, artikel.bezeichnung, 1)
    await finish(page)
    await page.getByRole("link", { name: "Feierabend" }).tap()
    await page.getByRole("button", { name: "Stimmt alles" }).tap()
    await page.getByText(/^Um \d\d:\d\d von dir gezählt/).waitFor()
    await page.getByRole("link", { name: "Mein Tag" }).tap()
    await office("PATCH", `mitarbeiter/${fahrer.id}`, { aktiv: 0 })
    net.decide(() => "pass")
    await mine.later()
    await page.getByLabel("Bitte neu anmelden").fill(fahrer.password)
    await page.getByRole("button", { name: "Anmelden" }).tap()
    await page.getByRole("link", { name: "jemand aus dem Büro hier an" }).waitFor()
    await logInPhone(mine.context, net.url, { email: "buero@demo.example", password: "pfandwerk-demo" })
    await page.reload()
    const takeOver = page.getByRole("button", { name: "Als Büro übernehmen" })
    await takeOver.tap()
    await takeOver.waitFor({ state: "detached" })
    await mine.sent()
    const { items } = await office("GET", "klaerungen?status=offen&limit=100")
    const own = items.filter(({ fahrer_id }: { fahrer_id: string }) => fahrer_id === fahrer.id)
    expect(own.map(({ art }: { art: string }) => art).toSorted()).toEqual(["abschluss", "feierabend"])
    for (const { id } of own) await office("POST", `klaerungen/${id}/buchen`, {})
    const lieferung = await office("GET", `lieferungen/${only.id}`)
    expect([lieferung.status, lieferung.positionen[0].ist_ruecknahme, await pictures(only.id)]).toEqual([
      "zugestellt",
      1,
      1,
    ])
    expect((await office("GET", `feierabend?fahrer_id=${fahrer.id}`)).items).toHaveLength(1)
  }, 180_000)

  test("a stop that was given to the office is open again once the office has discarded the report", async () => {
    const { fahrer, stopps, phone: mine, page } = await open(1)
    const [only] = stopps as [Plan]
    let refused = false
    await page.route("**/abschluss", (route) => {
      if (refused) return route.continue()
      refused = true
      return route.continue({ postData: JSON.stringify({ positionen: 1 }) })
    })
    await openStopp(page, only)
    await typed(page, artikel.bezeichnung, 3)
    await finish(page)
    await mine.later()
    await page.getByRole("link", { name: /^1 braucht dich/ }).tap()
    await page.getByRole("button", { name: "Ans Büro geben" }).tap()
    await page.getByText("beim Büro").waitFor()
    await home(page)
    await mine.sent()
    await page.getByText("fertig · beim Büro").waitFor()
    const { items } = await office("GET", "klaerungen?status=offen&limit=100")
    const given = items.find(({ fahrer_id }: { fahrer_id: string }) => fahrer_id === fahrer.id)
    await office("POST", `klaerungen/${given.id}/verwerfen`, { grund: "Bitte noch einmal" })
    await toOutbox(page)
    await page.getByRole("button", { name: "Jetzt senden" }).tap()
    await home(page)
    await openStopp(page, only)
    await typed(page, artikel.bezeichnung, 2)
    await finish(page)
    await mine.sent()
    const { status, positionen } = await office("GET", `lieferungen/${only.id}`)
    expect([status, positionen[0].ist_ruecknahme, page.faults]).toEqual(["zugestellt", 2, []])
  }, 120_000)

  test("an evening's count that was refused goes to the office, in words of its own", async () => {
    const { fahrer, phone: mine, page } = await open(1)
    await page.getByRole("link", { name: "Feierabend" }).tap()
    // Twice the same: counted once.
    for (let i = 0; i < 2; i++) {
      await page.getByRole("button", { name: "Anderer Artikel" }).tap()
      const chosen = page.getByRole("dialog").getByRole("button", { name: new RegExp(artikel.bezeichnung) })
      await chosen.tap()
    }
    const leergut = page.locator("section", {
      has: page.getByRole("heading", { name: "Leergut und Geräte" }),
    })
    await hasCount(leergut.getByRole("group", { name: artikel.bezeichnung }), 1)
    await leergut.getByRole("textbox").fill("3")
    let refused = false
    await page.route("**/api/feierabend", (route) => {
      if (refused) return route.continue()
      refused = true
      // As if the telephone had sent nonsense: the service's own word for it.
      return route.continue({ postData: JSON.stringify({ positionen: [] }) })
    })
    await page.getByRole("button", { name: "Fertig gezählt" }).tap()
    await page.getByText("1 Stopp ist noch offen. Was dort").waitFor()
    await page.getByRole("button", { name: "Ja, jetzt zählen" }).tap()
    await page.getByRole("link", { name: /^1 braucht dich/ }).tap()
    await page.getByText("So kann es der Dienst nicht annehmen.").waitFor()
    expect(await page.getByText(/datum|positionen|fehlt/).count()).toBe(0)
    await page.getByRole("button", { name: "Ans Büro geben" }).tap()
    await page.getByText("beim Büro").waitFor()
    await home(page)
    await mine.sent()
    const { items } = await office("GET", "klaerungen?status=offen&limit=100")
    const given = items.find(({ fahrer_id }: { fahrer_id: string }) => fahrer_id === fahrer.id)
    expect(given).toMatchObject({
      art: "feierabend",
      kunde_id: null,
      angaben: {
        gezaehlt: expect.arrayContaining([expect.objectContaining({ art: "leergut", gezaehlt: 3 })]),
      },
    })
    await office("POST", `klaerungen/${given.id}/buchen`, {})
    expect((await office("GET", `feierabend?fahrer_id=${fahrer.id}`)).items).toHaveLength(1)
  }, 120_000)
})

/** Runs in the page: as if the day that it knows were another one's. */
async function fetchedYesterday(): Promise<void> {
  const asked = indexedDB.open("pfandwerk-fahrer")
  await new Promise((resolve) => asked.addEventListener("success", resolve))
  const store = asked.result.transaction("sachen", "readwrite").objectStore("sachen")
  const day = store.get("tag")
  await new Promise((resolve) => day.addEventListener("success", resolve))
  store.put({ ...day.result, etag: null, tag: { ...day.result.tag, heute: "2020-01-01" } }, "tag")
  await new Promise((resolve) => store.transaction.addEventListener("complete", resolve))
  asked.result.close()
}
