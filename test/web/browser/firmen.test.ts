import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext } from "playwright-core"
import type { Running } from "../../helpers/executable.ts"
import {
  ask,
  barriers,
  goTo,
  hasChromium,
  hasCount,
  hasValue,
  logIn,
  newContext,
  open,
  picture,
  sharedPageAnew,
  show,
  startDemo,
  type Watched,
} from "./browser.ts"
import { logInOperator } from "./operator.ts"

let demo: Running
let context: BrowserContext
const headers = { "sec-fetch-site": "same-origin" }
const page = (path: string): Promise<Watched> => sharedPageAnew(`/buero${path}`, context)
const api = (path: string, method?: string, data?: object) => ask(context, path, method, data)
const logInAs = async (email: string, password: string): Promise<number> => {
  const other = await newContext()
  const reply = await other.request.post(`${demo.url}/api/sitzung`, { data: { email, password }, headers })
  await other.close()
  return reply.status()
}
let made = 0
const company = (more: object = {}): Promise<{ id: string; name: string }> =>
  api("/tenants", "POST", { name: `Firma ${++made}`, slug: `firma-${made}`, typ: "standard", ...more })

/** In both lights and both layouts, and in more where PICTURES names a folder for them. */
async function lookAt(view: Watched, name: string): Promise<void> {
  for (const look of [
    { width: 1440 },
    { width: 390, dark: true },
    ...(process.env["PICTURES"] ? ([{ width: 1440, dark: true }, { width: 1024 }] as const) : []),
  ] as const) {
    await show(view, look)
    await view.waitForLoadState("networkidle")
    await picture(view, `${name}-${look.width}${"dark" in look ? "-dunkel" : ""}`)
    expect([name, await barriers(view)]).toEqual([name, []])
  }
  await show(view, {})
}

describe.skipIf(!hasChromium)("the operator", () => {
  beforeAll(async () => {
    demo = await startDemo()
    context = await logInOperator(demo)
  }, 120_000)
  afterAll(() => context?.close())

  test("sees all companies, and opens one", async () => {
    const list = await page("/firmen")
    await list
      .getByRole("row", { name: /Getränke Sommer/ })
      .first()
      .waitFor()
    await lookAt(list, "firmen")
    await list.getByRole("rowheader", { name: "Getränke Sommer GmbH" }).click()
    await list.getByRole("heading", { level: 1, name: "Getränke Sommer GmbH" }).waitFor()
    await list.getByText(/Demo bis/).waitFor()
    await lookAt(list, "firmen-id")
    expect(list.faults).toEqual([])
  }, 120_000)

  test("sees how the service is", async () => {
    const view = await page("/zustand")
    const backups = view.getByRole("listitem").filter({ hasText: "Sicherung" })
    await backups.getByText("Abgeschaltet (BACKUP_SCHEDULE=off); noch keine Sicherung").waitFor()
    await view.getByRole("region", { name: "Ergebnis" }).getByText("In Ordnung").waitFor()
    await lookAt(view, "zustand")
    expect(view.faults).toEqual([])
  }, 60_000)

  test("makes one with its first account; the short name is proposed, faults stand at their fields", async () => {
    const form = await page("/firmen/neu")
    await form.getByLabel("Name der Firma").fill("Öl & Söhne Getränke")
    await hasValue(form.getByLabel("Kürzel"), "oel-soehne-getraenke")
    await form.getByRole("button", { name: /Art/ }).click()
    await form.getByRole("option", { name: "Demo" }).click()
    await form.getByText("Demo endet am").waitFor()
    await form.getByLabel("E-Mail der Person").fill("keine")
    await form.getByLabel("Erstes Passwort").fill("kurz")
    await form.getByRole("button", { name: "Anlegen" }).click()
    await form.getByText("muss eine gültige E-Mail-Adresse sein").waitFor()
    await form.getByText("mindestens 6 Zeichen", { exact: true }).waitFor()
    await form.getByText("darf nicht leer sein").waitFor()
    await lookAt(form, "firmen-neu")
    await form.reload()
    await form.getByText("Noch nicht gespeicherte Eingaben").waitFor()
    const kept = [form.getByLabel("Kürzel"), form.getByLabel("Erstes Passwort")].map((one) =>
      one.inputValue(),
    )
    expect(await Promise.all(kept)).toEqual([expect.stringContaining("oel-soehne"), ""])
    await form.getByLabel("Name der Person").fill("Olaf Öl")
    await form.getByLabel("E-Mail der Person").fill("olaf@oel.example")
    await form.getByLabel("Erstes Passwort").fill("olafs-kennwort")
    await form.getByRole("button", { name: "Anlegen" }).dblclick()
    await form.getByRole("heading", { level: 1, name: "Öl & Söhne Getränke" }).waitFor()
    expect(await logInAs("olaf@oel.example", "olafs-kennwort")).toBe(200)
    const { items } = await api("/tenants?limit=200")
    expect(items.filter(({ slug }: { slug: string }) => slug === "oel-soehne-getraenke")).toHaveLength(1)
  }, 120_000)

  test("blocks a company and lets it in again", async () => {
    const admin = { email: "a@sperre.example", name: "A", password: "geheim-genug" }
    const { id, name } = await company({ admin })
    const view = await page(`/firmen/${id}`)
    await view.getByRole("button", { name: "Sperren …" }).click()
    await view.getByRole("alertdialog").getByRole("button", { name: "Sperren" }).click()
    await view.getByText(`${name} ist gesperrt`).waitFor()
    await view.getByText("Gesperrt", { exact: true }).waitFor()
    expect(await logInAs(admin.email, admin.password)).toBe(403)
    await view.getByRole("button", { name: "Freigeben" }).click()
    await view.getByText("Aktiv", { exact: true }).waitFor()
    expect(await logInAs(admin.email, admin.password)).toBe(200)
    expect(view.faults).toEqual([])
  }, 120_000)

  test("prolongs a demo that is over, and turns it into a standard company", async () => {
    const admin = { email: "a@demoende.example", name: "A", password: "geheim-genug" }
    const { id } = await company({ typ: "demo", demo_expires_at: "2020-01-01T00:00:00Z", admin })
    expect(await logInAs(admin.email, admin.password)).toBe(403)
    const view = await page(`/firmen/${id}`)
    await view.getByText("Abgelaufen", { exact: true }).waitFor()
    await view.getByRole("button", { name: "Verlängern …" }).click()
    await view.getByRole("spinbutton").first().press("Enter")
    await view.getByText("Aktiv", { exact: true }).waitFor()
    expect(await logInAs(admin.email, admin.password)).toBe(200)
    await view.getByRole("button", { name: "In Standard umwandeln …" }).click()
    await view.getByRole("alertdialog").getByRole("button", { name: "Umwandeln" }).click()
    await view.getByText("ist jetzt eine Standard-Firma").waitFor()
    await view.getByRole("button", { name: "Verlängern …" }).waitFor({ state: "detached" })
    expect(await api(`/tenants/${id}`)).toMatchObject({ typ: "standard", demo_expires_at: null })
  }, 120_000)

  test("is not fooled by what another operator has just done", async () => {
    const { id } = await company()
    const view = await page(`/firmen/${id}`)
    await view.getByRole("button", { name: "Sperren …" }).click()
    await api(`/tenants/${id}`, "PATCH", { name: "Umbenannt" })
    await view.getByRole("alertdialog").getByRole("button", { name: "Sperren" }).click()
    await view.getByRole("heading", { level: 1, name: "Umbenannt" }).waitFor()
    expect((await api(`/tenants/${id}`)).status).toBe("aktiv")
  }, 120_000)

  test("acts for a company, which is plainly marked, and stops", async () => {
    const { id, name } = await company({ ort: "Celle" })
    const view = await page(`/firmen/${id}`)
    await view.getByRole("button", { name: "Für diese Firma handeln" }).click()
    const banner = view.getByRole("note").filter({ hasText: `Sie handeln für ${name}` })
    await banner.waitFor()
    await goTo(view, "/buero/firma")
    await view.getByText("Celle").waitFor()
    await lookAt(view, "firma-als-betreiberin")
    await banner.getByRole("button").click()
    await view.getByRole("heading", { level: 1, name: "Firmen" }).waitFor()
  }, 120_000)

  test("is offered the companies alone, until acting for one of them", async () => {
    const { id } = await company()
    const view = await page("")
    await view.getByRole("heading", { level: 1, name: "Firmen" }).waitFor()
    const ways = view.getByRole("navigation", { name: "Bereiche" }).getByRole("link")
    expect(await ways.allInnerTexts()).toEqual(["Betrieb"])
    const tabs = view.getByRole("navigation", { name: "Betrieb" }).getByRole("link")
    expect(await tabs.allInnerTexts()).toEqual(["Firmen", "Zustand"])
    await hasCount(view.getByRole("link", { name: "Hilfe" }), 1)
    await view.keyboard.press("Control+k")
    await view.getByRole("searchbox", { name: "Suchen", exact: true }).fill("konto")
    await view.getByRole("menuitem", { name: "Eigenes Konto" }).waitFor()
    await view.getByRole("searchbox", { name: "Suchen", exact: true }).fill("kunden")
    await view.getByText("Nichts gefunden").waitFor()
    await view.goto(`${demo.url}/buero/pfandbuch`)
    await view.getByRole("heading", { level: 1, name: "Für welche Firma?" }).waitFor()
    await view.getByRole("link", { name: "Firmen verwalten" }).click()
    await view.getByRole("heading", { level: 1, name: "Firmen" }).waitFor()
    await view.goto(`${demo.url}/buero/firmen/${id}`)
    await view.getByRole("button", { name: "Für diese Firma handeln" }).click()
    await view.getByRole("note").waitFor()
    await hasCount(ways, 12)
    expect(view.faults).toEqual([])
  }, 120_000)

  test("is the only one who sees this", async () => {
    const view = await open(`${demo.url}/buero/firmen`, {}, await logIn(demo, "admin"))
    await view.getByRole("heading", { level: 1, name: "Keine Berechtigung" }).waitFor()
    expect(await view.getByRole("link", { name: "Firmen", exact: true }).count()).toBe(0)
    expect(view.faults).toEqual([])
  }, 120_000)
})
