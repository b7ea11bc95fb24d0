import { afterEach, beforeAll, describe, expect, test } from "bun:test"
import { run, type Running, start } from "../../helpers/executable.ts"
import { foto, hasChromium, hasValue } from "./browser.ts"
import { type Plan, planDay, type Round, startRound } from "./dispatcher.ts"
import { finish, kept, logInShown, openStopp, sign, typed } from "./fahrer-steps.ts"
import { logInPhone, newTab, openPhone, type Phone } from "./phone.ts"
import type { Fate } from "./proxy.ts"

/**
 * The day of a driver, on a telephone's screen, against the executable: with everything that happens to networks,
 * telephones and plans. In the evening the office sees the same day, to the piece and the minute.
 */

let service: Running
let net: Round["net"]
let office: Round["office"]
let artikel: Round["artikel"]
let geraet: { id: string; geraetenummer: string }

const bestand = async (kunde_id: string): Promise<Record<string, number>> => {
  const { artikel: staende } = await office("GET", `kunden/${kunde_id}/pfandkonto`)
  return Object.fromEntries(staende.map((stand: any) => [stand.nummer, stand.bestand]))
}

/** Losing something of one request alone, the first time that it is sent. */
function once(part: string, fate: Fate): (method: string, path: string) => Fate {
  let done = false
  return (method, path) => {
    if (done || method !== "POST" || !path.includes(part)) return "pass"
    done = true
    return fate
  }
}

/** Runs in the page, before anything of it: its outbox takes long to read; and it notes whether all is said to be sent. */
function readSlowly(): void {
  const { getAll } = IDBObjectStore.prototype
  IDBObjectStore.prototype.getAll = function (...given) {
    if (this.name === "eintraege") for (let i = 0; i < 3000; i++) this.count()
    return getAll.apply(this, given)
  }
  const look = (): void => {
    if (document.body?.innerText.includes("alles gesendet")) Object.assign(globalThis, { allSent: true })
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
}

describe.skipIf(!hasChromium)("a driver's day", () => {
  let phone: Phone
  beforeAll(async () => {
    ;({ service, net, office, artikel } = await startRound())
  }, 120_000)
  afterEach(async () => {
    net.decide(() => "pass")
    await phone?.wipe()
  })

  test("of twelve stops is the same in the office, to the piece and the minute", async () => {
    const { fahrer, stopps } = await planDay(office, artikel.id, 12)
    const [lost, late, failed, damaged, dark1, dark2, dark3, portal, loggedOut, changed, double, last] =
      stopps as [Plan, Plan, Plan, Plan, Plan, Plan, Plan, Plan, Plan, Plan, Plan, Plan]
    geraet = await office("POST", "geraete", {
      geraetenummer: `K-${Date.now()}`,
      bezeichnung: "Kühler",
      pfand_cent: 5000,
    })
    await office("POST", `geraete/${geraet.id}/ausgabe`, { kunde_id: damaged.kunde_id })
    const at = new Map<Plan, number>()
    phone = await openPhone(net.url, fahrer, 3_600_000)
    const { page } = phone
    await page.getByText(`Laden: 36 Stück`).waitFor()
    await page.evaluate(() => navigator.serviceWorker.ready)

    // The answer gets lost after the commit: the case that matters.
    await openStopp(page, lost)
    await typed(page, artikel.bezeichnung, 2)
    net.decide(once("/abschluss", "after"))
    at.set(lost, await finish(page))
    await phone.sent()

    // The request gets lost before it arrives; and the one for the start, after it did.
    net.decide(once("/start", "after"))
    await openStopp(page, late)
    net.decide(once("/abschluss", "before"))
    at.set(late, await finish(page))
    await phone.sent()

    // Taken back within ten seconds, then failed.
    await openStopp(page, failed)
    await finish(page)
    await page.getByRole("button", { name: /Zurücknehmen/ }).tap()
    await page.getByRole("button", { name: "Geht nicht" }).tap()
    await page.getByRole("button", { name: "Annahme verweigert" }).tap()
    await page.getByRole("heading", { name: "Mein Tag" }).waitFor()
    await phone.sent()

    // A damaged cooler comes back, with a picture of the damage, and a signature for it.
    await openStopp(page, damaged)
    await page.getByLabel(`Kühler ${geraet.geraetenummer} mitnehmen`).tap()
    // A thumb in a glove finds it.
    const tick = page.locator("label", { hasText: "beschädigt" })
    expect((await tick.boundingBox())?.height).toBeGreaterThanOrEqual(48)
    await page.getByLabel("beschädigt").tap()
    await page.getByLabel("Was ist kaputt?").fill("Tür verzogen")
    await page.getByLabel("Foto vom Schaden").setInputFiles(foto)
    await page.getByLabel("Name").fill("Frau Wirtin")
    await sign(page)
    at.set(damaged, await finish(page))
    await phone.sent()

    // The service is gone: three stops in the dark, with a reload in between, and a telephone that was switched off.
    await service.stop("SIGKILL")
    for (const stopp of [dark1, dark2, dark3]) {
      await openStopp(page, stopp)
      await typed(page, artikel.bezeichnung, 1)
      const note = page.getByLabel("Notiz")
      if (stopp === dark2) {
        await note.fill("Hinten abgestellt")
        await page.reload()
      }
      await page.getByRole("heading", { name: "Zurück" }).waitFor()
      await hasValue(note, stopp === dark2 ? "Hinten abgestellt" : "")
      at.set(stopp, await finish(page))
    }
    await phone.later()
    await page.getByRole("link", { name: /^[67] warten/ }).waitFor()
    await page.goto(`${net.url}/fahrer`)
    await page.getByRole("link", { name: /^\d+ warten/ }).waitFor()
    const { dataDir, port } = service
    service = await start({ command: "demo", dataDir, env: { PORT: String(port) } })
    await phone.sent()

    // Somebody else's network says yes to everything.
    await openStopp(page, portal)
    net.decide(() => "portal")
    at.set(portal, await finish(page))
    await phone.later()
    await page.getByText("kein Netz").waitFor()
    net.decide(() => "pass")
    await phone.sent()

    // The office logs all devices out in mid-tour.
    await office("POST", `mitarbeiter/${fahrer.id}/abmelden`)
    await openStopp(page, loggedOut)
    at.set(loggedOut, await finish(page))
    await phone.later()
    await page.getByLabel("Bitte neu anmelden").fill(fahrer.password)
    await page.getByRole("button", { name: "Anmelden" }).tap()
    await phone.sent()

    // The office gives a stop to somebody else, and the driver, without signal, has just done it.
    net.decide(() => "before")
    await openStopp(page, changed)
    at.set(changed, await finish(page))
    const anderer = await office("GET", "mitarbeiter?rolle=fahrer&limit=200")
    const other = anderer.items.find(({ name }: { name: string }) => name === "Murat Yılmaz")
    await office("PATCH", `lieferungen/${changed.id}`, { fahrer_id: other.id })
    net.decide(() => "pass")
    await phone.later()
    await page.getByRole("link", { name: /^\d+ brauch(t|en) dich/ }).tap()
    await page.getByText("gehört inzwischen einem anderen Fahrer").first().waitFor()
    await page.getByRole("button", { name: "Ans Büro geben" }).first().tap()
    await page.getByText("beim Büro").first().waitFor()
    await page.getByRole("link", { name: "Mein Tag" }).tap()
    await phone.sent()

    // Another tab knows at once what this one did; another telephone does the same a second time.
    await openStopp(page, double)
    const tab = await newTab(phone.context, net.url)
    await openStopp(tab, double)
    const second = await openPhone(net.url, fahrer)
    await openStopp(second.page, double)
    await second.later()
    net.decide(() => "before")
    at.set(double, await finish(page))
    await tab.getByText("fertig · wartet").waitFor()
    await tab.close()
    await finish(second.page)
    net.decide(() => "pass")
    await phone.sent()
    await second.later()
    await second.page.getByRole("link", { name: /^\d+ brauch(t|en) dich/ }).tap()
    await second.page.getByText("ist schon zugestellt").waitFor()
    await second.page.getByRole("button", { name: "Verwerfen" }).tap()
    await second.page.getByRole("button", { name: "Ja, verwerfen" }).tap()
    await second.page.getByText("Es ist alles gesendet.").waitFor()
    expect(second.page.faults).toEqual([])
    await second.context.close()

    await openStopp(page, last)
    at.set(last, await finish(page))
    await phone.sent()

    // A pick-up that nobody planned, far more than usual: asked about, not refused.
    await page.getByRole("link", { name: "Ungeplant", exact: true }).tap()
    await page.getByRole("searchbox").fill(last.name)
    await page.getByRole("button", { name: last.name }).tap()
    // What the customer holds is offered already.
    await typed(page, artikel.bezeichnung, 60)
    await page.getByLabel("Name").fill("Herr Wirt")
    await page.getByRole("button", { name: "Fertig" }).tap()
    await page.getByText("Stimmt das so?").waitFor()
    await page.getByRole("button", { name: "Ja, so ist es" }).tap()
    await page.getByRole("heading", { name: "Mein Tag" }).waitFor()
    await phone.sent()
    // Back shows it as done, and cannot send it again.
    await page.goBack()
    await page.getByText(/^ungeplant abgeholt/).waitFor()
    expect(await page.getByRole("button", { name: "Fertig" }).count()).toBe(0)
    await page.getByRole("link", { name: "Mein Tag" }).tap()

    // The next one begins with nothing; what is begun and left is there when one comes back.
    await page.getByRole("link", { name: "Ungeplant", exact: true }).tap()
    await page.getByRole("searchbox").waitFor()
    await page.getByRole("button", { name: lost.name }).tap()
    await page.getByRole("link", { name: "Mein Tag" }).tap()
    await page.getByRole("link", { name: "Ungeplant", exact: true }).tap()
    await page.getByRole("heading", { name: lost.name }).waitFor()
    await page.getByRole("link", { name: "Mein Tag" }).tap()

    await page.getByRole("link", { name: "Feierabend" }).tap()
    const leergut = page.getByRole("group", { name: artikel.bezeichnung }).first()
    await leergut.getByText("erwartet 65").waitFor()
    await leergut.getByRole("textbox").fill("3")
    await page.getByText("62 fehlen").waitFor()
    await page.getByText("noch nichts Gezähltes").waitFor({ state: "hidden" })
    // A figure that is not understood agrees with nothing, also where all others do.
    await leergut.getByRole("textbox").fill("65")
    await page.getByText("Es stimmt alles.").waitFor()
    await leergut.getByRole("textbox").fill("-1")
    await page.getByText("Es stimmt alles.").waitFor({ state: "hidden" })
    await page.getByRole("button", { name: "Fertig gezählt" }).tap()
    await leergut.getByText("darf nicht negativ sein").waitFor()
    // Counting on would begin at a number that nobody sees.
    await leergut.getByRole("button", { name: "eins mehr" }).tap()
    await hasValue(leergut.getByRole("textbox"), "-1")
    // Emptied is not none.
    await leergut.getByRole("textbox").fill("")
    await page.getByRole("button", { name: "Fertig gezählt" }).tap()
    await leergut.getByText("Wie viele?").waitFor()
    // Nor is it what stood there before, when one comes back.
    await page.getByRole("link", { name: "Mein Tag" }).tap()
    await page.getByRole("link", { name: "Feierabend" }).tap()
    await page.getByRole("button", { name: "Fertig gezählt" }).tap()
    await leergut.getByText("Wie viele?").waitFor()
    await leergut.getByRole("textbox").fill("3")
    await page.getByRole("button", { name: "Fertig gezählt" }).tap()
    // The counted pieces stand there again, not the expected ones.
    await page.getByText(/^Um \d\d:\d\d von dir gezählt/).waitFor()
    await page.getByRole("link", { name: "Mein Tag" }).tap()
    await page.getByRole("link", { name: "Feierabend" }).tap()
    await page.getByText("62 fehlen").waitFor()
    await hasValue(leergut.getByRole("textbox"), "3")
    expect(await page.getByRole("button", { name: "Gezählt" }).isDisabled()).toBe(true)
    await page.getByRole("link", { name: "Mein Tag" }).tap()
    await phone.sent()
    expect(page.faults).toEqual([])

    // The office books what it was handed.
    const { items: offen } = await office("GET", "klaerungen?status=offen")
    const klaerung = offen.filter((one: any) => one.lieferung_id === changed.id)
    expect(klaerung).toHaveLength(1)
    await office("POST", `klaerungen/${klaerung[0].id}/buchen`, {})

    // In the office, that day.
    for (const stopp of stopps) {
      const lieferung = await office("GET", `lieferungen/${stopp.id}`)
      const zurueck = stopp === lost ? 2 : [dark1, dark2, dark3].includes(stopp) ? 1 : 0
      expect([stopp.name, lieferung.status]).toEqual([
        stopp.name,
        stopp === failed ? "nicht_zugestellt" : "zugestellt",
      ])
      if (stopp === failed) {
        expect([lieferung.grund, await bestand(stopp.kunde_id)]).toEqual(["Annahme verweigert", {}])
        continue
      }
      expect([stopp.name, lieferung.positionen[0]]).toMatchObject([
        stopp.name,
        { ist_ausgabe: 3, ist_ruecknahme: zurueck },
      ])
      expect([stopp.name, await bestand(stopp.kunde_id)]).toEqual([
        stopp.name,
        { "FASS-30": 3 - zurueck - (stopp === last ? 60 : 0) },
      ])
      expect(Math.abs(Date.parse(lieferung.erfasst_am) - (at.get(stopp) ?? 0))).toBeLessThan(60_000)
    }
    const cooler = await office("GET", `geraete/${geraet.id}`)
    expect([cooler.status, cooler.kunde_id]).toEqual(["wartung", null])
    const signed = await office("GET", `lieferungen/${damaged.id}`)
    expect([signed.empfaenger_name, signed.unterschrift?.startsWith("data:image/png")]).toEqual([
      "Frau Wirtin",
      true,
    ])
    const bilder = await office("GET", `lieferungen/${damaged.id}/bilder`)
    expect(bilder.items).toMatchObject([{ art: "schaden", geraet_id: geraet.id }])
    const { items: ofLast } = await office("GET", `lieferungen?kunde_id=${last.kunde_id}&limit=10`)
    const ungeplant = ofLast.filter((one: any) => one.ungeplant === 1)
    expect(ungeplant).toHaveLength(1)
    expect((await office("GET", `lieferungen/${ungeplant[0].id}`)).empfaenger_name).toBe("Herr Wirt")
    const { items: feierabende } = await office("GET", `feierabend?fahrer_id=${fahrer.id}`)
    expect(feierabende).toHaveLength(1)
    expect(
      feierabende[0].positionen.find((one: any) => one.art === "leergut" && one.pfandartikel_id),
    ).toMatchObject({
      erwartet: 65,
      gezaehlt: 3,
    })
    expect((await office("GET", "pfandpruefung")).in_ordnung).toBe(true)
    const checked = await run(["check", "--json"], { dataDir: service.dataDir })
    expect([checked.code, checked.stdout]).toEqual([0, expect.not.stringContaining('"fault"')])
  }, 240_000)

  test("begins without a network, and goes on as the same account alone", async () => {
    const { fahrer, stopps } = await planDay(office, artikel.id, 1)
    const [only] = stopps as [Plan]
    phone = await openPhone(net.url, fahrer, -86_400_000)
    const { page } = phone
    await page.evaluate(() => navigator.serviceWorker.ready)
    net.decide(() => "before")
    await page.reload()
    await openStopp(page, only)
    const at = await finish(page)
    // However long it reads what waits, it never says that nothing does.
    const slow = await phone.context.addInitScript(readSlowly)
    await page.reload()
    await page.getByText(/^2 warten/).waitFor()
    await slow.dispose()
    expect(await page.evaluate(() => "allSent" in globalThis)).toBe(false)
    await phone.later()
    // Somebody else logs in on this telephone, while nothing else passes.
    net.decide((_, path) => (path === "/api/sitzung" ? "pass" : "before"))
    await logInPhone(phone.context, net.url, {
      email: "fahrer2@demo.example",
      password: "pfandwerk-demo",
    })
    net.decide(() => "pass")
    await page.reload()
    await page.getByText("warten 2 Einträge von").waitFor()
    expect((await office("GET", `lieferungen/${only.id}`)).status).toBe("geplant")
    await logInPhone(phone.context, net.url, fahrer)
    await phone.sent()
    const lieferung = await office("GET", `lieferungen/${only.id}`)
    expect([lieferung.status, await bestand(only.kunde_id)]).toEqual(["zugestellt", { "FASS-30": 3 }])
    expect(Math.abs(Date.parse(lieferung.erfasst_am) - at)).toBeLessThan(60_000)
    // A driver who logs out leaves no tour behind.
    await page.getByRole("link", { name: "alles gesendet" }).tap()
    await page.getByRole("button", { name: "Abmelden" }).tap()
    await logInShown(page)
    expect(await kept(page)).toEqual([])
    expect(page.faults).toEqual([])
  }, 120_000)

  test("goes on when the telephone is full: what does not fit is said, and what was there stays", async () => {
    const { fahrer, stopps } = await planDay(office, artikel.id, 2)
    const [first, second] = stopps as [Plan, Plan]
    phone = await openPhone(net.url, fahrer)
    const { page } = phone
    net.decide(() => "before")
    await openStopp(page, first)
    await finish(page)
    await openStopp(page, second)
    // As a browser says it; a disk that is really full would take the test's machine along.
    await page.evaluate(() => {
      const { add } = IDBObjectStore.prototype
      IDBObjectStore.prototype.add = function (value: { body?: unknown }) {
        if (typeof value.body !== "string") throw new DOMException("full", "QuotaExceededError")
        return add.call(this, value)
      }
    })
    await page.getByLabel("Anderes Foto").setInputFiles(foto)
    await page.getByText("Der Speicher des Telefons ist voll.").waitFor()
    await finish(page)
    net.decide(() => "pass")
    await phone.sent()
    for (const { id } of [first, second])
      expect((await office("GET", `lieferungen/${id}`)).status).toBe("zugestellt")
    expect(page.faults).toEqual([])
  }, 120_000)
})
