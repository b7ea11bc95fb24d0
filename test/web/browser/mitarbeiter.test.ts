import { afterEach, beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext, Locator } from "playwright-core"
import { addDays } from "../../../src/lib/day.ts"
import { today } from "../../helpers/day.ts"
import type { Running } from "../../helpers/executable.ts"
import {
  ask,
  goTo,
  hasChromium,
  hasCount,
  logIn,
  newContext,
  picture,
  pictures,
  sharedPage,
  sharedPageAnew,
  startDemo,
  type Watched,
} from "./browser.ts"

let demo: Running
let admin: BrowserContext
let page: Watched

const tryToLogIn = async (email: string, password: string): Promise<number> =>
  (
    await (
      await newContext()
    ).request.post(`${demo.url}/api/sitzung`, {
      data: { email, password, tenant_slug: "demo" },
      headers: { "sec-fetch-site": "same-origin" },
    })
  ).status()

describe.skipIf(!hasChromium)("accounts of colleagues", () => {
  beforeAll(async () => {
    demo = await startDemo()
    admin = await logIn(demo, "admin")
  }, 120_000)
  afterEach(() => expect(page.faults).toEqual([]))

  test("one is made, given another password, and locked out", async () => {
    page = await sharedPage("/buero/mitarbeiter", admin)
    await page.getByRole("link", { name: "Neuer Mitarbeiter" }).click()
    await page.getByRole("textbox", { name: "Name" }).fill("Öznur Çelik")
    await page.getByRole("textbox", { name: "E-Mail" }).fill("oeznur@demo.example")
    await page.getByRole("button", { name: /Rolle/ }).click()
    await page.getByRole("option", { name: "Büro" }).click()
    await page.getByLabel("Erstes Passwort").fill("kurz")
    await page.getByRole("button", { name: "Anlegen" }).click()
    await page.getByText("mindestens 6 Zeichen", { exact: true }).waitFor()
    // A proposal can be taken over, and stands there to be read.
    const first = page.getByRole("textbox", { name: "Erstes Passwort" })
    await page.getByRole("button", { name: "Vorschlagen" }).click()
    await page.getByText("mindestens 6 Zeichen", { exact: true }).waitFor({ state: "detached" })
    expect(await first.inputValue()).toMatch(/^[a-z]{6}-[a-z]{6}-[2-9]{4}$/)
    expect(await first.getAttribute("type")).toBe("text")
    await pictures(page, "mitarbeiter-vorschlag", [1440, 1024, 390])
    await page.getByRole("button", { name: "Verbergen" }).click()
    expect(await page.getByLabel("Erstes Passwort").getAttribute("type")).toBe("password")
    await page.getByLabel("Erstes Passwort").fill("lang genug")
    await page.getByRole("button", { name: "Anlegen" }).dblclick()
    // What the new colleague is told stands there until one leaves.
    await page.getByRole("heading", { level: 1, name: "Öznur Çelik kann sich jetzt anmelden" }).waitFor()
    await page.getByText("lang genug", { exact: true }).waitFor()
    await page.getByRole("link", { name: demo.url, exact: true }).waitFor()
    await pictures(page, "mitarbeiter-angelegt", [1440, 1024, 390])
    await page.getByRole("link", { name: "Fertig" }).click()
    await page.getByRole("rowheader", { name: "Öznur Çelik" }).waitFor()
    await picture(page, "mitarbeiter")
    expect(await tryToLogIn("oeznur@demo.example", "lang genug")).toBe(200)
    const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
    expect(kept).not.toContain("lang genug")

    await page.getByRole("rowheader", { name: "Öznur Çelik" }).click()
    // The form of the page does not store a password: it has a window of its own, and says so when it is lost.
    const password = page.getByRole("dialog").getByRole("textbox", { name: "Neues Passwort" })
    await page.getByRole("button", { name: "Neues Passwort setzen …" }).click()
    await password.fill("ganz neues Wort")
    await picture(page, "mitarbeiter-passwort")
    await password.press("Escape")
    await page.getByText("Das eingegebene Passwort ist nicht gespeichert").waitFor()
    await page.getByRole("button", { name: "Neues Passwort setzen …" }).click()
    await password.fill("ganz neues Wort")
    const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route("**/passwort", async (route) => {
      begun.resolve()
      await gate.promise
      await route.continue()
    })
    await password.press("Enter")
    await begun.promise
    // Nobody can close it before it has shown the password.
    await page.keyboard.press("Escape")
    gate.resolve()
    await page.getByRole("status").getByText("neues Passwort").waitFor()
    await page.getByRole("alertdialog").getByText("ganz neues Wort", { exact: true }).waitFor()
    await page.getByRole("button", { name: "Fertig" }).click()
    await picture(page, "mitarbeiter-konto")
    expect(await tryToLogIn("oeznur@demo.example", "lang genug")).toBe(401)
    expect(await tryToLogIn("oeznur@demo.example", "ganz neues Wort")).toBe(200)

    await page.getByText("Darf sich anmelden").click()
    await page.getByRole("button", { name: "Speichern" }).click()
    await page.getByRole("status").getByText("Gespeichert", { exact: true }).waitFor()
    expect(await tryToLogIn("oeznur@demo.example", "ganz neues Wort")).toBe(401)
    page.faults = page.faults.filter((fault) => !fault.includes("400"))
  }, 120_000)

  test("a form in which nothing was changed sends nothing, and says once that all is stored", async () => {
    const { id } = await ask(admin, "/mitarbeiter", "POST", {
      email: "gleich@demo.example",
      name: "Gerd Gleich",
      rolle: "user",
      password: "ein gutes Kennwort",
    })
    page = await sharedPage(`/buero/mitarbeiter/${id}`, admin)
    const sent: string[] = []
    page.on("request", (request) => request.method() === "PATCH" && sent.push(request.url()))
    await page.getByRole("button", { name: "Speichern" }).dblclick()
    await page.getByRole("status").getByText("Gespeichert", { exact: true }).waitFor()
    // The message of the second click would stand there by the time that another field is changed and stored.
    await page.getByLabel("Name").fill("Anna Anders")
    await page.getByRole("button", { name: "Speichern" }).click()
    await page.getByRole("heading", { level: 1, name: "Anna Anders" }).waitFor()
    expect([sent.length, await page.locator(".toast").count()]).toEqual([1, 1])
  }, 120_000)

  test("the last administrator stays one, and is told so", async () => {
    page = await sharedPage("/buero/mitarbeiter", admin)
    await page.getByRole("rowheader", { name: "Petra Sommer" }).click()
    await page.getByRole("button", { name: /Rolle/ }).click()
    await page.getByRole("option", { name: "Fahrer" }).click()
    await page.getByRole("button", { name: "Speichern" }).click()
    await page
      .getByRole("alert")
      .filter({ hasText: /letzte/ })
      .waitFor()
    page.faults = page.faults.filter((fault) => !fault.includes("409"))
  }, 120_000)

  test("a lost telephone is logged out", async () => {
    const driver = await logIn(demo, "fahrer1")
    page = await sharedPage("/buero/mitarbeiter", admin)
    await page.getByRole("rowheader", { name: "Jens Brandt" }).click()
    await page.getByRole("button", { name: "Überall abmelden" }).click()
    await page.getByRole("button", { name: "Abmelden", exact: true }).click()
    await page.getByRole("status").getByText("ist überall abgemeldet").waitFor()
    expect((await driver.request.get(`${demo.url}/api/sitzung`)).status()).toBe(401)
  }, 120_000)

  test("the focus stays on what was used, and goes to a field that is wrong", async () => {
    const { id } = await ask<{ id: string }>(admin, "/mitarbeiter", "POST", {
      email: "fokus@demo.example",
      name: "Frida Fokus",
      rolle: "user",
      password: "ein gutes Kennwort",
    })
    page = await sharedPage(`/buero/mitarbeiter/${id}`, admin)
    const button = (name: string) => page.getByRole("button", { name, exact: true })
    const hasFocus = (element: Locator) => element.evaluate((one) => one === document.activeElement)
    const name = page.getByRole("textbox", { name: "Name", exact: true })
    // The page has read the account anew as soon as the form sends this version.
    const version = async () => (await ask<{ version: number }>(admin, `/mitarbeiter/${id}`)).version
    const readAnew = (after: number) =>
      page.waitForResponse(async (reply) => {
        if (reply.request().method() !== "GET" || !reply.url().endsWith(`/api/mitarbeiter/${id}`))
          return false
        return ((await reply.json()) as { version: number }).version > after
      })
    const used = async (control: Locator, use: () => Promise<void>): Promise<void> => {
      const read = readAnew(await version())
      await use()
      await read
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))
      expect(await hasFocus(control)).toBe(true)
    }
    await name.waitFor()

    await page.getByRole("button", { name: /Rolle/ }).click()
    await page.getByRole("option", { name: "Fahrer" }).click()
    await used(button("Speichern"), () => button("Speichern").press("Enter"))
    await page.getByText("Darf sich anmelden").click()
    await used(button("Speichern"), () => button("Speichern").press("Enter"))

    const password = page.getByRole("textbox", { name: "Neues Passwort" })
    await button("Neues Passwort setzen …").press("Enter")
    await password.fill("kurz")
    await button("Passwort setzen").press("Enter")
    await page.getByText("mindestens 6 Zeichen", { exact: true }).waitFor()
    expect(await hasFocus(password)).toBe(true)
    await password.fill("lang genug")
    await used(button("Neues Passwort setzen …"), async () => {
      await button("Passwort setzen").press("Enter")
      await button("Fertig").waitFor()
      // It stands nowhere else: a click beside it does not close it.
      await page.mouse.click(5, 5)
      await button("Fertig").press("Enter")
      await page.getByRole("alertdialog").waitFor({ state: "detached" })
    })

    await used(button("Überall abmelden"), async () => {
      await button("Überall abmelden").press("Enter")
      await button("Abmelden").press("Enter")
      await page.getByRole("alertdialog").waitFor({ state: "detached" })
    })
    // Stored for the version that the others made.
    await name.fill("Frida Neu")
    await name.press("Enter")
    await page.getByRole("heading", { name: "Frida Neu", level: 1 }).waitFor()
    page.faults = page.faults.filter((fault) => !fault.includes("400"))
  }, 120_000)

  test("keys of programs that somebody has seen who is blocked now are named, until they are revoked", async () => {
    const konto = { email: "geht@demo.example", password: "ein gutes Kennwort" }
    const { id } = await ask(admin, "/mitarbeiter", "POST", { ...konto, name: "Gerd Geht", rolle: "admin" })
    const { token } = await ask(admin, "/auth/login", "POST", { ...konto, tenant_slug: "demo" })
    const reply = await fetch(`${demo.url}/api/programmzugaenge`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "Webshop", gueltig_bis: addDays(today(), 30), rechte: ["kunden.lesen"] }),
    })
    const zugang = await reply.json()
    page = await sharedPage(`/buero/mitarbeiter/${id}`, admin)
    await page.getByText("Darf sich anmelden").click()
    await page.getByRole("button", { name: "Speichern" }).click()
    const remark = page.getByText("Diese Person hat Schlüssel gesehen, die weiter gelten: Webshop.")
    await remark.waitFor()
    await ask(admin, `/programmzugaenge/${zugang.id}/widerruf`, "POST")
    const read = page.waitForResponse(/programmzugaenge/)
    page = await sharedPageAnew(`/buero/mitarbeiter/${id}`, admin)
    await read
    await page.getByText("Gesperrt").waitFor()
    expect(await remark.count()).toBe(0)
  }, 120_000)

  test("deliveries of somebody who drives no more are told, with the account and on the board", async () => {
    const { id } = await ask(admin, "/mitarbeiter", "POST", {
      email: "wechsel@demo.example",
      name: "Wanda Wechsel",
      rolle: "fahrer",
      password: "ein gutes Kennwort",
    })
    const kunde = await ask(admin, "/kunden", "POST", { name: "Wechselhof" })
    const { datum } = await ask(admin, "/heute")
    const stop = { kunde_id: kunde.id, datum, fahrer_id: id, positionen: [] }
    await ask(admin, "/lieferungen", "POST", stop)
    const begun = await ask(admin, "/lieferungen", "POST", stop)
    await ask(admin, `/lieferungen/${begun.id}/start`, "POST", {})
    page = await sharedPage(`/buero/mitarbeiter/${id}`, admin)
    const planned = page.getByRole("link", { name: "1 geplante Lieferung", exact: true })
    const become = async (rolle: string): Promise<void> => {
      await page.getByRole("button", { name: /Rolle/ }).click()
      await page.getByRole("option", { name: rolle }).click()
      await page.getByRole("button", { name: "Speichern" }).click()
    }
    await become("Büro")
    await planned.waitFor()
    await page
      .getByText("1 geplante Lieferung und 1 Lieferung unterwegs stehen noch bei dieser Person.")
      .waitFor()
    await picture(page, "mitarbeiter-lieferungen")
    const onBoard = async (remark: string): Promise<void> => {
      await goTo(page, `/buero/touren?datum=${datum}`)
      await page.getByRole("region", { name: "Wanda Wechsel" }).getByText(remark).waitFor()
    }
    await onBoard("kein Fahrer")

    await goTo(page, `/buero/mitarbeiter/${id}`)
    await planned.waitFor()
    await become("Fahrer")
    await planned.waitFor({ state: "detached" })
    await page.getByText("Darf sich anmelden").click()
    await page.getByRole("button", { name: "Speichern" }).click()
    await page.getByText("Gesperrt").waitFor()
    await onBoard("darf sich nicht anmelden")
    await picture(page, "touren-gesperrt")
    // Her column gives stops away and takes none, from the menu or with keys.
    await page.getByRole("button", { name: "Wechselhof: verschieben" }).click()
    await page.getByRole("menuitem", { name: "An Murat Yılmaz" }).waitFor()
    await page.keyboard.press("Escape")
    const other = page.getByRole("region", { name: "Jens Brandt" })
    await other
      .getByRole("button", { name: /: verschieben$/ })
      .first()
      .click()
    await page.getByRole("menuitem", { name: "An Murat Yılmaz" }).waitFor()
    expect(await page.getByRole("menuitem", { name: "An Wanda Wechsel" }).count()).toBe(0)
    await page.keyboard.press("Escape")
    await other.locator(".grip:not(.none)").first().focus()
    await page.keyboard.press("Enter")
    const placesOf = (name: string) =>
      page.getByRole("region", { name, includeHidden: true }).locator(".drop-line")
    await placesOf("Murat Yılmaz").first().waitFor({ state: "attached" })
    // The places are drawn a frame before keys are listened to.
    await page.locator("[inert]").first().waitFor({ state: "attached" })
    expect(await placesOf("Wanda Wechsel").count()).toBe(0)
    await page.keyboard.press("Escape")
    await page.locator("[inert]").first().waitFor({ state: "detached" })
    await goTo(page, `/buero/mitarbeiter/${id}`)
    await planned.click()
    await page.getByRole("rowheader", { name: "Wechselhof" }).waitFor()
    await hasCount(page.getByRole("rowheader"), 1)
  }, 120_000)

  test("an address that is nobody's says so", async () => {
    page = await sharedPage("/buero/mitarbeiter/01936d8e-7f00-7000-8000-000000000001", admin)
    await page.getByRole("heading", { name: "Diesen Mitarbeiter gibt es nicht" }).waitFor()
    page.faults = page.faults.filter((fault) => !fault.includes("404"))
  }, 120_000)

  test("one's own e-mail is changed with one's own password, which is asked for only then", async () => {
    const email = `${Bun.randomUUIDv7().slice(-12)}@demo.example`
    const made = await ask(admin, "/mitarbeiter", "POST", {
      email,
      name: "Ida Eigen",
      rolle: "admin",
      password: "ein gutes Kennwort",
    })
    const own = await newContext({ baseURL: demo.url })
    await own.request.post("/api/sitzung", {
      data: { email, password: "ein gutes Kennwort", tenant_slug: "demo" },
      headers: { "sec-fetch-site": "same-origin" },
    })
    page = await sharedPage(`/buero/mitarbeiter/${made.id}`, own)
    const password = page.getByLabel("Ihr Passwort")
    const mail = page.getByRole("textbox", { name: "E-Mail" })
    await mail.waitFor()
    expect(await password.count()).toBe(0)
    await mail.fill(`neu-${email}`)
    const save = () => page.getByRole("button", { name: "Speichern", exact: true }).click()
    await password.fill("falsch")
    await save()
    await page.getByText("ist falsch", { exact: true }).waitFor()
    await page.waitForFunction(() => document.activeElement?.getAttribute("name") === "currentPassword")
    await password.fill("ein gutes Kennwort")
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(
      "ein gutes Kennwort",
    )
    await save()
    await page.getByText("Gespeichert", { exact: true }).waitFor()
    await password.waitFor({ state: "detached" })
    expect(await tryToLogIn(`neu-${email}`, "ein gutes Kennwort")).toBe(200)
    // The password that is asked for when the log-in ends is that of the new address.
    await own.clearCookies()
    await page.getByRole("textbox", { name: "Name" }).fill("Ida Neu")
    await save()
    await page.getByRole("alertdialog").getByText(`neu-${email}`).waitFor()
    page.faults = page.faults.filter((fault) => !/40[01]/.test(fault))
  }, 60_000)
})
