import { beforeAll, describe, expect, test } from "bun:test"
import { demoDir } from "../../helpers/demo.ts"
import { type Running, start } from "../../helpers/executable.ts"
import { atEnd } from "../../helpers/temporary.ts"
import {
  ask,
  barriers,
  hasChromium,
  hasValue,
  logIn,
  newContext,
  open,
  picture,
  startDemo,
} from "./browser.ts"

let demo: Running
const looks = [
  { width: 1440, dark: false },
  { width: 1024, dark: true },
  { width: 390, dark: false },
] as const

describe.skipIf(!hasChromium)("the log-in", () => {
  beforeAll(async () => {
    demo = await startDemo()
  }, 120_000)

  test("offers the accounts of the demo, and one click leads on by role", async () => {
    const office = await open(demo.url, { width: 1440 })
    await office.getByRole("button", { name: /Petra Sommer/ }).click()
    await office.waitForURL("**/buero/**")
    await office.getByRole("heading", { name: "Heute", level: 1 }).waitFor()
    const driver = await open(demo.url, { width: 390 })
    await driver.getByRole("button", { name: /Jens Brandt/ }).click()
    await driver.waitForURL("**/fahrer")
    await driver.getByRole("heading", { level: 1 }).waitFor()
    expect([...office.faults, ...driver.faults]).toEqual([])
  }, 120_000)

  test("takes e-mail and password, says what is wrong, and goes where one wanted to", async () => {
    const page = await open(`${demo.url}/buero/konto`)
    await page.waitForURL("**/anmelden?weiter=*")
    await page.getByLabel("E-Mail").fill("buero@demo.example")
    await page.getByLabel("Passwort").fill("falsch")
    await page.keyboard.press("Enter")
    await page.getByRole("alert").filter({ hasText: "Ungültige Anmeldedaten" }).waitFor()
    await page.getByLabel("Passwort").fill("pfandwerk-demo")
    await page.keyboard.press("Enter")
    await page.waitForURL("**/buero/konto")
    await page.getByText("buero@demo.example").waitFor()
    // The browser itself notes each refusal.
    expect(page.faults.filter((fault) => !/status of 401/.test(fault))).toEqual([])
  }, 120_000)

  test("forgets the company that an operator acted for in this tab", async () => {
    const page = await open(demo.url)
    await page.evaluate(() => sessionStorage.setItem("firma", JSON.stringify({ id: "fremd", name: "Fremd" })))
    await page.reload()
    await page.getByRole("button", { name: /Petra Sommer/ }).click()
    await page.getByText("Pfand bei Kunden").first().waitFor()
    expect(page.faults).toEqual([])
  }, 60_000)

  test("puts faults at their fields", async () => {
    const page = await open(`${demo.url}/anmelden`)
    await page.getByLabel("E-Mail").fill("keine Adresse")
    await page.getByLabel("Passwort").fill("x")
    await page.keyboard.press("Enter")
    const field = page.getByLabel("E-Mail")
    await page.locator("#email-fault").waitFor()
    expect(await field.getAttribute("aria-invalid")).toBe("true")
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
  }, 120_000)

  test("whoever is logged in goes on at once, and logging out ends it", async () => {
    const context = await logIn(demo, "buero")
    const page = await open(`${demo.url}/buero/konto`, {}, context)
    await page.getByRole("button", { name: "Abmelden", exact: true }).click()
    await page.waitForURL("**/anmelden")
    await page.goto(`${demo.url}/buero/kunden`)
    await page.waitForURL("**/anmelden?weiter=*")
  }, 120_000)

  test("of somebody else lets no page save under their name that was opened before", async () => {
    const context = await logIn(demo, "buero")
    const page = await open(`${demo.url}/buero/kunden/neu`, {}, context)
    const name = `Gasthaus ${Bun.randomUUIDv7().slice(-12)}`
    await page.getByRole("textbox", { name: "Name", exact: true }).fill(name)
    const data = { email: "admin@demo.example", password: "pfandwerk-demo", tenant_slug: "demo" }
    const headers = { "sec-fetch-site": "same-origin" }
    await context.request.post("/api/sitzung", { data, headers })
    const refused = page.waitForResponse((one) => one.status() === 401)
    await page.getByRole("button", { name: "Anlegen", exact: true }).click()
    await refused
    // The page follows: it is that account's now, without what the other one had typed.
    await hasValue(page.getByRole("textbox", { name: "Name", exact: true }), "")
    expect((await ask(context, `/kunden?q=${name.slice(-12)}`)).items).toEqual([])
  }, 120_000)

  test("at one service outlasts that at another port of the same host", async () => {
    const other = await start({ command: "demo", dataDir: await demoDir() })
    atEnd(() => other.stop("SIGKILL"))
    const context = await newContext()
    const enter = async (url: string, name: RegExp) => {
      const page = await open(url, {}, context)
      await page.getByRole("button", { name }).click()
      await page.getByRole("heading", { name: "Heute", level: 1 }).waitFor()
      return page
    }
    const first = await enter(demo.url, /Petra Sommer/)
    const second = await enter(other.url, /Sabine Krüger/)
    for (const [page, who] of [
      [first, "Petra Sommer"],
      [second, "Sabine Krüger"],
    ] as const) {
      await page.goto(new URL("/buero/konto", page.url()).href)
      await page.getByText(who).first().waitFor()
    }
  }, 120_000)

  test("keeps the cookie from scripts, and the token out of what they store", async () => {
    const context = await newContext()
    const page = await open(demo.url, {}, context)
    await page.getByRole("button", { name: /Sabine Krüger/ }).click()
    await page.waitForURL("**/buero/**")
    const seen = await page.evaluate(() =>
      JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }]),
    )
    expect(seen).not.toContain("eyJ")
    const [cookie] = await context.cookies()
    expect(cookie).toMatchObject({
      name: expect.stringMatching(/^sitzung-[0-9a-f]{8}-\d+$/),
      httpOnly: true,
      sameSite: "Strict",
    })
    await page.goto(demo.url)
    await page.waitForURL("**/buero/**")
  }, 120_000)

  test.each(looks)(
    "has no barriers at %p",
    async (look) => {
      const page = await open(`${demo.url}/anmelden`, look)
      await page.getByRole("button", { name: /Petra Sommer/ }).waitFor()
      await picture(page, `anmelden-${look.width}`)
      expect([await barriers(page), page.faults]).toEqual([[], []])
    },
    120_000,
  )
})
