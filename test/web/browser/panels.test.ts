import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext } from "playwright-core"
import { until } from "../../helpers/eventually.ts"
import type { Running } from "../../helpers/executable.ts"
import {
  ask,
  barriers,
  drawn,
  hasChromium,
  hasValue,
  logIn,
  open,
  picture,
  sharedPage,
  startDemo,
  type Watched,
} from "./browser.ts"

/**
 * Events around somebody who is typing: the log-in ends, or somebody else stores the same record. Nothing that
 * was typed may be lost by it.
 */

type Id = { id: string }
type Panel = {
  /** Makes a record. @returns its address in the interface */
  make: () => Promise<string>
  /** Where it is changed. */
  page: (api: string) => string
  opens?: string
  /** One of its fields, by its label and by the interface's name. */
  label: string
  field: string
}

let demo: Running
/** A log-in that ends. */
let own: BrowserContext
/** Stays logged in, and is the other person. */
let other: BrowserContext

const api = <T>(path: string, method?: string, data?: object) => ask<T>(other, path, method, data)
async function made(path: string, data: object): Promise<string> {
  return `${path}/${(await api<Id>(path, "POST", data)).id}`
}
const unique = (): string => Bun.randomUUIDv7().slice(-12)

const panels: Record<string, Panel> = {
  Kunde: {
    make: () => made("/kunden", { name: "Gasthaus Tippen" }),
    page: (path) => path,
    opens: "Bearbeiten",
    label: "Ansprechpartner",
    field: "ansprechpartner",
  },
  Artikel: {
    make: () =>
      made("/pfandartikel", {
        nummer: unique(),
        bezeichnung: "Kasten",
        art: "einzeln",
        pfand_cent: 100,
        ust_klasse: "warenumschliessung",
      }),
    page: (path) => path.replace("pfandartikel", "artikel"),
    opens: "Bearbeiten",
    label: "Bezeichnung",
    field: "bezeichnung",
  },
  Konto: {
    make: () =>
      made("/mitarbeiter", {
        email: `${unique()}@demo.example`,
        name: "Neu Hier",
        rolle: "user",
        password: "ein gutes Kennwort",
      }),
    page: (path) => path,
    label: "Name",
    field: "name",
  },
  Firma: {
    make: () => Promise.resolve("/tenant"),
    page: () => "/firma",
    opens: "Anschrift und Briefkopf bearbeiten",
    label: "Telefon",
    field: "telefon",
  },
}

const fieldOf = (view: Watched, { label }: Panel) => view.getByRole("textbox", { name: label, exact: true })
const save = (view: Watched) => view.getByRole("button", { name: "Speichern", exact: true }).first().click()
const button = (view: Watched, name: string) => view.getByRole("button", { name, exact: true })

async function opened(panel: Panel, path: string, context: BrowserContext): Promise<Watched> {
  const view = await sharedPage(`/buero${panel.page(path)}`, context)
  if (panel.opens) await button(view, panel.opens).click()
  await fieldOf(view, panel).waitFor()
  return view
}

async function logInAgain(view: Watched, password: string): Promise<void> {
  const dialog = view.getByRole("alertdialog", { name: "Die Anmeldung ist abgelaufen" })
  await dialog.getByLabel("Passwort").fill(password)
  await dialog.getByLabel("Passwort").press("Enter")
}
const expired = (view: Watched) => view.getByRole("alertdialog", { name: "Die Anmeldung ist abgelaufen" })
const stored = async (path: string, field: string) => (await api<Record<string, unknown>>(path))[field]
const unexpected = (view: Watched): string[] => view.faults.filter((fault) => !/\b(401|412)\b/.test(fault))

describe.skipIf(!hasChromium)("in the middle of typing", () => {
  beforeAll(async () => {
    demo = await startDemo()
    own = await logIn(demo, "admin")
    other = await logIn(demo, "admin")
  }, 120_000)
  afterAll(() => Promise.all([own, other].map((context) => context?.close())))

  // Pages in place of panels: shell.test.ts.
  test("the log-in ends in a panel, the password is asked for in place, and all that was typed is there", async () => {
    const panel = panels["Kunde"] as Panel
    const path = await panel.make()
    const view = await opened(panel, path, own)
    await fieldOf(view, panel).fill("Getippt")
    const address = view.url()
    await own.clearCookies()
    await save(view)
    await expired(view).waitFor()
    await picture(view, "anmeldung-abgelaufen")
    await logInAgain(view, "falsch")
    await expired(view).getByText("Ungültige Anmeldedaten").waitFor()
    await logInAgain(view, "pfandwerk-demo")
    await expired(view).waitFor({ state: "detached" })
    expect([view.url(), await fieldOf(view, panel).inputValue()]).toEqual([address, "Getippt"])
    await view.getByRole("alert").getByText("gesendet ist noch nichts").waitFor()
    await save(view)
    await view.getByText("Gespeichert", { exact: true }).waitFor()
    expect(await stored(path, panel.field)).toBe("Getippt")
    expect(unexpected(view)).toEqual([])
  }, 120_000)

  // Devices and deliveries, which are compared in words: geraete.test.ts and lieferungen.test.ts.
  test.each(Object.entries(panels))(
    "%s: somebody else was faster, and mine stands beside theirs",
    async (_, panel) => {
      const path = await panel.make()
      const view = await opened(panel, path, other)
      await fieldOf(view, panel).fill("Von mir")
      await api(path, "PATCH", { [panel.field]: "Von jemand anderem" })
      await save(view)
      const dialog = view.getByRole("alertdialog", { name: "Inzwischen hat jemand anderes gespeichert" })
      await dialog.getByText("Von mir").waitFor()
      await dialog.getByText("Von jemand anderem").waitFor()
      await dialog.getByRole("button", { name: "Auswahl übernehmen" }).click()
      await dialog.waitFor({ state: "detached" })
      await save(view)
      await view.getByText("Gespeichert", { exact: true }).waitFor()
      expect(await stored(path, panel.field)).toBe("Von mir")
      expect(unexpected(view)).toEqual([])
    },
    120_000,
  )

  const kept = "Notiz von jemand anderem"
  test.each([
    ["the form was left open", async () => {}],
    [
      "the form was closed with Escape, and the page loaded anew",
      async (view: Watched) => {
        await view.keyboard.press("Escape")
        await view.getByRole("heading", { name: "Kunde bearbeiten" }).waitFor({ state: "detached" })
        await view.reload()
        await button(view, "Bearbeiten").click()
      },
    ],
  ])(
    "only fields that both changed are asked about: %s",
    async (_, between) => {
      const kunde = panels["Kunde"] as Panel
      const path = await kunde.make()
      await api(path, "PATCH", { ansprechpartner: "Alt", notiz: "Alt", ort: "Alt" })
      const view = await opened(kunde, path, other)
      const field = (name: string) => view.getByRole("textbox", { name, exact: true })
      await field("Telefon").fill("040 1")
      await api(path, "PATCH", { ansprechpartner: "Neu", notiz: kept })
      await between(view)
      await save(view)
      await view.getByText("Gespeichert", { exact: true }).waitFor()
      expect(await api(path)).toMatchObject({ telefon: "040 1", ansprechpartner: "Neu", notiz: kept })

      await button(view, "Bearbeiten").click()
      await field("Telefon").fill("040 2")
      await field("Ort").fill("Meiner")
      await api(path, "PATCH", { ansprechpartner: "Noch neuer", ort: "Ihrer" })
      await between(view)
      await save(view)
      const dialog = view.getByRole("alertdialog", { name: "Inzwischen hat jemand anderes gespeichert" })
      await dialog.waitFor()
      const asked = dialog.getByRole("radiogroup")
      expect(await asked.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")))).toEqual([
        "Ort",
      ])
      await dialog.getByRole("button", { name: "Auswahl übernehmen" }).click()
      // Fields that they stored again meanwhile, and that nobody touched here, are not asked about either.
      await api(path, "PATCH", { notiz: "Später" })
      await save(view)
      await view.getByRole("heading", { name: "Kunde bearbeiten" }).waitFor({ state: "detached" })
      expect(await api(path)).toMatchObject({
        telefon: "040 2",
        ort: "Meiner",
        ansprechpartner: "Noch neuer",
        notiz: "Später",
      })
      expect(unexpected(view)).toEqual([])
    },
    120_000,
  )

  const left = (view: Watched, what: string) =>
    view.getByText(`Noch nicht gespeicherte ${what} vom letzten Mal`, { exact: true })

  const closed = (view: Watched) =>
    view.getByText("Noch nicht gespeichert. Beim nächsten Öffnen stehen die Eingaben wieder da.")

  test("a panel says that its fields hold what was typed the last time and is not stored", async () => {
    const kunde = panels["Kunde"] as Panel
    const view = await opened(kunde, await kunde.make(), other)
    await fieldOf(view, kunde).fill("Von neulich")
    await drawn(view)
    expect(await left(view, "Änderungen").count()).toBe(0)
    await view.keyboard.press("Escape")
    await fieldOf(view, kunde).waitFor({ state: "detached" })
    await closed(view).waitFor()
    await picture(view, "geschlossen")
    await button(view, "Meldung schließen").click()
    await button(view, "Bearbeiten").click()
    await left(view, "Änderungen").waitFor()
    await hasValue(fieldOf(view, kunde), "Von neulich")
    await picture(view, "nicht-gespeichert")
    expect(await barriers(view)).toEqual([])
    await button(view, "Änderungen verwerfen").click()
    await fieldOf(view, kunde).waitFor({ state: "detached" })
    await button(view, "Bearbeiten").click()
    await fieldOf(view, kunde).waitFor()
    await hasValue(fieldOf(view, kunde), "")
    expect(await left(view, "Änderungen").count()).toBe(0)
    // Neither what was discarded, nor a panel in which nothing was typed, nor what is stored.
    await button(view, "Schließen").click()
    await button(view, "Bearbeiten").click()
    await fieldOf(view, kunde).fill("Von heute")
    await save(view)
    await view.getByText("Gespeichert", { exact: true }).waitFor()
    expect(await closed(view).count()).toBe(0)
    expect(unexpected(view)).toEqual([])
  }, 120_000)

  test("what was typed in a tab that was closed is offered in the next one, until it is stored", async () => {
    const kunde = panels["Kunde"] as Panel
    const mine = await logIn(demo, "buero")
    const first = await opened(kunde, await kunde.make(), mine)
    await fieldOf(first, kunde).fill("Aus dem ersten Fenster")
    // A tab that stays open keeps its own draft.
    const second = await open("/buero/kunden/neu", {}, mine)
    await second.getByRole("textbox", { name: "Name", exact: true }).fill("Im zweiten Fenster")
    await first.close()
    const third = await open("/buero/kunden", {}, mine)
    const banner = third.getByRole("status").filter({ hasText: "Aus einem geschlossenen Fenster" })
    await banner.waitFor()
    expect(await banner.getByRole("link").allInnerTexts()).toEqual(["Gasthaus Tippen"])
    await picture(third, "geschlossenes-fenster")
    expect(await barriers(third)).toEqual([])
    await banner.getByRole("link").click()
    await button(third, "Bearbeiten").click()
    await left(third, "Änderungen").waitFor()
    await hasValue(fieldOf(third, kunde), "Aus dem ersten Fenster")
    await save(third)
    await banner.waitFor({ state: "detached" })
    expect(unexpected(third)).toEqual([])
    // The question before logging out counts the forms of all tabs, and the log-out empties them.
    await second.getByRole("textbox", { name: "Name", exact: true }).fill("Noch im zweiten Fenster")
    await third.getByRole("button", { name: /Krüger/ }).click()
    await third.getByRole("menuitem", { name: "Abmelden" }).click()
    await third.getByText("In einem Formular stehen Eingaben").waitFor()
    await button(third, "Trotzdem abmelden").click()
    for (const page of [third, second]) {
      await page.getByLabel("E-Mail").waitFor()
      const drafts = () =>
        [sessionStorage, localStorage].flatMap((one) => Object.keys(one)).filter((key) => /entwurf/.test(key))
      expect(await page.evaluate(drafts)).toEqual([])
    }
  }, 120_000)

  test("of two closed tabs with one form, both are offered, the newest first", async () => {
    const mine = await logIn(demo, "buero")
    const nameIn = (view: Watched) => view.getByRole("textbox", { name: "Name", exact: true })
    const [first, second] = [
      await open("/buero/kunden/neu", {}, mine),
      await open("/buero/kunden/neu", {}, mine),
    ]
    await nameIn(second).fill("Zuerst getippt")
    await nameIn(first).fill("Zuletzt getippt")
    // Text that is no copy is passed over, such as that of a version to come.
    await first.evaluate(() => {
      const key = Object.keys(localStorage).find((one) => one.startsWith("kopie ")) ?? ""
      for (const text of ["unsinn", "null", "{}"]) localStorage.setItem(`${key}/${text}`, text)
      // A full storage keeps nobody from the office.
      for (const size of [100_000, 1000, 10])
        try {
          for (;;) localStorage.setItem(`voll ${localStorage.length}`, "x".repeat(size))
        } catch {}
    })
    await first.close()
    await second.close()
    const third = await open("/buero/kunden/neu", {}, mine)
    await left(third, "Eingaben").waitFor()
    await hasValue(nameIn(third), "Zuletzt getippt")
    await nameIn(third).fill("Länger, als noch Platz ist. ".repeat(6))
    await button(third, "Verwerfen …").click()
    await third.getByRole("alertdialog").getByRole("button", { name: "Verwerfen" }).click()
    await until("the other one stands there", async () => {
      await hasValue(nameIn(third), "Zuerst getippt")
    })
    await button(third, "Ausblenden").click()
    await third.getByText("Aus einem geschlossenen Fenster").waitFor({ state: "detached" })
    expect(unexpected(third)).toEqual([])
  }, 120_000)

  test("a new record says so too, and can be begun again", async () => {
    const view = await sharedPage("/buero/kunden/neu", other)
    const name = view.getByRole("textbox", { name: "Name", exact: true })
    await name.fill("Angefangen")
    await view.getByRole("link", { name: "Abbrechen", exact: true }).click()
    await name.waitFor({ state: "detached" })
    await closed(view).waitFor()
    await view.goBack()
    await left(view, "Eingaben").waitFor()
    await hasValue(name, "Angefangen")
    await button(view, "Eingaben verwerfen").press("Enter")
    await left(view, "Eingaben").waitFor({ state: "detached" })
    await hasValue(name, "")
    expect(await name.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(unexpected(view)).toEqual([])
  }, 120_000)

  test("a comparison that is closed or cannot be made decides nothing, and the next saving asks again", async () => {
    const panel = panels["Kunde"] as Panel
    const path = await panel.make()
    const view = await opened(panel, path, other)
    await fieldOf(view, panel).fill("Von mir")
    await api(path, "PATCH", { [panel.field]: "Von jemand anderem" })
    const record = (url: URL): boolean => url.pathname === `/api${path}`
    await view.route(record, (route) =>
      route.request().method() === "GET" ? route.abort() : route.continue(),
    )
    await save(view)
    await view.getByRole("alert").filter({ hasText: "ließ sich nicht lesen" }).waitFor()
    await view.unroute(record)
    const dialog = view.getByRole("alertdialog", { name: "Inzwischen hat jemand anderes gespeichert" })
    for (let asked = 0; asked < 2; asked++) {
      await save(view)
      await dialog.waitFor()
      await view.keyboard.press("Escape")
      await dialog.waitFor({ state: "detached" })
      await hasValue(fieldOf(view, panel), "Von mir")
      expect(await stored(path, panel.field)).toBe("Von jemand anderem")
    }
    await save(view)
    await dialog.getByRole("radio", { name: /Von jemand anderem/ }).check({ force: true })
    await dialog.getByRole("button", { name: "Auswahl übernehmen" }).click()
    await save(view)
    await view.getByText("Gespeichert", { exact: true }).waitFor()
    expect(await stored(path, panel.field)).toBe("Von jemand anderem")
    expect(unexpected(view).filter((fault) => !fault.includes("ERR_FAILED"))).toEqual([])
  }, 120_000)

  test("a booking that was typed meanwhile is booked once, after the log-in", async () => {
    const kunde = await api<Id>("/kunden", "POST", { name: `Gasthaus ${unique()}` })
    const { items } = await api<{ items: { nummer: string }[] }>("/pfandartikel?art=einzeln&limit=1")
    const context = await logIn(demo, "buero")
    const view = await open(`${demo.url}/buero/buchen?kunde=${kunde.id}`, {}, context)
    await view.getByRole("combobox", { name: /Artikel/ }).fill(items[0]?.nummer ?? "")
    await view.keyboard.press("Enter")
    await view.waitForFunction(() => document.activeElement?.hasAttribute("data-menge"))
    await view.keyboard.type("7")
    await context.clearCookies()
    await view.keyboard.press("Control+Enter")
    await logInAgain(view, "pfandwerk-demo")
    await expired(view).waitFor({ state: "detached" })
    await hasValue(view.locator("[data-menge]"), "7")
    await view.locator("[data-menge]").press("Control+Enter")
    await view
      .getByRole("status")
      .getByText(/gebucht/)
      .waitFor()
    const booked = await api<{ items: { menge: number }[] }>(`/pfandbuchungen?kunde_id=${kunde.id}`)
    expect(booked.items.map(({ menge }) => menge)).toEqual([7])
    expect(unexpected(view)).toEqual([])
    await context.close()
  }, 120_000)

  test("logging out asks where something would be lost, and only there", async () => {
    const { kunde_id } = (await api<{ items: { kunde_id: string }[] }>("/pfandsalden?limit=1")).items[0]!
    const context = await logIn(demo, "buero")
    const view = await open(`${demo.url}/buero/buchen?kunde=${kunde_id}`, {}, context)
    const figure = view.getByLabel(/^Stück/).first()
    await figure.fill("7")
    const leave = async (): Promise<void> => {
      await view.locator(".foot").getByRole("button").first().click()
      await view.getByRole("menuitem", { name: "Abmelden" }).click()
    }
    await leave()
    const question = view.getByRole("alertdialog")
    expect(await question.textContent()).toContain("In einem Formular stehen Eingaben, die nicht gespeichert")
    await picture(view, "abmelden-gefragt")
    await question.getByRole("button", { name: "Abbrechen" }).click()
    await hasValue(figure, "7")
    // The customer and the usual lines are not what somebody has typed.
    await figure.fill("")
    await leave()
    await view.waitForURL("**/anmelden")
    expect(view.faults).toEqual([])
    await context.close()
  }, 120_000)

  test("whoever logs out in one tab has left the others", async () => {
    const context = await logIn(demo, "buero")
    const view = await open(`${demo.url}/buero/kunden`, {}, context)
    // As the page for the log-in does.
    await view.evaluate(() => localStorage.setItem("angemeldet", ""))
    const second = await open(`${demo.url}/buero/konto`, {}, context)
    await second.getByRole("main").getByRole("button", { name: "Abmelden", exact: true }).click()
    await second.waitForURL("**/anmelden")
    await view.waitForURL("**/anmelden?weiter=*")
    await context.close()
  }, 120_000)

  test("whoever logs out on a page of another account stays logged in as who they are now", async () => {
    const context = await logIn(demo, "buero")
    const view = await open(`${demo.url}/buero/konto`, {}, context)
    const press = view.getByRole("main").getByRole("button", { name: "Abmelden", exact: true })
    await press.waitFor()
    const data = { email: "admin@demo.example", password: "pfandwerk-demo", tenant_slug: "demo" }
    const headers = { "sec-fetch-site": "same-origin" }
    expect((await context.request.post("/api/sitzung", { data, headers })).ok()).toBe(true)
    await press.click()
    // By way of the log-in, which finds somebody logged in.
    await view.getByRole("main").getByText(data.email).first().waitFor()
    expect(new URL(view.url()).pathname).toBe("/buero/konto")
    await context.close()
  }, 120_000)
})
