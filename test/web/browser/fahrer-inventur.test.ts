import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { until } from "../../helpers/eventually.ts"
import type { Running } from "../../helpers/executable.ts"
import { barriers, hasChromium, picture, startDemo } from "./browser.ts"
import { entriesKept, goTo, openScanner, piecesOf, typed } from "./fahrer-steps.ts"
import { newTab, openPhone, type Phone } from "./phone.ts"
import { type Network, network } from "./proxy.ts"

/** The yard is counted on a telephone, without a network, and arrives once. */

const DEMO = { email: "fahrer1@demo.example", password: "pfandwerk-demo" }

describe.skipIf(!hasChromium)("counting the yard on the telephone", () => {
  let demo: Running
  let net: Network
  let phone: Phone
  let token = ""
  const office = async (method: string, path: string, body?: object): Promise<any> =>
    (
      await fetch(`${demo.url}/api/${path}`, {
        method,
        headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
        ...(body && { body: JSON.stringify(body) }),
      })
    ).json()
  beforeAll(async () => {
    demo = await startDemo()
    net = await network(Number(new URL(demo.url).port))
    const account = { email: "buero@demo.example", password: "pfandwerk-demo", tenant_slug: "demo" }
    token = (await office("POST", "auth/login", account)).token
  }, 120_000)
  afterAll(() => phone?.context.close())

  test("adds up with what others count, whatever happens to the network", async () => {
    const { id } = await office("POST", "inventuren", { bezeichnung: "Hof" })
    const { items } = await office("GET", "pfandartikel?limit=200")
    const fass = items.find((one: any) => one.nummer === "FASS-30")
    const [geraet] = (await office("GET", "geraete?status=lager&limit=1")).items
    await office("POST", `inventuren/${id}/zaehlungen`, {
      positionen: [{ pfandartikel_id: fass.id, menge: 5 }],
    })
    phone = await openPhone(net.url, DEMO)
    const { page } = phone
    await page.getByRole("link", { name: "Hof zählen: Hof" }).tap()
    await page.getByRole("heading", { name: "Von allen gezählt" }).waitFor()

    net.decide((_, path) => (path.startsWith("/api/") ? "before" : "pass"))
    await page.getByLabel("Wo").fill("Halle 2")
    await openScanner(page)
    for (const code of ["FASS-30", geraet.geraetenummer, geraet.geraetenummer]) {
      await page.getByLabel("Code eintippen").fill(code)
      await page.getByRole("button", { name: "Nehmen" }).tap()
      await page.getByText(/: gezählt$/).waitFor()
    }
    await page.getByRole("button", { name: "Schließen" }).tap()
    await page.getByRole("group", { name: fass.bezeichnung }).waitFor()
    await typed(page, fass.bezeichnung, 12)
    await picture(page, "fahrer-inventur-zaehlen")
    // Typed text survives a reload.
    await page.reload()
    await page.getByRole("group", { name: fass.bezeichnung }).waitFor()
    expect(await barriers(page)).toEqual([])
    const pieces = piecesOf(page, fass.bezeichnung)
    const handIn = page.getByRole("button", { name: "Gezählt", exact: true })
    // What cannot be read is handed in as nothing at all.
    await pieces.fill("zwölf")
    await handIn.tap()
    const isThere = () => pieces.evaluate((field) => field === document.activeElement)
    await until("the field says why", async () =>
      expect([await isThere(), await entriesKept(page)]).toEqual([true, 0]),
    )
    await pieces.fill("12")
    // One more, while the rest is being written down: it stays for the next time.
    await handIn.evaluate((button: HTMLElement, more) => {
      button.click()
      document.querySelector<HTMLElement>(`[aria-label="${more}"]`)?.click()
    }, `${fass.bezeichnung}: eins mehr`)
    await page.getByText(`12 × ${fass.bezeichnung}`).waitFor()
    await until("the one more is there", async () => expect(await pieces.inputValue()).toBe("1"))

    // The answer to the first try gets lost after the commit.
    let lost = false
    net.decide((method, path) => {
      if (lost || method !== "POST" || !path.endsWith("/zaehlungen")) return "pass"
      lost = true
      return "after"
    })
    await phone.later()
    await until("an answer is lost", () => lost)
    await phone.later()
    await page.getByText("gesendet", { exact: true }).waitFor()
    await page.getByText("17", { exact: true }).waitFor()
    expect(await office("GET", `inventuren/${id}/gezaehlt`)).toMatchObject({
      artikel: [{ nummer: "FASS-30", menge: 17 }],
      geraete: 1,
    })
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" })
    expect(await barriers(page)).toEqual([])
    await picture(page, "fahrer-inventur-dunkel")
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" })
    await picture(page, "fahrer-inventur")

    await page.getByRole("button", { name: "Zurücknehmen" }).tap()
    await page.getByText(`12 × ${fass.bezeichnung}`).waitFor({ state: "detached" })
    expect((await office("GET", `inventuren/${id}/gezaehlt`)).artikel).toMatchObject([{ menge: 5 }])
    expect(page.faults).toEqual([])
  }, 180_000)

  test("takes back what has arrived, and keeps no word of it", async () => {
    const { page, later } = phone
    const [{ id }] = (await office("GET", "inventuren?limit=1")).items
    const piecesAtService = async () => (await office("GET", `inventuren/${id}/gezaehlt`)).artikel
    const before = await piecesAtService()
    const own = page.getByRole("region", { name: "Von mir gezählt" })
    // A gateway answers in the service's place: nobody knows whether it has arrived.
    net.decide((method, path) => (method === "POST" && path.endsWith("/zaehlungen") ? "portal" : "pass"))
    await page.getByRole("button", { name: "Gezählt", exact: true }).tap()
    await until("a try is lost", () => net.seen().some((one) => one.endsWith("/zaehlungen portal")))
    await own.getByRole("button", { name: "Zurücknehmen" }).tap()
    await page.getByText("Das wird gerade gesendet; gleich noch einmal versuchen.").waitFor()
    net.decide(() => "pass")
    await later()
    await own.getByText("gesendet", { exact: true }).waitFor()
    await own.getByRole("button", { name: "Zurücknehmen" }).tap()
    await own.waitFor({ state: "detached" })
    expect(await piecesAtService()).toEqual(before)
    await page.reload()
    await page.getByRole("heading", { name: "Von allen gezählt" }).waitFor()
    expect(await own.count()).toBe(0)
  }, 60_000)

  test("says of a scanned code what becomes of it, and not that nobody knows it while nobody is asked", async () => {
    const { page, context } = phone
    const [geraet] = (await office("GET", "geraete?status=beim_kunden&sort=-geraetenummer&limit=1")).items
    const look = Promise.withResolvers<"pass">()
    net.decide((_, path) => (path.includes("/geraete/code/") ? look.promise : "pass"))
    await openScanner(page)
    const told = page.getByRole("dialog").getByRole("status")
    const scan = async (code: string): Promise<void> => {
      await page.getByLabel("Code eintippen").fill(code)
      await page.getByRole("button", { name: "Nehmen" }).tap()
    }
    await scan("FASS-30")
    await told.getByText("Fass 30 l: gezählt").waitFor()
    // A scanner that follows Caps Lock and names the kind of code, as it may with a device's.
    await scan("]C1fass-30")
    await until("it is counted, too", async () =>
      expect(await piecesOf(page, "Fass 30 l").inputValue()).toBe("2"),
    )
    await scan(geraet.geraetenummer)
    await told.getByText(`${geraet.geraetenummer} wird gesucht …`).waitFor()
    look.resolve("pass")
    await told.getByText(`${geraet.geraetenummer}: gezählt`).waitFor()
    await scan("K-00000")
    await told.getByText("K-00000 kennt niemand.").waitFor()
    await context.clearCookies()
    await scan("K-00000")
    await told.getByText("K-00000 ist auf diesem Telefon nicht bekannt").waitFor()
  }, 60_000)

  test("counts a draft once that two tabs go on with", async () => {
    const { page, context } = await openPhone(net.url, DEMO)
    await goTo(page, "inventur")
    await page.getByRole("button", { name: "Anderer Artikel" }).tap()
    await page.getByRole("button", { name: /FASS-30/ }).tap()
    await typed(page, "Fass 30 l", 6)
    const tab = await newTab(context, net.url)
    await goTo(tab, "inventur")
    await until("the draft is there, too", async () =>
      expect(await piecesOf(tab, "Fass 30 l").inputValue()).toBe("6"),
    )
    await tab.getByRole("button", { name: "Gezählt", exact: true }).tap()
    await page.getByText("6 × Fass 30 l").waitFor()
    await page.getByRole("button", { name: "Gezählt", exact: true }).waitFor({ state: "detached" })
    await context.close()
  }, 60_000)

  test("tells what was counted and not handed in when the office ended the count", async () => {
    const { page, context } = await openPhone(net.url, DEMO)
    await goTo(page, "inventur")
    await page.getByRole("button", { name: "Anderer Artikel" }).tap()
    await page.getByRole("button", { name: /FASS-30/ }).tap()
    await typed(page, "Fass 30 l", 7)
    const [{ id }] = (await office("GET", "inventuren?limit=1")).items
    await office("POST", `inventuren/${id}/verwerfen`, {})
    await goTo(page, "postausgang")
    await page.getByRole("button", { name: "Jetzt senden" }).tap()
    await page.getByRole("link", { name: "Mein Tag" }).tap()
    const left = page.getByRole("alert", { name: "Hof gezählt, aber nicht abgegeben" })
    await left.getByText("Fass 30 l 7").waitFor()
    await left.getByRole("button", { name: "Verwerfen" }).tap()
    await page.getByRole("button", { name: "Schließen" }).tap()
    await left.getByText("Fass 30 l 7").waitFor()
    await left.getByRole("button", { name: "Verwerfen" }).tap()
    await page.getByRole("button", { name: "Ja, verwerfen" }).tap()
    await left.waitFor({ state: "detached" })
    await context.close()
  }, 60_000)
})
