import { afterEach, beforeAll, describe, expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { foto, hasChromium } from "./browser.ts"
import { type Plan, planDay, type Round, startRound } from "./dispatcher.ts"
import { finish, openStopp, typed } from "./fahrer-steps.ts"
import { openPhone, type Phone } from "./phone.ts"
import type { Fate } from "./proxy.ts"

/** Each request that the application sends, lost before it arrives, then after it was committed, then answered. */

/** @returns what becomes of each request: of each address the first is lost on the way, the second on the way back */
function unlucky(): (method: string, path: string) => Fate {
  const times = new Map<string, number>()
  return (method, path) => {
    if (method !== "POST") return "pass"
    const time = (times.get(path) ?? 0) + 1
    times.set(path, time)
    return time === 1 ? "before" : time === 2 ? "after" : "pass"
  }
}

describe.skipIf(!hasChromium)("every request of a driver's telephone", () => {
  let net: Round["net"]
  let office: Round["office"]
  let artikel: Round["artikel"]
  let phone: Phone
  beforeAll(async () => {
    ;({ net, office, artikel } = await startRound())
  }, 120_000)
  afterEach(async () => {
    net.decide(() => "pass")
    await office("PATCH", "fahrer/einstellungen", { ungeplant_erlaubt: 1 })
    await phone?.wipe()
  })

  /** The telephone tries again and again, as it does every half minute. */
  async function sendUntil(page: Page, words: RegExp): Promise<void> {
    const there = page.getByRole("link", { name: words })
    for (let i = 0; i < 40 && !(await there.isVisible()); i++) {
      await phone.later()
      await there.waitFor({ timeout: 1000 }).catch(() => {})
    }
    await there.waitFor()
  }

  async function pickUp(page: Page, { name }: Plan, pieces: number): Promise<void> {
    await page.getByRole("link", { name: "Ungeplant", exact: true }).tap()
    await page.getByRole("button", { name }).tap()
    await page.getByRole("button", { name: "Anderer Artikel" }).tap()
    await page.getByRole("button", { name: new RegExp(artikel.bezeichnung) }).tap()
    await typed(page, artikel.bezeichnung, pieces)
    await page.getByLabel("Foto").setInputFiles(foto)
    await page.getByRole("button", { name: "Foto weglassen" }).waitFor()
  }

  const pictures = async (id: string) => (await office("GET", `lieferungen/${id}/bilder`)).items.length
  const bestand = async ({ kunde_id }: Plan): Promise<number> =>
    (await office("GET", `kunden/${kunde_id}/pfandkonto`)).artikel[0]?.bestand ?? 0
  const geholt = async ({ kunde_id }: Plan) => {
    const { items } = await office("GET", `lieferungen?kunde_id=${kunde_id}&limit=10`)
    return items.filter(({ ungeplant }: { ungeplant: number }) => ungeplant === 1)
  }

  test("takes effect once, however often its answer is lost", async () => {
    const { fahrer, stopps } = await planDay(office, artikel.id, 4)
    const [done, failed, cancelled, other] = stopps as [Plan, Plan, Plan, Plan]
    phone = await openPhone(net.url, fahrer)
    const { page } = phone
    net.decide(unlucky())
    await openStopp(page, done)
    await page.getByLabel("Anderes Foto").setInputFiles(foto)
    await page.locator(".zahl").waitFor()
    await typed(page, artikel.bezeichnung, 2)
    await finish(page)
    await sendUntil(page, /alles gesendet/)
    await openStopp(page, failed)
    await page.getByRole("button", { name: "Geht nicht" }).tap()
    await page.getByRole("button", { name: "Geschlossen" }).tap()
    await page.getByRole("heading", { name: "Mein Tag" }).waitFor()
    await pickUp(page, other, 5)
    await finish(page)
    await sendUntil(page, /alles gesendet/)
    // The office cancels it while the telephone has no signal.
    net.decide(() => "before")
    await openStopp(page, cancelled)
    await finish(page)
    await office("POST", `lieferungen/${cancelled.id}/storno`, {})
    net.decide(unlucky())
    await sendUntil(page, /^1 braucht dich/)
    await page
      .getByRole("link", { name: /^1 braucht dich/ })
      .first()
      .tap()
    await page.getByRole("button", { name: "Ans Büro geben" }).tap()
    await page.getByRole("link", { name: "Mein Tag" }).tap()
    await sendUntil(page, /alles gesendet/)
    await page.getByRole("link", { name: "Feierabend" }).tap()
    await page.getByRole("button", { name: "Stimmt alles" }).tap()
    await page.getByRole("button", { name: "Ja, jetzt zählen" }).tap()
    await page.getByText(/^Um \d\d:\d\d von dir gezählt/).waitFor()
    await page.getByRole("link", { name: "Mein Tag" }).tap()
    await sendUntil(page, /alles gesendet/)
    net.decide(() => "pass")

    const kinds = [
      "/start",
      "/bilder",
      "/abschluss",
      "/fehlschlag",
      "/ungeplant",
      "/feierabend",
      "/klaerungen",
    ]
    const seen = net.seen()
    for (const kind of kinds)
      for (const fate of ["before", "after", "pass"])
        expect([kind, fate, seen.some((line) => line.includes(kind) && line.endsWith(fate))]).toEqual([
          kind,
          fate,
          true,
        ])
    expect([await bestand(done), await pictures(done.id)]).toEqual([1, 1])
    expect((await office("GET", `lieferungen/${failed.id}`)).grund).toBe("Geschlossen")
    const [abgeholt, ...more] = await geholt(other)
    expect([more, await bestand(other), await pictures(abgeholt.id)]).toEqual([[], -5, 1])
    const { items: offen } = await office("GET", "klaerungen?status=offen")
    expect(offen.filter((one: { lieferung_id: string }) => one.lieferung_id === cancelled.id)).toHaveLength(1)
    expect((await office("GET", `feierabend?fahrer_id=${fahrer.id}`)).items).toHaveLength(1)
    expect((await office("GET", "pfandpruefung")).in_ordnung).toBe(true)
    expect(page.faults).toEqual([])
  }, 240_000)

  test("reaches the office with its pictures when it was refused", async () => {
    const { fahrer, stopps } = await planDay(office, artikel.id, 1)
    const [only] = stopps as [Plan]
    phone = await openPhone(net.url, fahrer)
    const { page } = phone
    await pickUp(page, only, 7)
    await office("PATCH", "fahrer/einstellungen", { ungeplant_erlaubt: 0 })
    await finish(page)
    await sendUntil(page, /^1 braucht dich/)
    await page.getByRole("link", { name: /^1 braucht dich/ }).tap()
    await page.getByText("sind in dieser Firma abgeschaltet").waitFor()
    await page.getByRole("button", { name: "Ans Büro geben" }).tap()
    await page.getByRole("link", { name: "Mein Tag" }).tap()
    await sendUntil(page, /alles gesendet/)
    const { items } = await office("GET", "klaerungen?status=offen")
    const klaerung = items.find(({ kunde_id }: { kunde_id: string }) => kunde_id === only.kunde_id)
    expect([klaerung.art, await pictures(klaerung.id), await bestand(only)]).toEqual(["ungeplant", 1, 0])
    // One more, while the office has not decided yet; then it books.
    await page.getByRole("link", { name: /ungeplant abgeholt · beim Büro/ }).tap()
    await page.getByLabel("Foto").setInputFiles(foto)
    await page.locator(".zahl").waitFor()
    await page.getByRole("link", { name: "Mein Tag" }).tap()
    await sendUntil(page, /alles gesendet/)
    await office("POST", `klaerungen/${klaerung.id}/buchen`, {})
    const [abgeholt] = await geholt(only)
    expect([abgeholt.id, await pictures(abgeholt.id), await bestand(only)]).toEqual([klaerung.id, 2, -7])
    expect(page.faults).toEqual([])
  }, 120_000)
})
