import { afterEach, beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext, Page } from "playwright-core"
import { until } from "../../helpers/eventually.ts"
import { pixel, pngOf } from "../../helpers/pictures.ts"
import { foto, hasChromium, hasCount, hasValue, newContext, picture } from "./browser.ts"
import { type Plan, planDay, type Round, startRound } from "./dispatcher.ts"
import {
  entriesKept,
  finish,
  FULL,
  goTo,
  kept,
  openStopp,
  piecesOf,
  sure,
  typed,
  writeNoise,
} from "./fahrer-steps.ts"
import { logInPhone, newTab, openPhone, type Phone } from "./phone.ts"

/** A telephone that is full, that throws away what it kept, or keeps nothing at all: what waits is sent, or missed. */

describe.skipIf(!hasChromium)("the storage of a driver's telephone", () => {
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

  const open = async (count: number, ahead = 0) => {
    const { fahrer, stopps } = await planDay(office, artikel.id, count)
    phone = await openPhone(net.url, fahrer, ahead)
    const { page } = phone
    await page.evaluate(() => navigator.serviceWorker.ready)
    return { fahrer, stopps, phone, page }
  }
  const toOutbox = (page: Page) => page.locator(".post").tap()
  const storage = async ({ context, page }: Phone) => {
    const session = await context.newCDPSession(page)
    const { origin } = new URL(net.url)
    return {
      throwAway: () => session.send("Storage.clearDataForOrigin", { origin, storageTypes: "indexeddb" }),
    }
  }
  const status = async ({ id }: Plan) => (await office("GET", `lieferungen/${id}`)).status
  const pictures = async ({ id }: Plan) => (await office("GET", `lieferungen/${id}/bilder`)).items.length

  test("that was thrown away is missed, with what is known of it, until somebody has read that", async () => {
    const { stopps, phone: mine, page } = await open(2)
    const [first, second] = stopps as [Plan, Plan]
    net.decide((_, path) => (path.startsWith("/api/lieferungen") ? "before" : "pass"))
    await openStopp(page, first)
    await finish(page)
    await openStopp(page, second)
    await page.getByRole("link", { name: "3 warten" }).waitFor()
    await (await storage(mine)).throwAway()
    await mine.later()
    const lost = page.getByRole("link", { name: "3 verloren" })
    await lost.waitFor()
    await page.getByRole("alert").getByText(`Fertig bei ${first.name}`).waitFor()
    // It stays known: across a start without a network, which knows nobody any more, and with one.
    net.decide(() => "before")
    await page.reload()
    await page.getByRole("alert").getByText(`Losgefahren zu ${second.name}`).waitFor()
    net.decide(() => "pass")
    await page.getByRole("button", { name: "Noch einmal versuchen" }).tap()
    await lost.waitFor()
    await toOutbox(page)
    await page.getByText("was oben steht, kam nie an").waitFor()
    await page.getByRole("button", { name: "Ist dem Büro gesagt" }).tap()
    await page.getByText("Es ist alles gesendet.").waitFor()
    await page.reload()
    await page.getByText("Es ist alles gesendet.").waitFor()
    expect([await status(first), await page.getByRole("alert").count()]).toEqual(["geplant", 0])
  }, 120_000)

  test("takes pictures that a part of it cannot hold, and says what happened to each", async () => {
    const { stopps, page } = await open(1)
    const [only] = stopps as [Plan]
    await openStopp(page, only)
    const button = page.locator("label", { hasText: "Anderes Foto" })
    const take = (buffer: Buffer) => page.getByLabel("Anderes Foto").setInputFiles({ ...foto, buffer })
    await take(Buffer.from("kein Bild"))
    await button.getByText("Dieses Bild kann das Telefon nicht lesen.").waitFor()
    await take(Buffer.from("\0\0\0\x18ftypheic\0\0\0\0", "latin1"))
    await button.getByText(/HEIC.*iPhone.*Android/).waitFor()
    await page.evaluate(() => {
      const { put } = IDBObjectStore.prototype
      Object.assign(globalThis, { room: () => Object.assign(IDBObjectStore.prototype, { put }) })
      IDBObjectStore.prototype.put = function (...given) {
        if (this.name === "fotos") throw new DOMException("full", "QuotaExceededError")
        return put.apply(this, given)
      }
    })
    // Said until something else could be kept, as the day that is just being read may be.
    const full = page.getByText(FULL).waitFor()
    await take(foto.buffer)
    await button.getByText("Das Bild wurde nicht gespeichert.").waitFor()
    await full
    await page.evaluate(() => (globalThis as unknown as { room: () => void }).room())
    await take(pngOf({ width: 40, height: 30, channels: 4 }, () => [0, 0, 0, 0]))
    await button.getByText("1", { exact: true }).waitFor()
    expect(await button.getByRole("alert").count()).toBe(0)
    await finish(page)
    await phone?.sent()
    const [sent] = (await office("GET", `lieferungen/${only.id}/bilder`)).items
    // A JPEG, in which the transparent would be black.
    const [red] = await pixel(await (await fetch(`${net.url}${sent.url}`)).bytes(), 9, 9)
    expect(red).toBeGreaterThan(250)
  }, 120_000)

  test("that is busy with something else keeps a tap all the same, when the page ends at once", async () => {
    const { stopps, page } = await open(1)
    const [only] = stopps as [Plan]
    net.decide(() => "before")
    await openStopp(page, only)
    await page.evaluate(keepBusy)
    await typed(page, artikel.bezeichnung, 7)
    // A figure that was emptied is neither none nor as planned.
    const out = page.getByRole("group", { name: artikel.bezeichnung }).first().getByRole("textbox")
    await out.fill("")
    await page.reload()
    const pieces = piecesOf(page, artikel.bezeichnung)
    await pieces.waitFor()
    expect([await pieces.inputValue(), await out.inputValue()]).toEqual(["7", ""])
    await page.getByRole("button", { name: "Fertig" }).tap()
    await page.getByText("Wie viele?").waitFor()
    // From now on it is where all drafts are.
    await page.reload()
    await pieces.waitFor()
    await hasValue(pieces, "7")
    expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain("eingegeben")
  }, 120_000)

  test("that is really full says so, and goes on as soon as there is room", async () => {
    const { fahrer, stopps } = await planDay(office, artikel.id, 1)
    const [only] = stopps as [Plan]
    const context = await newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    const session = await context.newCDPSession(await context.newPage())
    const { origin } = new URL(net.url)
    // Before it is asked for the first time: Chromium believes for half a minute what it was told last.
    await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 800_000 })
    await logInPhone(context, net.url, fahrer)
    const page = await newTab(context, net.url)
    await openStopp(page, only)
    // The day, fetched and kept meanwhile, would prove that there is room for something.
    await context.setOffline(true)
    await page.getByLabel("Anderes Foto").setInputFiles(await writeNoise())
    await page.getByText(FULL).waitFor()
    await page.getByText("Das Bild wurde nicht gespeichert. Ist das Telefon voll?").waitFor()
    await context.setOffline(false)
    await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 100_000_000 })
    await finish(page)
    await page.evaluate(() => {
      const { now } = Date
      Date.now = () => now() + 11_000
      window.dispatchEvent(new Event("online"))
    })
    await page.getByRole("link", { name: "alles gesendet" }).waitFor()
    await until("the delivery is completed", async () =>
      expect((await office("GET", `lieferungen/${only.id}`)).status).toBe("zugestellt"),
    )
  }, 120_000)

  test("says that it is full no longer than it is", async () => {
    const { stopps, page } = await open(1)
    const [only] = stopps as [Plan]
    await page.evaluate(() => {
      const { put } = IDBObjectStore.prototype
      const fill = () => {
        IDBObjectStore.prototype.put = () => {
          throw new DOMException("full", "QuotaExceededError")
        }
      }
      Object.assign(globalThis, { fill, room: () => Object.assign(IDBObjectStore.prototype, { put }) })
      fill()
    })
    const become = (what: "fill" | "room") =>
      page.evaluate((name) => (globalThis as unknown as Record<string, () => void>)[name]?.(), what)
    await page.getByRole("button", { name: "Losfahren" }).tap()
    await page.getByText(FULL).waitFor()
    await become("room")
    await toOutbox(page)
    // The day is kept anew, and nothing is sent.
    await page.getByRole("button", { name: "Jetzt senden" }).tap()
    await page.getByText(FULL).waitFor({ state: "detached" })
    await page.getByRole("link", { name: "Mein Tag" }).tap()
    await openStopp(page, only)
    await become("fill")
    await typed(page, artikel.bezeichnung, 2)
    const unkept = page.getByText("kann das Telefon nicht zwischenspeichern")
    await unkept.waitFor()
    await become("room")
    await finish(page)
    await page.getByRole("link", { name: new RegExp(only.name) }).waitFor()
    expect(await unkept.count()).toBe(0)
  }, 120_000)

  const pickUp = async (page: Page, { name }: Plan): Promise<void> => {
    await goTo(page, "ungeplant")
    await page.getByRole("button", { name: new RegExp(name) }).tap()
    await page.getByRole("button", { name: "Anderer Artikel" }).tap()
    const chosen = page.getByRole("dialog").getByRole("button", { name: new RegExp(artikel.bezeichnung) })
    await chosen.tap()
    await typed(page, artikel.bezeichnung, 9)
    await page.getByRole("button", { name: "Fertig" }).tap()
    await sure(page)
  }
  const pickedUp = async ({ kunde_id }: Plan): Promise<number> => {
    const { items } = await office("GET", `pfandbuchungen?kunde_id=${kunde_id}`)
    return items.length
  }

  test("so full that what has arrived must go says so after a start without a network, until a day is kept that knows it", async () => {
    const {
      stopps,
      phone: { later },
      page,
    } = await open(1)
    const [only] = stopps as [Plan]
    await pickUp(page, only)
    await page.evaluate(() => {
      const { put } = IDBObjectStore.prototype
      IDBObjectStore.prototype.put = function (...given) {
        if (this.name === "eintraege") throw new DOMException("full", "QuotaExceededError")
        return put.apply(this, given)
      }
    })
    net.decide((method) => (method === "POST" ? "pass" : "before"))
    await later()
    await until("it is booked, and unsaid", async () =>
      expect([await pickedUp(only), await entriesKept(page)]).toEqual([1, 0]),
    )
    await page.reload()
    const said = page.getByText(`Ungeplant abgeholt bei ${only.name}`)
    await page.getByText("Gesendet und beim Büro angekommen").waitFor()
    await said.waitFor()
    await picture(page, "angekommen")
    // It is not among what is lost.
    expect(await page.getByText("verloren").count()).toBe(0)
    net.decide(() => "pass")
    await later()
    await said.waitFor({ state: "detached" })
    await page.getByRole("link", { name: `${only.name} Lüneburg ungeplant abgeholt` }).waitFor()
    // A real store tells its transaction what the full one threw here.
    expect(page.faults.filter((fault) => fault !== "QuotaExceededError: full")).toEqual([])
  }, 120_000)

  const DAYS = 4 * 86_400_000
  const forget: [string, (page: Page, later: () => Promise<void>) => Promise<void>][] = [
    [
      "after days without a network",
      async (page, later) => {
        await page.evaluate((ms) => {
          localStorage.setItem("vergangen", String(Number(localStorage.getItem("vergangen") ?? 0) + ms))
        }, DAYS)
        await later()
      },
    ],
    ["as there was no room for a word about it", async () => {}],
  ]
  for (const [name, pass] of forget)
    test(`that forgets what it sent, ${name}, does not say that it is booked nowhere`, async () => {
      const { stopps, phone: mine, page } = await open(2)
      const [only, pickup] = stopps as [Plan, Plan]
      // Booked, and answered; of the day the telephone hears nothing more.
      net.decide((method, path) => (method === "POST" || !path.startsWith("/api/fahrer") ? "pass" : "before"))
      if (name.startsWith("as"))
        await page.evaluate(() => {
          IDBObjectStore.prototype.put = () => {
            throw new DOMException("full", "QuotaExceededError")
          }
        })
      await openStopp(page, only)
      await typed(page, artikel.bezeichnung, 2)
      await finish(page)
      await pickUp(page, pickup)
      await mine.later()
      await until("it is booked", async () =>
        expect([await status(only), await pickedUp(pickup)]).toEqual(["zugestellt", 1]),
      )
      await pass(page, mine.later)
      net.decide(() => "before")
      await page.reload()
      // Without a network it is not there to be done once more.
      await page.getByRole("link", { name: new RegExp(`${only.name}.*fertig`) }).waitFor()
      await goTo(page, "ungeplant")
      await page.getByRole("searchbox", { name: "Kunden suchen" }).waitFor()
      await page.getByRole("link", { name: "Mein Tag" }).tap()
      net.decide(() => "pass")
      await mine.later()
      await until("no draft is left", async () =>
        expect((await kept(page)).filter((key) => /entwurf (stopp|ungeplant)/.test(key))).toEqual([]),
      )
      await page.getByRole("link", { name: new RegExp(only.name) }).tap()
      await page.getByText("Das ist endgültig.").waitFor()
      expect(await page.getByText(/nirgends gebucht|nicht gesendet/).count()).toBe(0)
    }, 120_000)

  test("that had no room for a draft does not keep it when there is room, and its stop is done", async () => {
    const { stopps, phone: mine, page } = await open(1)
    const [only] = stopps as [Plan]
    await page.evaluate(() => {
      const { put } = IDBObjectStore.prototype
      Object.assign(globalThis, { room: () => Object.assign(IDBObjectStore.prototype, { put }) })
      IDBObjectStore.prototype.put = () => {
        throw new DOMException("full", "QuotaExceededError")
      }
    })
    await openStopp(page, only)
    await typed(page, artikel.bezeichnung, 2)
    await finish(page)
    await mine.later()
    await until("it is booked", async () => expect(await status(only)).toBe("zugestellt"))
    await page.evaluate(() => (globalThis as unknown as { room: () => void }).room())
    await toOutbox(page)
    await page.getByRole("button", { name: "Jetzt senden" }).tap()
    const typedSince = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => /^eingegeben|^angekommen/.test(key)))
    await until("nothing is left to be kept", async () => expect(await typedSince()).toEqual([]))
    await page.reload()
    await page.getByText("Es ist alles gesendet.").waitFor()
    expect((await kept(page)).filter((key) => key.includes("entwurf"))).toEqual([])
  }, 120_000)

  /** @returns a tab of a telephone on which something was made to fail before anything of the page runs */
  async function broken(sabotage: () => void): Promise<{ context: BrowserContext; page: Page; only: Plan }> {
    const { fahrer, stopps } = await planDay(office, artikel.id, 1)
    const context = await newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    await context.addInitScript(sabotage)
    await logInPhone(context, net.url, fahrer)
    const page = await newTab(context, net.url)
    return { context, page, only: stopps[0] as Plan }
  }

  test("that does not open shows the day all the same, and does not say that all is sent", async () => {
    const { context, page, only } = await broken(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException("no", "SecurityError")
      }
    })
    await page.getByRole("link", { name: "Speicher zu" }).waitFor()
    await page.getByText("Das Telefon kann seinen Speicher nicht öffnen.").waitFor()
    await page.getByRole("button", { name: "Losfahren" }).tap()
    await page.getByText("Das Telefon konnte es nicht speichern.").waitFor()
    await hasCount(page.getByRole("button", { name: "Losfahren" }), 1)
    await toOutbox(page)
    await page.getByText("Was wartet, ist gerade nicht zu lesen.").waitFor()
    // Counted pieces are kept all the same, elsewhere.
    await page.goto(`${net.url}/fahrer/stopp/${only.id}`)
    await typed(page, artikel.bezeichnung, 7)
    await page.reload()
    const pieces = piecesOf(page, artikel.bezeichnung)
    await pieces.waitFor()
    await hasValue(pieces, "7")
    await context.close()
  }, 120_000)

  test("that another tab holds says so, and loses nothing of what was counted when it opens after all", async () => {
    const { fahrer, stopps } = await planDay(office, artikel.id, 1)
    const context = await newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    const holder = await context.newPage()
    await holder.goto(`${net.url}/anmelden`)
    const draft = `entwurf stopp ${stopps[0]?.id} 1`
    await holder.evaluate(holdOldStore, { konto: { id: fahrer.id, name: "Kim Fahrer" }, draft })
    await logInPhone(context, net.url, fahrer)
    const page = await newTab(context, net.url)
    const said = page.getByText("Das Telefon kann seinen Speicher nicht öffnen.")
    await said.waitFor()
    await holder.close()
    await said.waitFor({ state: "detached" })
    expect([await kept(page), page.faults]).toEqual([expect.arrayContaining([draft]), []])
    await context.close()
  }, 120_000)

  test("whose small part throws does not keep it from the network", async () => {
    const { context, page, only } = await broken(() => {
      for (const name of ["getItem", "setItem", "removeItem", "key"] as const)
        Storage.prototype[name] = () => {
          throw new DOMException("no", "SecurityError")
        }
    })
    await page.getByRole("button", { name: "Losfahren" }).tap()
    await until("the stop is under way", async () => expect(await status(only)).toBe("unterwegs"))
    await page.getByRole("link", { name: "alles gesendet" }).waitFor()
    expect(await page.getByText("kein Netz").count()).toBe(0)
    await context.close()
  }, 120_000)

  test("in the layout of earlier versions is sent as it is, pictures and all", async () => {
    const { fahrer, stopps } = await planDay(office, artikel.id, 1)
    const [only] = stopps as [Plan]
    const context = await newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    const page = await context.newPage()
    await page.goto(`${net.url}/anmelden`)
    await page.evaluate(makeOldStore, {
      konto: fahrer.id,
      lieferung_id: only.id,
      png: foto.buffer.toString("base64"),
      pfandartikel_id: artikel.id,
    })
    await logInPhone(context, net.url, fahrer)
    const tab = await newTab(context, net.url)
    await tab.getByRole("link", { name: "alles gesendet" }).waitFor()
    await until("all is sent", async () =>
      expect([await status(only), await pictures(only), await entriesKept(tab)]).toEqual([
        "zugestellt",
        1,
        3,
      ]),
    )
    // Photos taken from now on lie in the new layout.
    await tab.getByRole("link", { name: new RegExp(only.name) }).tap()
    await tab.getByLabel("Foto").setInputFiles(foto)
    await tab.locator(".zahl").waitFor()
    await until("the second picture is sent", async () => expect(await pictures(only)).toBe(2))
    expect(tab.faults).toEqual([])
    await context.close()
  }, 120_000)

  for (const [name, wrong] of [
    ["a day ahead", 86_400_000],
    ["an hour behind", -3_600_000],
  ] as const)
    test(`dates a tap rightly on a clock that was ${name}, and was set right without a network`, async () => {
      const { stopps, phone: mine, page } = await open(1, wrong)
      const [only] = stopps as [Plan]
      net.decide(() => "before")
      await openStopp(page, only)
      await page.evaluate((back) => localStorage.setItem("vergangen", String(back)), -wrong)
      await typed(page, artikel.bezeichnung, 1)
      const before = await finish(page)
      const behind = Date.now()
      net.decide(() => "pass")
      await mine.sent()
      const { erfasst_am } = await office("GET", `lieferungen/${only.id}`)
      // The telephone knows the service's clock to some seconds.
      expect(Date.parse(erfasst_am)).toBeWithin(before - 20_000, behind + 20_000)
    }, 120_000)
})

/** Runs in the page: a transaction that does not end, behind which all others wait. */
async function keepBusy(): Promise<void> {
  const asked = indexedDB.open("pfandwerk-fahrer")
  await new Promise((resolve) => asked.addEventListener("success", resolve))
  const store = asked.result.transaction("sachen", "readwrite").objectStore("sachen")
  const goOn = (): void => store.count().addEventListener("success", goOn)
  goOn()
}

/** Runs in the page: a tab of an earlier version that does not let go of the storage, and what was being counted there. */
async function holdOldStore({ konto, draft }: { konto: object; draft: string }): Promise<void> {
  const asked = indexedDB.open("pfandwerk-fahrer", 1)
  asked.addEventListener("upgradeneeded", () => {
    asked.result.createObjectStore("eintraege", { keyPath: "nr", autoIncrement: true })
    const sachen = asked.result.createObjectStore("sachen")
    sachen.put(konto, "konto")
    sachen.put({ ruecknahme: {} }, draft)
  })
  await new Promise((resolve) => asked.addEventListener("success", resolve))
  // As long as somebody knows it, it stays open.
  Object.assign(globalThis, { held: asked.result })
}

/** Runs in the page: the outbox as it was kept before pictures' bytes lay apart, with a stop that waits. */
async function makeOldStore(given: {
  konto: string
  lieferung_id: string
  png: string
  pfandartikel_id: string
}): Promise<void> {
  const { konto, lieferung_id, png, pfandartikel_id } = given
  const asked = indexedDB.open("pfandwerk-fahrer", 1)
  asked.addEventListener("upgradeneeded", () => {
    asked.result.createObjectStore("eintraege", { keyPath: "nr", autoIncrement: true })
    asked.result.createObjectStore("sachen")
  })
  await new Promise((resolve) => asked.addEventListener("success", resolve))
  const { bytes } = { bytes: Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0)).buffer }
  const common = { konto, folge: lieferung_id, lieferung_id, getippt: Date.now(), ab: Date.now() }
  const waits = { stand: "wartet", gesendet: 0, antwort: null, beantwortet: null }
  const path = `/api/lieferungen/${lieferung_id}`
  const kennung = (): object => ({
    id: crypto.randomUUID(),
    versuch: 1,
    erfasst_am: new Date().toISOString(),
  })
  const positionen = [{ pfandartikel_id, ist_ausgabe: 3, ist_ruecknahme: 0 }]
  const transaction = asked.result.transaction(["eintraege"], "readwrite")
  const store = transaction.objectStore("eintraege")
  const add = (art: string, more: object): unknown =>
    store.add({ ...common, ...waits, art, titel: `${art} von früher`, ...more })
  add("start", { path: `${path}/start`, body: JSON.stringify(kennung()) })
  const fields = { id: crypto.randomUUID(), art: "beweis", versuch: "1" }
  add("bild", { path: `${path}/bilder`, body: { bytes, type: "image/png", fields } })
  add("abschluss", { path: `${path}/abschluss`, body: JSON.stringify({ ...kennung(), positionen }) })
  await new Promise((resolve) => transaction.addEventListener("complete", resolve))
  asked.result.close()
}
