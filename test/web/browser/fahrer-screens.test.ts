import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { today } from "../../helpers/day.ts"
import { barriers, hasChromium, hasCount, picture, startDemo } from "./browser.ts"
import { openPhone, type Phone } from "./phone.ts"

/** Every screen of the driver, as a picture and for whoever cannot see it. */

const DEMO = { email: "fahrer1@demo.example", password: "pfandwerk-demo" }

/** Buttons and fields lower than 48 px, which a thumb in a glove does not find. */
const small = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        "button, a, summary, input:not([type=checkbox], [type=file]), label:has(> input[type=checkbox])",
      ),
    ]
      .filter((element) => element.checkVisibility() && !element.closest("p"))
      .filter((element) => element.getBoundingClientRect().height < 48)
      .map((element) => element.outerHTML.slice(0, 100)),
  )

/** Elements wider than the screen. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    return [...document.querySelectorAll("body *")]
      .filter((element) => element.getBoundingClientRect().right > clientWidth)
      .map((element) => element.outerHTML.slice(0, 100))
  })

/** Texts that end in three dots, or under an edge. */
const cut = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("body *")]
      .filter((element) => element.checkVisibility() && !element.matches(".hidden, .bilder, textarea, input"))
      .filter((element) => /hidden|clip/.test(getComputedStyle(element).overflow))
      .filter(
        ({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
          // A letter's descent may stand out by a pixel.
          scrollHeight > clientHeight + 2 || scrollWidth > clientWidth + 2,
      )
      .map((element) => element.outerHTML.slice(0, 100)),
  )

/** Contrast of a plan's figures with what they stand on. */
const contrasts = (page: Page, selector: string): Promise<number[]> =>
  page.evaluate((wanted) => {
    const paper = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d")
    // As the screen mixes them, whatever the style sheet calls the colour.
    const luminance = (colors: string[]): number => {
      if (!paper) return Number.NaN
      for (const color of colors) {
        paper.fillStyle = color
        paper.fillRect(0, 0, 1, 1)
      }
      const [r = 0, g = 0, b = 0] = [...paper.getImageData(0, 0, 1, 1).data]
        .map((value) => value / 255)
        .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    return [...document.querySelectorAll(wanted)].map((element) => {
      const grounds: string[] = []
      for (let at: Element | null = element; at; at = at.parentElement)
        grounds.unshift(getComputedStyle(at).backgroundColor)
      const [ground, ink] = [luminance(grounds), luminance([getComputedStyle(element).color])]
      return (Math.max(ground, ink) + 0.05) / (Math.min(ground, ink) + 0.05)
    })
  }, selector)

describe.skipIf(!hasChromium)("the driver's screens", () => {
  let phone: Phone
  let url = ""
  beforeAll(async () => {
    const demo = await startDemo()
    url = demo.url
    phone = await openPhone(url, DEMO)
  }, 120_000)
  afterAll(() => phone?.context.close())

  async function look(name: string, whole = true): Promise<void> {
    const { page } = phone
    // Tall enough that nothing lies half under what stays at the bottom.
    await page.setViewportSize({ width: 390, height: 1600 })
    for (const dark of [true, false]) {
      await page.emulateMedia({ colorScheme: dark ? "dark" : "light", reducedMotion: "reduce" })
      expect([name, dark, await barriers(page)]).toEqual([name, dark, []])
      await picture(page, `fahrer-${name}${dark ? "-dunkel" : ""}`)
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await fits(name, whole)
  }

  /** @param whole whether its texts are of a length that has to stand there in full */
  async function fits(name: string, whole = true): Promise<void> {
    const { page } = phone
    await picture(page, `fahrer-${name}`)
    expect([name, await small(page)]).toEqual([name, []])
    expect([name, await tooWide(page)]).toEqual([name, []])
    // 200 % zoom; a narrow telephone with the system's largest letters; held across.
    const others = [
      { width: 360, height: 640, letters: "16px" },
      { width: 195, height: 422, letters: "" },
      { width: 360, height: 640, letters: "32px" },
      { width: 844, height: 390, letters: "" },
    ]
    for (const { letters, ...size } of others) {
      await page.setViewportSize(size)
      await page.evaluate((wanted) => (document.documentElement.style.fontSize = wanted), letters)
      await picture(page, `fahrer-${name}-${size.width}${letters}`)
      expect([name, size.width, await tooWide(page)]).toEqual([name, size.width, []])
      if (whole) expect([name, size.width, await cut(page)]).toEqual([name, size.width, []])
    }
    await page.evaluate(() => (document.documentElement.style.fontSize = ""))
    await page.setViewportSize({ width: 390, height: 844 })
  }

  test("have no barriers, keep the policy, and nothing on them is too small", async () => {
    const { page } = phone
    await page.getByText(/^(Laden|Noch abzugeben):/).waitFor()
    await look("tag")
    await page.getByRole("link", { name: "Morgen" }).tap()
    await look("morgen")
    await page.getByRole("link", { name: "Heute" }).tap()
    const next = page.getByRole("region", { name: "Nächster Stopp" }).getByRole("heading").getByRole("link")
    const way = await next.getAttribute("href")
    await page.getByRole("button", { name: "Losfahren" }).tap()
    await page.getByRole("heading", { name: "Zurück" }).waitFor()
    expect(new URL(page.url()).pathname).toBe(way ?? "")
    await look("stopp")
    for (const [button, name] of [
      ["Geht nicht", "grund"],
      ["Anderer Artikel", "artikel"],
      ["Scannen", "scannen"],
      ["Unterschreiben", "unterschrift"],
    ] as const) {
      await page.getByRole("button", { name: button }).tap()
      await look(name)
      await page.getByRole("button", { name: "Schließen" }).tap()
    }
    await page.getByRole("button", { name: "Fertig" }).tap()
    await page.getByRole("button", { name: "Ja, so ist es" }).waitFor()
    await look("wie-geplant")
    await page.getByRole("button", { name: "Ja, so ist es" }).tap()
    const takeBack = page.getByRole("button", { name: /Zurücknehmen/ })
    await takeBack.waitFor()
    for (const width of [360, 390, 412, 480, 844]) {
      await page.setViewportSize({ width, height: 844 })
      const [ten, nine] = await takeBack.evaluate((button) =>
        ["(10)", "(9)"].map((left) => {
          const text = [...button.childNodes].find((node) => node.textContent?.includes("("))
          if (text) text.textContent = `Zurücknehmen ${left}`
          return JSON.stringify(button.getBoundingClientRect())
        }),
      )
      expect([width, ten]).toEqual([width, nine])
    }
    await look("fertig")
    await page
      .getByRole("link", { name: /fertig/ })
      .first()
      .tap()
    await page.getByText(/lässt es sich zurücknehmen|kann es das Büro stornieren/).waitFor()
    await look("erledigt")
    await page.getByRole("link", { name: "Mein Tag" }).tap()
    await page.getByRole("link", { name: "Ungeplant", exact: true }).tap()
    await page.getByRole("heading", { name: "Ungeplant abholen" }).waitFor()
    await look("ungeplant")
    await page.getByRole("list").getByRole("button").first().tap()
    await look("ungeplant-kunde")
    await page.getByRole("link", { name: "Mein Tag" }).tap()
    await page.getByRole("link", { name: "Feierabend" }).tap()
    await page.getByRole("button", { name: /Stimmt alles|Fertig gezählt/ }).waitFor()
    await look("feierabend")
    await page.getByRole("link", { name: "Mein Tag" }).tap()
    await page
      .getByRole("link", { name: /wartet|alles gesendet/ })
      .first()
      .tap()
    await page.getByRole("heading", { name: "Postausgang" }).waitFor()
    await look("postausgang")
    expect(page.faults).toEqual([])
  }, 120_000)

  test("show planned figures large, and so that they can be read in the sun and at night", async () => {
    const { page } = phone
    await page.getByRole("link", { name: "Mein Tag" }).tap()
    await page.getByRole("button", { name: /Losfahren|Zum Stopp/ }).tap()
    await page.getByRole("heading", { name: "Zurück" }).waitFor()
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme })
      for (const selector of [".soll b", ".stueck", ".zaehler .name"]) {
        const found = await contrasts(page, selector)
        expect(found.length).toBeGreaterThan(0)
        expect([colorScheme, selector, Math.min(...found) >= 7]).toEqual([colorScheme, selector, true])
      }
    }
    const size = await page
      .locator(".soll b")
      .first()
      .evaluate((one) => getComputedStyle(one).fontSize)
    expect(parseFloat(size)).toBeGreaterThanOrEqual(24)
    // Beside their words stand signs.
    for (const name of ["Abgeben", "Zurück"])
      await hasCount(page.getByRole("heading", { name }).locator("svg"), 1)
    for (const name of ["Scannen", "Unterschreiben", "Geht nicht", "Fertig"])
      await hasCount(page.getByRole("button", { name }).locator("svg"), 1)
    for (const name of ["Anrufen", "Navigieren"])
      await hasCount(page.getByRole("link", { name }).locator("svg"), 1)
    expect(await page.locator(".zaehler:not(:has(.ding svg))").count()).toBe(0)
  }, 120_000)

  test("draw a signature where the finger is, upright and across", async () => {
    const { page } = phone
    await page.goto(`${url}/fahrer`)
    await page.getByRole("button", { name: /Losfahren|Zum Stopp/ }).tap()
    await page.getByRole("button", { name: "Unterschreiben" }).tap()
    const paper = page.locator("canvas")
    for (const size of [
      { width: 390, height: 844 },
      { width: 844, height: 390 },
    ]) {
      await page.setViewportSize(size)
      await page.getByRole("button", { name: "Noch einmal" }).tap()
      const box = await paper.boundingBox()
      if (!box) throw new Error("no paper")
      const [x, y] = [box.x + box.width * 0.9, box.y + box.height * 0.8]
      await page.mouse.move(x - 60, y)
      await page.mouse.down()
      await page.mouse.move(x - 30, y, { steps: 5 })
      await page.mouse.move(x, y, { steps: 5 })
      await page.mouse.up()
      const inked = await paper.evaluate((canvas: HTMLCanvasElement) => {
        const { width, height } = canvas
        const data = canvas
          .getContext("2d")
          ?.getImageData(width * 0.75, height * 0.75, width * 0.2, height * 0.1).data
        return data?.some((value) => value > 0)
      })
      expect([size.width, inked]).toEqual([size.width, true])
      // Its buttons are in sight.
      const button = await page.getByRole("button", { name: "Übernehmen" }).boundingBox()
      expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(size.height)
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole("button", { name: "Schließen" }).tap()
  }, 120_000)

  test("show the next stop's name and its note whole, with the system's largest letters", async () => {
    const { page } = phone
    const login = { email: "admin@demo.example", password: "pfandwerk-demo", tenant_slug: "demo" }
    const { token } = await (await page.request.post(`${url}/api/auth/login`, { data: login })).json()
    const data = {
      name: "Gasthaus und Pension Zum Goldenen Hirschen an der Salzstraße",
      anlieferungshinweis: "Hintereingang über den Hof, Klingel bei Oertzen, der Hund ist angeleint",
    }
    const { kunden } = await (await page.request.get(`${url}/api/fahrer/tag`)).json()
    for (const { id } of kunden)
      await page.request.patch(`${url}/api/kunden/${id}`, {
        data,
        headers: { authorization: `Bearer ${token}` },
      })
    await page.goto(`${url}/fahrer/postausgang`)
    await page.getByRole("button", { name: "Jetzt senden" }).tap()
    await page.goto(`${url}/fahrer`)
    await page.getByRole("heading", { level: 2, name: data.name }).waitFor()
    await page.setViewportSize({ width: 360, height: 740 })
    await page.evaluate(() => (document.documentElement.style.fontSize = "32px"))
    await picture(page, "fahrer-grosse-schrift")
    expect([await cut(page), await tooWide(page)]).toEqual([[], []])
    await page.evaluate(() => (document.documentElement.style.fontSize = ""))
    await page.setViewportSize({ width: 390, height: 844 })
  }, 120_000)

  test("hold names of two hundred letters", async () => {
    const { page } = phone
    const lang = "Donaudampfschifffahrtsgesellschaftskapitänswitwe".repeat(5).slice(0, 200)
    const login = { email: "admin@demo.example", password: "pfandwerk-demo", tenant_slug: "demo" }
    const { token } = await (await page.request.post(`${url}/api/auth/login`, { data: login })).json()
    const make = async (path: string, data: object) => {
      const reply = await page.request.post(`${url}/api/${path}`, {
        data,
        headers: { authorization: `Bearer ${token}` },
      })
      return (await reply.json()) as { id: string }
    }
    const { id: fahrer_id } = (await (await page.request.get(`${url}/api/fahrer/tag`)).json()).fahrer
    const artikel = {
      nummer: "LANG",
      bezeichnung: lang,
      art: "einzeln",
      pfand_cent: 1,
      ust_klasse: "warenumschliessung",
    }
    const pfandartikel_id = (await make("pfandartikel", artikel)).id
    const kunde = { name: lang, strasse: lang, ort: lang.slice(0, 100), anlieferungshinweis: lang }
    const kunde_id = (await make("kunden", kunde)).id
    const datum = today()
    const positionen = [{ pfandartikel_id, soll_ausgabe: 3 }]
    const { id } = await make("lieferungen", { kunde_id, fahrer_id, datum, hinweis: lang, positionen })
    await page.goto(`${url}/fahrer/postausgang`)
    await page.getByRole("button", { name: "Jetzt senden" }).tap()
    await page.goto(`${url}/fahrer`)
    await page.getByRole("link", { name: lang }).waitFor()
    await fits("lange-namen", false)
    await page.goto(`${url}/fahrer/stopp/${id}`)
    await page.getByRole("heading", { name: "Zurück" }).waitFor()
    await fits("lange-namen-stopp", false)
  }, 120_000)

  test("say what is missing where a name has no certificate", async () => {
    // A browser trusts 127.0.0.1 as it is; every other name needs TLS.
    const { page } = phone
    await page.addInitScript(() => Object.defineProperty(window, "isSecureContext", { value: false }))
    await page.reload()
    await page.getByText("Diese Verbindung ist nicht verschlüsselt.").waitFor()
    expect(await page.getByRole("link", { name: "/zertifikat" }).getAttribute("href")).toBe("/zertifikat")
    await look("ohne-tls", false)
  }, 120_000)
})
