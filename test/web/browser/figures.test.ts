import { afterEach, beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext, Locator } from "playwright-core"
import { until } from "../../helpers/eventually.ts"
import type { Running } from "../../helpers/executable.ts"
import { hasChromium, logIn, open, startDemo, type Watched } from "./browser.ts"

let demo: Running
let admin: BrowserContext
let page: Watched
/** Bodies of requests that store something, in their order. */
let sent: { path: string; body: any }[]

async function enter(path: string): Promise<void> {
  page = await open(`${demo.url}/buero${path}`, {}, admin)
  sent = []
  page.on("request", (request) => {
    if (request.method() === "GET") return
    const { pathname } = new URL(request.url())
    if (!pathname.endsWith("/vorschau")) sent.push({ path: pathname, body: request.postDataJSON() })
  })
}
/** A field's description, for every user. */
const saidBy = (field: Locator): Promise<string> =>
  field.evaluate((element) =>
    (element.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((id) => document.getElementById(id)?.textContent ?? "")
      .join(" ")
      .trim(),
  )
const hasFocus = (field: Locator): Promise<boolean> =>
  field.evaluate((element) => element === document.activeElement)
const plain = (text: string): string => text.replaceAll("\u00a0", " ")

describe.skipIf(!hasChromium)("figures, as they are typed, shown and sent", () => {
  beforeAll(async () => {
    demo = await startDemo()
    admin = await logIn(demo, "admin")
  }, 120_000)
  afterEach(async () => {
    expect(page.faults).toEqual([])
    await page.close()
  })

  test("a deposit is stored as it was shown to be understood, and not at all while it could be two", async () => {
    await enter("/geraete/neu")
    const pfand = page.getByRole("textbox", { name: "Kaution", exact: true })
    for (const [typed, shown] of [
      ["12.50", "12,50 €"],
      ["1.234,50 €", "1.234,50 €"],
      ["1234.56", "1.234,56 €"],
      ["0.08", "0,08 €"],
    ] as const) {
      await pfand.fill(typed)
      await until("it says what was read", async () =>
        expect([typed, plain(await saidBy(pfand))]).toEqual([typed, shown]),
      )
      await pfand.press("Tab")
      await until("it is written out", async () =>
        expect([typed, plain(await pfand.inputValue())]).toEqual([typed, shown]),
      )
    }
    await page.getByRole("textbox", { name: "Gerätenummer" }).fill("Z-1")
    await page.getByRole("textbox", { name: "Bezeichnung" }).fill("Zapfanlage")
    for (const typed of ["1.234", "-3", "1e3", "zwölf"]) {
      await pfand.fill(typed)
      await page.getByRole("textbox", { name: "Bezeichnung" }).press("Control+Enter")
      await page.waitForFunction(() => document.activeElement?.hasAttribute("data-unread"))
      expect([typed, await hasFocus(pfand), await pfand.inputValue()]).toEqual([typed, true, typed])
      expect(await saidBy(pfand)).toMatch(/nicht eindeutig|nicht negativ|muss ein Betrag sein/)
    }
    expect(sent).toEqual([])
    // Unreadable input survives a reload as well, and stays in the way.
    await page.reload()
    await until("the input is back", async () => expect(await pfand.inputValue()).toBe("zwölf"))
    await page.getByRole("textbox", { name: "Bezeichnung" }).press("Enter")
    await page.waitForFunction(() => document.activeElement?.hasAttribute("data-unread"))
    expect(sent).toEqual([])
    await pfand.fill("12.50")
    await pfand.press("Control+Enter")
    await page.waitForURL(/geraete\/[0-9a-f-]{36}/)
    expect(sent.map(({ path, body }) => [path, body.pfand_cent])).toEqual([["/api/geraete", 1250]])
  }, 120_000)

  test("pieces and amounts of a booking are those that stand there; what is none blocks the booking", async () => {
    const { items } = (await (await admin.request.get(`${demo.url}/api/kunden?q=adl&limit=1`)).json()) as {
      items: { id: string }[]
    }
    await enter(`/buchen?kunde=${items[0]?.id}`)
    // A gebinde is worth what its parts are: an amount of its own has what is single.
    const line = page
      .locator(".booking-lines tr")
      .filter({ has: page.getByRole("textbox", { name: /^Pfand/ }) })
    const pieces = line.first().locator("[data-menge]")
    await pieces.waitFor()
    for (const typed of ["1,5", "-3", "1e3", "1,000"]) {
      await pieces.fill(typed)
      await page.keyboard.press("Control+Enter")
      await page.waitForFunction(() => document.activeElement?.getAttribute("aria-invalid") === "true")
      // The form is sent a moment after the field says so: with what stands there then.
      await page.evaluate(() => new Promise((done) => setTimeout(done)))
      expect([typed, await hasFocus(pieces), await pieces.inputValue()]).toEqual([typed, true, typed])
      expect(await saidBy(pieces)).toMatch(/muss eine ganze Zahl|nicht negativ|nicht eindeutig/)
    }
    expect(sent).toEqual([])
    await pieces.fill("1.000")
    await until("the pieces are read", async () => expect(await saidBy(pieces)).toBe("1000"))
    const deposit = line.first().getByRole("textbox", { name: /^Pfand je Stück/ })
    // Empties are refunded at what was paid: the same amount, typed with a point.
    const paid = plain(await deposit.inputValue()).replace(/[^\d,]/g, "")
    const cents = Number(paid.replace(",", ""))
    await deposit.fill("1.234")
    await pieces.focus()
    await page.keyboard.press("Control+Enter")
    await page.waitForFunction(() => document.activeElement?.hasAttribute("data-unread"))
    expect([await hasFocus(deposit), sent]).toEqual([true, []])
    await deposit.fill((cents / 100).toFixed(1))
    const sum = page.locator("tr.counted .sum")
    await until("the sum is shown", async () =>
      expect(plain(await sum.innerText()).replace(/\D/g, "")).toBe(String(1000 * cents)),
    )
    await page.getByRole("textbox", { name: /^Grund/ }).fill("andere Fässer")
    await page.keyboard.press("Control+Enter")
    // More than 10.000 € is asked about.
    await page.getByRole("button", { name: "Trotzdem buchen" }).press("Enter")
    await page.getByText("Zuletzt gebucht").waitFor()
    expect(sent.map(({ body }) => body.positionen)).toEqual([[expect.objectContaining({ menge: 1000 })]])
  }, 120_000)
})
