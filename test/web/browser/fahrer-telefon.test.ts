import { afterEach, beforeAll, describe, expect, test } from "bun:test"
import type { Locator, Page } from "playwright-core"
import { addDays } from "../../../src/lib/day.ts"
import { today } from "../../helpers/day.ts"
import { until } from "../../helpers/eventually.ts"
import { foto, hasChromium, hasValue } from "./browser.ts"
import { type Plan, planDay, type Round, startRound } from "./dispatcher.ts"
import { entriesKept, finish, kept, logInShown, openStopp, typed } from "./fahrer-steps.ts"
import { logInPhone, newTab, openPhone, type Phone } from "./phone.ts"

/** Promises of the telephone: whose it is, what it keeps, and that nothing tapped is lost on the way. */

describe.skipIf(!hasChromium)("a driver's telephone", () => {
  let net: Round["net"]
  let office: Round["office"]
  let artikel: Round["artikel"]
  let phone: Phone
  beforeAll(async () => {
    ;({ net, office, artikel } = await startRound())
  }, 120_000)
  afterEach(async () => {
    net.decide(() => "pass")
    await phone?.wipe()
  })

  const toOutbox = (page: Page) => page.locator(".post").tap()

  test("warns whoever logs out too early, and sends what waits when they are back", async () => {
    const { fahrer, stopps } = await planDay(office, artikel.id, 1)
    const [only] = stopps as [Plan]
    phone = await openPhone(net.url, fahrer)
    const { page } = phone
    net.decide((_, path) => (path.startsWith("/api/lieferungen") ? "before" : "pass"))
    await openStopp(page, only)
    await finish(page)
    await phone.later()
    await toOutbox(page)
    await page.getByRole("button", { name: "Abmelden" }).tap()
    await page.getByText("2 Einträge sind noch nur auf diesem Telefon.").waitFor()
    await page.getByRole("button", { name: "Trotzdem abmelden" }).tap()
    await logInShown(page)
    expect([await kept(page), await entriesKept(page)]).toEqual([[], 2])
    net.decide(() => "pass")
    await logInPhone(phone.context, net.url, fahrer)
    await page.goto(`${net.url}/fahrer`)
    await phone.sent()
    expect((await office("GET", `lieferungen/${only.id}`)).status).toBe("zugestellt")
    // A driver who has sent everything leaves no names and signatures behind.
    await toOutbox(page)
    await page.getByRole("button", { name: "Abmelden" }).tap()
    await logInShown(page)
    expect([await kept(page), await entriesKept(page)]).toEqual([[], 0])
    expect(page.faults).toEqual([])
  }, 120_000)

  test("keeps in sight, behind the day's own stops, what was planned days ago and nobody set off to", async () => {
    const { fahrer } = await planDay(office, artikel.id, 1)
    const before = new Date(Date.now() - 3 * 86_400_000).toLocaleDateString("sv-SE", {
      timeZone: "Europe/Berlin",
    })
    const { items } = await office("GET", "kunden?limit=2")
    for (const { id: kunde_id } of items) {
      const positionen = [{ pfandartikel_id: artikel.id, soll_ausgabe: 4 }]
      await office("POST", "lieferungen", { kunde_id, fahrer_id: fahrer.id, datum: before, positionen })
    }
    phone = await openPhone(net.url, fahrer)
    await phone.page.getByText("Laden: 11 Stück").waitFor()
    const next = phone.page.getByRole("region", { name: "Nächster Stopp" })
    const others = phone.page.getByRole("list", { name: "Stopps" })
    expect([await next.getByText(/vom \w/).count(), await others.getByText(/vom \w/).count()]).toEqual([0, 2])
    // The name leads to the stop as those of the others do. On the way, nothing is left to load.
    await next.getByRole("heading").getByRole("link").tap()
    await phone.page.getByRole("heading", { name: "Zurück" }).waitFor()
    await phone.page.getByRole("link", { name: "Mein Tag" }).tap()
    await next.getByRole("button", { name: "Losfahren" }).tap()
    await phone.page.getByRole("link", { name: "Mein Tag" }).tap()
    await phone.page.getByText("Noch abzugeben: 11 Stück").waitFor()
    await phone.page.getByRole("link", { name: "Feierabend" }).tap()
    await phone.page.getByText("erwartet 11").waitFor()
  }, 120_000)

  test("does once what a glove taps twice", async () => {
    const { fahrer, stopps } = await planDay(office, artikel.id, 2)
    const [first, second] = stopps as [Plan, Plan]
    phone = await openPhone(net.url, fahrer)
    const { page } = phone
    net.decide((_, path) => (path.startsWith("/api/") ? "before" : "pass"))
    const twice = (button: Locator) =>
      button.and(page.locator(":enabled")).evaluate((element: HTMLElement) => {
        element.click()
        element.click()
      })
    const day = page.getByRole("heading", { name: "Mein Tag" })
    await twice(page.getByRole("button", { name: "Losfahren" }))
    await page.getByRole("heading", { name: "Zurück" }).waitFor()
    await twice(page.getByRole("button", { name: "Fertig" }))
    await twice(page.getByRole("button", { name: "Ja, so ist es" }))
    await day.waitFor()
    expect(await entriesKept(page)).toBe(2)
    await openStopp(page, second)
    await page.getByRole("button", { name: "Geht nicht" }).tap()
    await twice(page.getByRole("button", { name: "Geschlossen" }))
    await day.waitFor()
    expect(await entriesKept(page)).toBe(4)
    await page.getByRole("link", { name: "Ungeplant", exact: true }).tap()
    await page.getByRole("button", { name: first.name }).tap()
    await page.getByRole("button", { name: "Anderer Artikel" }).tap()
    await page.getByRole("button", { name: new RegExp(artikel.bezeichnung) }).tap()
    await typed(page, artikel.bezeichnung, 4)
    await twice(page.getByRole("button", { name: "Fertig" }))
    await day.waitFor()
    expect(await entriesKept(page)).toBe(5)
    await page.getByRole("link", { name: "Feierabend" }).tap()
    await twice(page.getByRole("button", { name: "Stimmt alles" }))
    await page.getByText(/^Um \d\d:\d\d von dir gezählt/).waitFor()
    expect(await entriesKept(page)).toBe(6)
  }, 120_000)

  test("keeps a second tap from what came under the finger with the first", async () => {
    const { fahrer } = await planDay(office, artikel.id, 2)
    phone = await openPhone(net.url, fahrer)
    const { page } = phone
    net.decide((_, path) => (path.startsWith("/api/") ? "before" : "pass"))
    /** As soon as it is there no more; @returns what took its place. */
    const twice = async (name: string): Promise<string | null | undefined> => {
      const button = page.getByRole("button", { name }).and(page.locator(":enabled"))
      const box = await button.boundingBox()
      if (!box) throw new Error(`no button ${name}`)
      return page.evaluate(
        async ({ x, y }) => {
          const there = () => document.elementFromPoint(x, y)?.closest<HTMLElement>("button, a")
          const first = there()
          first?.click()
          while (there() === first) await new Promise(requestAnimationFrame)
          const second = there()
          second?.click()
          return second?.textContent
        },
        { x: box.x + box.width / 2, y: box.y + box.height / 2 },
      )
    }
    await page.getByRole("button", { name: "Losfahren" }).tap()
    await page.getByRole("heading", { name: "Zurück" }).waitFor()
    expect(await twice("Fertig")).toBe("Ja, so ist es")
    await page.getByRole("button", { name: "Ja, so ist es" }).and(page.locator(":enabled")).waitFor()
    expect(await entriesKept(page)).toBe(1)
    // Not on to the evening, where a third tap would send a count that nobody made.
    expect(await twice("Ja, so ist es")).toBeUndefined()
    await page.getByRole("heading", { name: "Mein Tag" }).waitFor()
    await page.getByRole("link", { name: "Feierabend" }).tap()
    await page.getByRole("button", { name: "Stimmt alles" }).waitFor()
    expect(await entriesKept(page)).toBe(2)
  }, 120_000)

  test("says of a truck that it was counted, though this telephone knows no figures of it", async () => {
    const { fahrer } = await planDay(office, artikel.id, 1)
    phone = await openPhone(net.url, fahrer)
    const { page, context } = phone
    await page.getByRole("link", { name: "Feierabend" }).tap()
    await page.getByText("noch nichts Gezähltes").waitFor()
    expect(await page.getByText("schon gezählt").count()).toBe(0)
    const data = { datum: today(), positionen: [], bemerkung: "Drei fehlen" }
    const headers = { "sec-fetch-site": "same-origin" }
    expect((await context.request.post(`${net.url}/api/feierabend`, { data, headers })).status()).toBe(201)
    await page.reload()
    await page.getByText(/^Um \d\d:\d\d hast du schon gezählt/).waitFor()
  }, 120_000)

  test("asks for another count of the truck after a stop that came behind it, and knows what was missing", async () => {
    const { fahrer, stopps } = await planDay(office, artikel.id, 2)
    phone = await openPhone(net.url, fahrer)
    const { page } = phone
    const bring = async (plan: Plan, pieces: number): Promise<void> => {
      await openStopp(page, plan)
      await typed(page, artikel.bezeichnung, pieces)
      await finish(page)
      await page.getByRole("link", { name: "Feierabend" }).tap()
    }
    const leergut = page.getByRole("group", { name: artikel.bezeichnung }).first().getByRole("textbox")
    await bring(stopps[0] as Plan, 5)
    await leergut.fill("4")
    await page.getByRole("button", { name: "Fertig gezählt" }).tap()
    await page.getByRole("dialog").getByRole("button", { name: "Ja, jetzt zählen" }).tap()
    await page.getByText(/^Um \d\d:\d\d von dir gezählt/).waitFor()
    await page.getByRole("link", { name: "Mein Tag" }).tap()
    await bring(stopps[1] as Plan, 3)
    await page.getByText("Danach war noch ein Stopp, bitte noch einmal zählen.").waitFor()
    await hasValue(leergut, "7")
    await page.getByText("1 fehlt").waitFor()
    await page.getByRole("button", { name: "Fertig gezählt" }).tap()
    await page.getByText("Danach war noch ein Stopp").waitFor({ state: "detached" })
    expect(await page.getByRole("button", { name: "Gezählt" }).isDisabled()).toBe(true)
  }, 120_000)

  test("counts yesterday's truck past midnight, when the new day is there already", async () => {
    const { fahrer, stopps } = await planDay(office, artikel.id, 1)
    phone = await openPhone(net.url, fahrer)
    const { page, context } = phone
    // Before the day's last stop.
    const data = { datum: today(), positionen: [] }
    const headers = { "sec-fetch-site": "same-origin" }
    expect((await context.request.post(`${net.url}/api/feierabend`, { data, headers })).status()).toBe(201)
    await openStopp(page, stopps[0] as Plan)
    await typed(page, artikel.bezeichnung, 5)
    await finish(page)
    await phone.sent()
    await page.route("**/api/fahrer/tag", async (route) => {
      const { "if-none-match": _, ...asked } = route.request().headers()
      const reply = await route.fetch({ headers: asked })
      const heute = addDays(today(), 1)
      const json = { ...(await reply.json()), heute, morgen: addDays(heute, 1), stopps: [] }
      await route.fulfill({ response: reply, json, headers: { ...reply.headers(), etag: '"morgen"' } })
    })
    await toOutbox(page)
    await page.getByRole("button", { name: "Jetzt senden" }).tap()
    await page.getByRole("link", { name: "Mein Tag" }).tap()
    await page.getByText("ist nichts geplant.").waitFor()
    await page.getByRole("link", { name: "Feierabend" }).tap()
    await page.getByRole("link", { name: "Gestern zählen" }).tap()
    await page.getByText("erwartet 5").waitFor()
    await typed(page, artikel.bezeichnung, 4)
    // A telephone that was off meanwhile goes on there.
    await page.reload()
    await page.getByText("1 fehlt").waitFor()
    await page.getByRole("button", { name: "Fertig gezählt" }).tap()
    await page.getByText("Das Büro hat es").waitFor()
    const { items } = await office("GET", `feierabend?fahrer_id=${fahrer.id}`)
    const last = { datum: today(), positionen: [{ erwartet: 5, gezaehlt: 4 }] }
    expect(items).toMatchObject([last, { datum: today() }])
  }, 120_000)

  test("takes at most eight taps for a return of three articles", async () => {
    const { fahrer } = await planDay(office, artikel.id, 0)
    const { items } = await office("GET", "pfandartikel?limit=200")
    const drei = items.filter(({ art }: { art: string }) => art === "einzeln").slice(0, 3)
    const kunde = await office("POST", "kunden", { name: `Wirt ${crypto.randomUUID()}` })
    const positionen = drei.map(({ id }: { id: string }) => ({ pfandartikel_id: id, soll_ruecknahme: 4 }))
    const datum = today()
    const plan = { kunde_id: kunde.id, fahrer_id: fahrer.id, datum, positionen }
    const { id } = await office("POST", "lieferungen", plan)
    phone = await openPhone(net.url, fahrer)
    const { page } = phone
    let taps = 0
    const tap = async (target: Locator): Promise<void> => {
      taps++
      await target.tap()
    }
    await tap(page.getByRole("button", { name: "Losfahren" }))
    for (const { bezeichnung } of drei) {
      await tap(page.getByRole("group", { name: bezeichnung }).getByRole("textbox"))
      taps++
      // On the telephone's own number pad: what stood there is selected, and replaced.
      await page.keyboard.press("5")
    }
    await tap(page.getByRole("button", { name: "Fertig" }))
    await page.getByRole("heading", { name: "Mein Tag" }).waitFor()
    await phone.sent()
    const { positionen: getan } = await office("GET", `lieferungen/${id}`)
    expect(getan.map((one: { ist_ruecknahme: number }) => one.ist_ruecknahme)).toEqual([5, 5, 5])
    expect(taps).toBeLessThanOrEqual(8)
  }, 120_000)

  test("that was logged out without a network lets nobody in by the old log-in, in no tab", async () => {
    const { fahrer } = await planDay(office, artikel.id, 1)
    phone = await openPhone(net.url, fahrer)
    const { page } = phone
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.reload()
    const tab = await newTab(phone.context, net.url)
    net.decide(() => "before")
    await toOutbox(page)
    await page.getByRole("button", { name: "Abmelden" }).tap()
    for (const one of [page, tab]) await one.getByRole("heading", { name: "Kein Netz" }).waitFor()
    expect(await kept(page)).toEqual([])
    await page.reload()
    await page.getByRole("heading", { name: "Kein Netz" }).waitFor()
    const cookies = await phone.context.cookies()
    net.decide(() => "pass")
    await page.getByRole("button", { name: "Noch einmal versuchen" }).tap()
    await logInShown(page)
    expect(await kept(page)).toEqual([])
    // The session is over on the service's side, too.
    await phone.context.addCookies(cookies)
    expect((await phone.context.request.get(`${net.url}/api/sitzung`)).status()).toBe(401)
  }, 120_000)

  test("keeps a count that was tapped while a picture was made small", async () => {
    const { fahrer, stopps } = await planDay(office, artikel.id, 1)
    const [only] = stopps as [Plan]
    phone = await openPhone(net.url, fahrer)
    const { page } = phone
    // A large picture takes a telephone a while: here until the test has counted.
    await page.evaluate(() => {
      const real = globalThis.createImageBitmap
      const slow = new Promise<void>((resolve) => addEventListener("weiter", () => resolve(), { once: true }))
      Object.assign(globalThis, { createImageBitmap: (blob: Blob) => slow.then(() => real(blob)) })
    })
    await page.getByRole("link", { name: "Ungeplant", exact: true }).tap()
    await page.getByRole("button", { name: only.name }).tap()
    await page.getByRole("button", { name: "Anderer Artikel" }).tap()
    await page.getByRole("button", { name: new RegExp(artikel.bezeichnung) }).tap()
    await page.getByLabel("Foto").setInputFiles(foto)
    await typed(page, artikel.bezeichnung, 4)
    await page.evaluate(() => dispatchEvent(new Event("weiter")))
    await page.getByRole("button", { name: "Foto weglassen" }).waitFor()
    const pieces = page.getByRole("group", { name: artikel.bezeichnung }).getByRole("textbox")
    await hasValue(pieces, "4")
    // Full: the pictures can be left out, and the pick-up stays.
    await page.evaluate(() => {
      const { add } = IDBObjectStore.prototype
      IDBObjectStore.prototype.add = function (value: { body?: unknown }) {
        if (typeof value.body !== "string") throw new DOMException("full", "QuotaExceededError")
        return add.call(this, value)
      }
    })
    await page.getByRole("button", { name: "Fertig" }).tap()
    await page.getByText("Der Speicher des Telefons ist voll.").waitFor()
    const leaveOut = page.getByRole("button", { name: "Foto weglassen" })
    await leaveOut.tap()
    await leaveOut.waitFor({ state: "detached" })
    await finish(page)
    await phone.sent()
    const { items } = await office("GET", `lieferungen?kunde_id=${only.kunde_id}&limit=10`)
    const abgeholt = items.filter(({ ungeplant }: { ungeplant: number }) => ungeplant === 1)
    expect(abgeholt).toHaveLength(1)
  }, 120_000)

  test("shows what was sent, whatever its clock says, when an older answer comes behind a newer one", async () => {
    const { fahrer, stopps } = await planDay(office, artikel.id, 1)
    const [only] = stopps as [Plan]
    phone = await openPhone(net.url, fahrer, 3_600_000)
    const { page } = phone
    await page.evaluate(() => navigator.serviceWorker.ready)
    await openStopp(page, only)
    await typed(page, artikel.bezeichnung, 2)
    const asked = Promise.withResolvers<void>()
    const older = Promise.withResolvers<"pass">()
    let isFirst = true
    net.decide((_, path) => {
      if (path !== "/api/fahrer/tag" || !isFirst) return "pass"
      isFirst = false
      asked.resolve()
      return older.promise
    })
    // The day is old enough to be asked for again; the telephone takes that for a sleep.
    for (let i = 0; i < 7; i++) await phone.later()
    await asked.promise
    await finish(page)
    const newer = page.waitForResponse((reply) => reply.url().endsWith("/api/fahrer/tag"))
    await phone.sent()
    await (await newer).finished()
    const late = page.waitForResponse((reply) => reply.url().endsWith("/api/fahrer/tag"))
    older.resolve("pass")
    await (await late).finished()
    await page.getByRole("link", { name: "Feierabend" }).tap()
    const leergut = page.getByRole("group", { name: artikel.bezeichnung }).first()
    await leergut.getByText("erwartet 2").waitFor()
    expect(page.faults).toEqual([])
  }, 120_000)

  test("goes on at once when the network is back in the middle of a try that fails", async () => {
    const { fahrer, stopps } = await planDay(office, artikel.id, 1)
    const [only] = stopps as [Plan]
    phone = await openPhone(net.url, fahrer)
    const { page } = phone
    const asked = Promise.withResolvers<void>()
    const lost = Promise.withResolvers<"portal">()
    let isFirst = true
    net.decide((method) => {
      if (method !== "POST" || !isFirst) return "pass"
      isFirst = false
      asked.resolve()
      return lost.promise
    })
    // Left alone, it would try again after half a minute: not here.
    await page.evaluate(() => {
      const { setTimeout: later } = window
      const soon = (work: () => void, ms = 0) => (ms < 30_000 ? later(work, ms) : 0)
      Object.assign(window, { setTimeout: soon })
    })
    await openStopp(page, only)
    await finish(page)
    await asked.promise
    await phone.later()
    lost.resolve("portal")
    await page.getByRole("link", { name: "alles gesendet" }).waitFor()
    expect((await office("GET", `lieferungen/${only.id}`)).status).toBe("zugestellt")
  }, 120_000)

  test("says on every screen how much is not sent yet", async () => {
    const { fahrer, stopps } = await planDay(office, artikel.id, 2)
    const [first, second] = stopps as [Plan, Plan]
    phone = await openPhone(net.url, fahrer)
    const { page } = phone
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.reload()
    net.decide(() => "before")
    await openStopp(page, first)
    await finish(page)
    const waits = page.getByRole("link", { name: "2 warten" })
    await waits.waitFor()
    await page.getByRole("link", { name: "Morgen" }).tap()
    await waits.waitFor()
    for (const path of ["ungeplant", "feierabend", `stopp/${first.id}`]) {
      await page.goto(`${net.url}/fahrer/${path}`)
      await waits.waitFor()
    }
    await page.goto(`${net.url}/fahrer`)
    // Until its entries are read, the first stop is still the next.
    await waits.waitFor()
    await openStopp(page, second)
    await page.getByRole("link", { name: "3 warten" }).tap()
    await page.getByText("3 Einträge warten auf ein Netz.").waitFor()
  }, 120_000)

  test("says in the open question that there is no room, where the driver looks", async () => {
    const { fahrer, stopps } = await planDay(office, artikel.id, 1)
    const [only] = stopps as [Plan]
    phone = await openPhone(net.url, fahrer)
    const { page } = phone
    await openStopp(page, only)
    await page.evaluate(() => {
      IDBObjectStore.prototype.add = () => {
        throw new DOMException("full", "QuotaExceededError")
      }
    })
    await page.getByRole("button", { name: "Geht nicht" }).tap()
    await page.getByRole("button", { name: "Geschlossen" }).tap()
    await page.getByRole("dialog").getByText("Der Speicher des Telefons ist voll.").waitFor()
  }, 120_000)

  test("forgets what it needs no more: old drafts, and pictures of other days", async () => {
    const { fahrer, stopps } = await planDay(office, artikel.id, 1)
    const [only] = stopps as [Plan]
    phone = await openPhone(net.url, fahrer)
    const { page } = phone
    await page.evaluate(() => navigator.serviceWorker.ready)
    await openStopp(page, only)
    await typed(page, artikel.bezeichnung, 5)
    await page.getByRole("link", { name: "Mein Tag" }).tap()
    // As if it had been left lying since another day.
    await page.evaluate(async () => {
      await (await caches.open("fahrer-bilder")).put("/uploads/alt.webp", new Response("alt"))
      const asked = indexedDB.open("pfandwerk-fahrer")
      await new Promise((resolve) => asked.addEventListener("success", resolve))
      const store = asked.result.transaction("sachen", "readwrite").objectStore("sachen")
      const day = store.get("tag")
      await new Promise((resolve) => day.addEventListener("success", resolve))
      store.put({ ...day.result, etag: null, tag: { ...day.result.tag, heute: "2020-01-01" } }, "tag")
      store.put({}, "entwurf stopp alt 1")
      store.put({}, "entwurf feierabend 2020-01-01")
      await new Promise((resolve) => store.transaction.addEventListener("complete", resolve))
      asked.result.close()
    })
    await page.reload()
    await page.getByRole("heading", { name: "Mein Tag" }).waitFor()
    const left = async (): Promise<string[]> => [
      ...(await kept(page)).filter((key) => key.startsWith("entwurf")),
      ...(await page.evaluate(async () =>
        (await (await caches.open("fahrer-bilder")).keys()).map(({ url }) => new URL(url).pathname),
      )),
    ]
    await page.waitForFunction(async () => (await (await caches.open("fahrer-bilder")).keys()).length === 0)
    await until("what is over is gone", async () =>
      expect(await left()).toEqual([`entwurf stopp ${only.id} 1`]),
    )
  }, 120_000)

  test("has all pictures of a door but the one that is gone", async () => {
    const { fahrer, stopps } = await planDay(office, artikel.id, 1)
    const { kunde_id } = stopps[0] as Plan
    phone = await openPhone(net.url, fahrer)
    const { page } = phone
    const asked = new Set<string>()
    // The first one is gone for good.
    net.decide((_, path) => {
      if (path.startsWith("/uploads/")) asked.add(path)
      return path === [...asked][0] ? "before" : "pass"
    })
    for (let i = 0; i < 3; i++) {
      const sent = { multipart: { bild: foto }, headers: { "sec-fetch-site": "same-origin" } }
      const reply = await phone.context.request.post(`${net.url}/api/kunden/${kunde_id}/bilder`, sent)
      expect(reply.status()).toBe(201)
    }
    await toOutbox(page)
    await page.getByRole("button", { name: "Jetzt senden" }).tap()
    const here = () => page.evaluate(async () => (await (await caches.open("fahrer-bilder")).keys()).length)
    await until("two of three are here", async () => expect([await here(), asked.size]).toEqual([2, 3]))
  }, 120_000)

  test("lends nobody's day to who has logged in on it, and fetches theirs at once", async () => {
    const [first, second] = [await planDay(office, artikel.id, 1), await planDay(office, artikel.id, 1)]
    await office("PATCH", `mitarbeiter/${second.fahrer.id}`, { name: "Robin Zweite" })
    phone = await openPhone(net.url, first.fahrer)
    const { page } = phone
    await page.getByText("Kim Fahrer").waitFor()
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.evaluate(() => localStorage.removeItem("angemeldet"))
    await page.goto(`${net.url}/anmelden?weiter=/fahrer`)
    await page.getByLabel("E-Mail").fill(second.fahrer.email)
    await page.getByLabel("Passwort").fill(second.fahrer.password)
    // The log-in is answered, and nothing after it.
    net.decide((method, path) => (method === "POST" && path === "/api/sitzung" ? "pass" : "before"))
    await page.getByRole("button", { name: "Anmelden", exact: true }).tap()
    await page.getByRole("heading", { name: "Hier liegt der Tag von Kim Fahrer" }).waitFor()
    await page.reload()
    await page.getByRole("heading", { name: "Hier liegt der Tag von Kim Fahrer" }).waitFor()
    expect(await page.getByText((first.stopps[0] as Plan).name).count()).toBe(0)
    const again = page.getByRole("button", { name: "Noch einmal versuchen" })
    await again.waitFor()
    // Their day comes once the service has said who they are: until then the day before is not theirs.
    let isKnown = false
    const answered = Promise.withResolvers<"pass">()
    net.decide((_, path) => {
      isKnown ||= path === "/api/sitzung"
      return isKnown && path === "/api/fahrer/tag" ? answered.promise : "pass"
    })
    // It may have asked by itself meanwhile, and the button is gone.
    await again.evaluateAll((buttons) => buttons.forEach((button) => (button as HTMLElement).click()))
    await page.getByRole("heading", { name: "Der Tag wird geholt …" }).waitFor({ timeout: 10_000 })
    answered.resolve("pass")
    await page.getByText("Robin Zweite").waitFor({ timeout: 10_000 })
    await page.getByText((second.stopps[0] as Plan).name).waitFor()
    // Ended by the office, and begun again with a stop more.
    await office("POST", `mitarbeiter/${second.fahrer.id}/abmelden`, {})
    const { kunde_id, name } = first.stopps[0] as Plan
    const positionen = [{ pfandartikel_id: artikel.id, soll_ausgabe: 1 }]
    await office("POST", "lieferungen", { kunde_id, fahrer_id: second.fahrer.id, datum: today(), positionen })
    await toOutbox(page)
    await page.getByRole("button", { name: "Jetzt senden" }).tap()
    await page.getByLabel("Bitte neu anmelden").fill("vertippt")
    await page.getByRole("button", { name: "Anmelden" }).tap()
    await page.getByRole("alert").getByText("jemand aus dem Büro hier an").waitFor()
    await page.getByLabel("Bitte neu anmelden").fill(second.fahrer.password)
    await page.getByRole("button", { name: "Anmelden" }).tap()
    await page.getByRole("link", { name: "Mein Tag" }).tap()
    await page.getByText(name).first().waitFor({ timeout: 10_000 })
  }, 120_000)

  test("keeps what waits of the driver before for that driver, and goes on with the day of who is there", async () => {
    const [first, second] = [await planDay(office, artikel.id, 2), await planDay(office, artikel.id, 1)]
    const [[before, half], [now]] = [first.stopps as [Plan, Plan], second.stopps as [Plan]]
    await office("PATCH", `mitarbeiter/${second.fahrer.id}`, { name: "Robin Zweite" })
    phone = await openPhone(net.url, first.fahrer)
    const { page } = phone
    net.decide((_, path) => (path.startsWith("/api/lieferungen") ? "before" : "pass"))
    await openStopp(page, before)
    await finish(page)
    await openStopp(page, half)
    await typed(page, artikel.bezeichnung, 3)
    await page.getByRole("link", { name: "Mein Tag" }).tap()
    await logInPhone(phone.context, net.url, second.fahrer)
    net.decide(() => "pass")
    // At once: nor can the one take back what the other has just done.
    await page.evaluate(() => window.dispatchEvent(new Event("online")))
    await page.getByText("Hier warten 3 Einträge von Kim Fahrer").waitFor()
    expect(await page.getByText(before.name).count()).toBe(0)
    await page.getByRole("button", { name: "Ohne sie weiter" }).tap()
    await page.getByText(now.name).waitFor()
    await phone.later()
    expect([await entriesKept(page), (await office("GET", `lieferungen/${before.id}`)).status]).toEqual([
      3,
      "geplant",
    ])
    await logInPhone(phone.context, net.url, first.fahrer)
    await page.reload()
    await page.getByRole("alert").getByText(`${half.name} (angefangen)`).waitFor()
    await page.getByRole("button", { name: "Ist dem Büro gesagt" }).tap()
    await phone.sent()
    expect((await office("GET", `lieferungen/${before.id}`)).status).toBe("zugestellt")
  }, 120_000)

  test("shows the photos of a stop, and lets one be left out until it is sent", async () => {
    const { fahrer, stopps } = await planDay(office, artikel.id, 1)
    const [only] = stopps as [Plan]
    phone = await openPhone(net.url, fahrer)
    const { page } = phone
    net.decide(() => "before")
    await openStopp(page, only)
    const shown = page.locator(".fotos img")
    await page.getByLabel("Foto vom Platz").setInputFiles(foto)
    await shown.waitFor()
    await page.getByLabel("Anderes Foto").setInputFiles(foto)
    await shown.nth(1).waitFor()
    await page.getByRole("button", { name: "Weglassen" }).first().tap()
    await shown.nth(1).waitFor({ state: "detached" })
    net.decide(() => "pass")
    await page.reload()
    await phone.sent()
    await page.locator(".fotos").getByText("gesendet").waitFor()
    await shown.waitFor()
    await page.getByText("Gesendete Fotos kann nur das Büro löschen.").waitFor()
    expect([await page.locator(".zahl").allInnerTexts(), await shown.getAttribute("src")]).toEqual([
      ["1"],
      expect.stringContaining("/uploads/"),
    ])
    const { items } = await office("GET", `lieferungen/${only.id}/bilder`)
    expect(items.map(({ art }: { art: string }) => art)).toEqual(["beweis"])
  }, 120_000)

  test("keeps the photos of a pick-up apart from what is typed, and sends them with it", async () => {
    const { fahrer, stopps } = await planDay(office, artikel.id, 1)
    const [only] = stopps as [Plan]
    phone = await openPhone(net.url, fahrer)
    const { page } = phone
    await page.getByRole("link", { name: "Ungeplant", exact: true }).tap()
    await page.getByRole("button", { name: only.name }).tap()
    await page.getByRole("button", { name: "Anderer Artikel" }).tap()
    await page.getByRole("button", { name: new RegExp(artikel.bezeichnung) }).tap()
    for (const count of [1, 2, 3]) {
      await page.getByLabel("Foto").setInputFiles(foto)
      await page
        .locator(".fotos img")
        .nth(count - 1)
        .waitFor()
    }
    await page.evaluate(() => {
      const { put } = IDBObjectStore.prototype
      const sizes: number[] = []
      Object.assign(window, { sizes })
      IDBObjectStore.prototype.put = function (...given) {
        sizes.push(
          JSON.stringify(given[0], (_, one) => (one instanceof ArrayBuffer ? "x".repeat(1e6) : one)).length,
        )
        return put.apply(this, given)
      }
    })
    await typed(page, artikel.bezeichnung, 12)
    const sizes = await page.evaluate(() => (window as unknown as { sizes: number[] }).sizes)
    expect([sizes.length > 0, Math.max(...sizes) < 10_000]).toEqual([true, true])
    await page.getByRole("button", { name: "Weglassen", exact: true }).first().tap()
    await page.getByRole("button", { name: "2 Fotos weglassen" }).waitFor()
    await page.reload()
    await page.locator(".fotos img").nth(1).waitFor()
    await finish(page)
    await phone.sent()
    const { items } = await office("GET", `lieferungen?kunde_id=${only.kunde_id}&limit=10`)
    const abgeholt = items.find(({ ungeplant }: { ungeplant: number }) => ungeplant === 1)
    expect((await office("GET", `lieferungen/${abgeholt.id}/bilder`)).items).toHaveLength(2)
    await until("nothing of it is kept beside", async () =>
      expect((await kept(page)).filter((key) => key.startsWith("teil "))).toEqual([]),
    )
  }, 120_000)

  test("makes a long signature smaller instead of refusing it", async () => {
    const { fahrer, stopps } = await planDay(office, artikel.id, 1)
    const [only] = stopps as [Plan]
    phone = await openPhone(net.url, fahrer)
    const { page } = phone
    await openStopp(page, only)
    await page.getByRole("button", { name: "Unterschreiben" }).tap()
    const paper = page.locator("canvas")
    await paper.evaluate((canvas: HTMLCanvasElement) => {
      const brush = canvas.getContext("2d")
      if (!brush) return
      brush.setTransform(1, 0, 0, 1, 0, 0)
      brush.beginPath()
      for (let i = 0; i < 1500; i++) brush.lineTo((i * 7919) % canvas.width, (i * 104_729) % canvas.height)
      brush.stroke()
    })
    const box = await paper.boundingBox()
    if (!box) throw new Error("no paper")
    await page.mouse.move(box.x + 30, box.y + 40)
    await page.mouse.down()
    await page.mouse.move(box.x + 200, box.y + 60, { steps: 20 })
    await page.mouse.up()
    expect(await paper.evaluate((one: HTMLCanvasElement) => one.toDataURL().length)).toBeGreaterThan(48_000)
    await page.getByRole("button", { name: "Übernehmen" }).tap()
    await page.getByRole("img", { name: "Unterschrift" }).waitFor()
    await finish(page)
    await phone.sent()
    const { unterschrift } = await office("GET", `lieferungen/${only.id}`)
    expect(unterschrift.length).toBeWithin(10_000, 48_001)
  }, 120_000)

  test("says which day it shows when midnight has passed without a network", async () => {
    const { fahrer } = await planDay(office, artikel.id, 1)
    phone = await openPhone(net.url, fahrer)
    const { page } = phone
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.getByRole("link", { name: "Heute" }).waitFor()
    net.decide(() => "before")
    await page.evaluate(() => localStorage.setItem("vergangen", String(86_400_000)))
    await page.reload()
    const days = page.getByRole("navigation", { name: "Welcher Tag" }).getByRole("link")
    await days.first().waitFor()
    expect(await days.allInnerTexts()).toEqual(["Gestern", "Heute"])
    await page.getByText("Das ist der Tag von gestern").waitFor()
  }, 120_000)

  test("has the next step above the fold of a small screen, however long a name is", async () => {
    const { fahrer, stopps } = await planDay(office, artikel.id, 1)
    const [only] = stopps as [Plan]
    const name = "Gastronomiebetriebsgesellschaft Zum Goldenen Löwen am Marktplatz Bad Schwartau mbH & Co. KG"
    await office("PATCH", `mitarbeiter/${fahrer.id}`, {
      name: "Wolfgang-Maximilian von Hohenstein-Wittelsbach",
    })
    await office("PATCH", `kunden/${only.kunde_id}`, {
      name,
      telefon: "04131 1",
      strasse: "An der alten Ziegelei 128 b",
    })
    phone = await openPhone(net.url, fahrer)
    const { page } = phone
    await page.setViewportSize({ width: 360, height: 640 })
    const [button, foot] = [page.getByRole("button", { name: "Losfahren" }), page.locator(".fuss")]
    const [box, bar] = [await button.boundingBox(), await foot.boundingBox()]
    await page.setViewportSize({ width: 390, height: 844 })
    expect((box?.y ?? 1000) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  }, 120_000)
})
