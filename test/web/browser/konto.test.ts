import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext } from "playwright-core"
import type { Running } from "../../helpers/executable.ts"
import { goTo, hasChromium, logIn, newContext, open, startDemo } from "./browser.ts"

/** A service of its own: the password of an account changes here. */

let demo: Running
let context: BrowserContext

describe.skipIf(!hasChromium)("one's own account", () => {
  beforeAll(async () => {
    demo = await startDemo()
    context = await logIn(demo, "buero")
  }, 120_000)
  afterAll(async () => {
    await context?.close()
    await demo?.stop()
  })

  test("another password: what is wrong stands at its field, and the log-in goes on", async () => {
    const page = await open(`${demo.url}/buero/konto`, {}, context)
    const fill = async (old: string, fresh: string, again: string): Promise<void> => {
      await page.getByLabel("Bisheriges Passwort").fill(old)
      await page.getByLabel("Neues Passwort").fill(fresh)
      await page.getByLabel("Noch einmal").fill(again)
      await page.getByRole("button", { name: "Passwort ändern" }).click()
    }
    await fill("pfandwerk-demo", "ein neues", "ein anderes")
    await page.getByText("stimmt nicht mit dem neuen überein").waitFor()
    await fill("falsch", "ein neues", "ein neues")
    await page.getByText("Aktuelles Passwort ist falsch").waitFor()
    // Where it has to be put right.
    await page.waitForFunction(() => document.activeElement?.getAttribute("name") === "currentPassword")
    await fill("pfandwerk-demo", "kurz", "kurz")
    await page.getByText("mindestens 6 Zeichen", { exact: true }).waitFor()
    await page.getByLabel("Bisheriges Passwort").fill("pfandwerk-demo")
    // What can be seen is not typed twice.
    await page.getByRole("button", { name: "Vorschlagen" }).click()
    await page.getByRole("button", { name: "Kopieren" }).waitFor()
    expect(await page.getByLabel("Noch einmal").count()).toBe(0)
    expect(await page.getByLabel("Neues Passwort").getAttribute("type")).toBe("text")
    await page.getByRole("button", { name: "Passwort ändern" }).click()
    await page.getByRole("status").filter({ hasText: "Das Passwort ist geändert" }).waitFor()
    await page.reload()
    await page.getByText("buero@demo.example").waitFor()
  }, 120_000)

  test("a page in use has its log-in renewed before it ends, and another one ends it everywhere", async () => {
    const later = await newContext()
    const page = await later.newPage()
    await page.clock.install({ time: Date.now() + 13 * 3_600_000 })
    const renewed = page.waitForResponse(
      (reply) => reply.url().endsWith("/api/sitzung") && reply.request().method() === "PUT",
    )
    await page.goto(demo.url)
    await page.getByRole("button", { name: /Petra Sommer/ }).click()
    expect((await renewed).status()).toBe(200)
    expect(await (await renewed).headerValue("set-cookie")).toMatch(/^sitzung-[0-9a-f]{8}-\d+=eyJ/)
    const again = await page.evaluate(
      () =>
        performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("/api/sitzung")).length,
    )
    expect(again).toBeLessThanOrEqual(2)

    const other = await open(`${demo.url}/buero/konto`, {}, await logIn(demo, "admin"))
    await goTo(other, "/buero/kunden/neu")
    await other.getByLabel("Name", { exact: true }).fill("Gasthaus Halbfertig")
    await goTo(other, "/buero/konto")
    await other.getByRole("button", { name: "Überall abmelden" }).click()
    await other.getByText("In einem Formular stehen Eingaben").waitFor()
    await other.getByRole("alertdialog").getByRole("button", { name: "Überall abmelden" }).click()
    await other.waitForURL("**/anmelden?weiter=*")
    // The next request of the first one is refused, and shows nothing more.
    await page.getByRole("link", { name: "Kunden", exact: true }).click()
    await page.clock.fastForward(1000)
    await page.getByText("Ihre Anmeldung wurde beendet").waitFor()
    await later.close()
  }, 120_000)
})
