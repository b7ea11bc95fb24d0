import { beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext } from "playwright-core"
import { type Running, start } from "../../helpers/executable.ts"
import { hasChromium, logIn, open, openWithClock, picture, startDemo } from "./browser.ts"

/** The office while its service is away: says since when it shows what it shows, and comes back by itself. */
describe.skipIf(!hasChromium)("without the service", () => {
  let demo: Running
  let office: BrowserContext
  beforeAll(async () => {
    demo = await startDemo()
    office = await logIn(demo, "buero")
  }, 120_000)

  test("one address that nobody answers does not make the page ask for all others again and again", async () => {
    const kunden = await office.request.get(`${demo.url}/api/kunden?limit=1`)
    const { items } = (await kunden.json()) as { items: { id: string; name: string }[] }
    const [kunde] = items as [{ id: string; name: string }]
    const page = await openWithClock("about:blank", office)
    await page.route("**/pfandkonto", (route) => route.abort())
    let asked = 0
    page.on("request", (request) => void (request.url().endsWith(`/api/kunden/${kunde.id}`) && asked++))
    await page.goto(`${demo.url}/buero/kunden/${kunde.id}`)
    await page.getByRole("heading", { level: 1, name: kunde.name }).waitFor()
    for (let second = 0; second < 20; second++) {
      await page.clock.fastForward(1000)
      // As long as the service takes to answer.
      await page.evaluate(async () => void (await (await fetch("/health")).text()))
    }
    expect(asked).toBeLessThan(10)
    await page.close()
  }, 120_000)

  test("every screen says so, one that is not loaded yet comes by itself, and nothing typed is lost", async () => {
    const today = await open(`${demo.url}/buero/heute`, {}, office)
    await today.getByText("Pfand bei Kunden").first().waitFor()
    const typed = await open(`${demo.url}/buero/kunden/neu`, {}, office)
    await typed.getByLabel("Name", { exact: true }).fill("Gasthaus Funkloch")
    const account = await open(`${demo.url}/buero/konto`, {}, office)
    await account.getByRole("heading", { name: "Eigenes Konto" }).waitFor()
    await demo.stop("SIGKILL")

    await today.getByText(/Stand \d\d:\d\d\. Keine Verbindung/).waitFor()
    await picture(today, "away-heute")
    await today.getByRole("navigation", { name: "Bereiche" }).getByRole("link", { name: "Geräte" }).click()
    await today.getByText("noch nicht geladen").waitFor()
    expect(await today.getByRole("heading", { level: 1 }).innerText()).toBe("Geräte")
    await picture(today, "away-not-loaded")
    await account.getByRole("button", { name: "Abmelden", exact: true }).click()
    await account.getByRole("button", { name: "Trotzdem abmelden" }).click()
    await account.getByText("Sie sind noch angemeldet.").waitFor()
    await typed.getByRole("button", { name: "Anlegen" }).click()
    const unsent = typed.getByRole("alert")
    await unsent.getByText("Bitte noch einmal senden, sobald der Server wieder antwortet").waitFor()
    await typed.getByText("kommen neue Zahlen von selbst").waitFor()
    await picture(typed, "away-unsent")

    const env = { PORT: String(demo.port) }
    const again = await start({ command: "demo", dataDir: demo.dataDir, env })
    await today.getByRole("row").nth(1).waitFor()
    await today.getByText("Keine Verbindung.").waitFor({ state: "detached" })
    await typed.getByText("kommen neue Zahlen von selbst").waitFor({ state: "detached" })
    await unsent.getByText("jetzt antwortet er wieder. Bitte noch einmal senden").waitFor()
    await typed.getByRole("button", { name: "Anlegen" }).click()
    await typed.getByRole("heading", { level: 1, name: "Gasthaus Funkloch" }).waitFor()
    await again.stop()
  }, 180_000)
})
