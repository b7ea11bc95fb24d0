import { beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext, Page } from "playwright-core"
import { until } from "../../helpers/eventually.ts"
import type { Running } from "../../helpers/executable.ts"
import {
  ask,
  drawn,
  dropFile,
  goTo,
  hasChromium,
  hasCount,
  hasValue,
  logIn,
  newContext,
  open,
  openWithClock,
  sharedPage,
  startDemo,
  WATCH,
} from "./browser.ts"

/** The odds and ends of browsers and people: a full storage, a link from a mail, a file dropped beside, a translation. */

let demo: Running
let office: BrowserContext
const text = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true })
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })

describe.skipIf(!hasChromium)("the office", () => {
  beforeAll(async () => {
    demo = await startDemo()
    office = await logIn(demo, "admin")
    office.setDefaultTimeout(15_000)
  }, 120_000)

  test("goes on with a full storage, says once that nothing outlasts a reload, and keeps it while the page is there", async () => {
    const page = await open(`${demo.url}/buero/kunden/neu`, {}, office)
    await text(page, "Name").waitFor()
    await page.evaluate(() => {
      for (const size of [100_000, 1000, 10, 1])
        try {
          for (;;) sessionStorage.setItem(`voll ${sessionStorage.length}`, "x".repeat(size))
        } catch {}
    })
    await text(page, "Name").fill("Gasthaus Voll")
    await text(page, "Ort").fill("Lüneburg")
    await page.locator(".toast").getByText("Der Speicher dieses Browsers ist voll").waitFor()
    await hasCount(page.locator(".toast"), 1)
    await goTo(page, "/buero/konto")
    await goTo(page, "/buero/kunden/neu")
    expect([await text(page, "Name").inputValue(), await text(page, "Ort").inputValue()]).toEqual([
      "Gasthaus Voll",
      "Lüneburg",
    ])
    await button(page, "Anlegen").click()
    await page.getByRole("heading", { level: 1, name: "Gasthaus Voll" }).waitFor()
    expect(page.faults).toEqual([])
    await page.close()
  }, 60_000)

  test("leaves an error in its corner, however many successes come after it", async () => {
    const page = await sharedPage("/buero/mitarbeiter", office)
    const { items } = await ask(office, "/mitarbeiter?limit=50")
    const driver = items.find(({ rolle }: { rolle: string }) => rolle === "fahrer")
    await goTo(page, `/buero/mitarbeiter/${driver.id}`)
    await page.route("**/abmelden", (route) =>
      route.fulfill({ status: 409, json: { error: "Geht gerade nicht" } }),
    )
    await button(page, "Überall abmelden").click()
    await page.getByRole("alertdialog").getByRole("button").last().click()
    const error = page.locator(".toast").getByText("Geht gerade nicht")
    await error.waitFor()
    for (const name of ["Erster", "Zweiter", "Dritter", "Vierter"]) {
      await text(page, "Name").fill(name)
      await button(page, "Speichern").click()
      await page.getByRole("heading", { level: 1, name }).waitFor()
    }
    await hasCount(error, 1)
    await page.unrouteAll()
  }, 60_000)

  test("opens a link that a mail program has hung its own marks on, and still refuses a mistyped filter", async () => {
    const page = await sharedPage("/buero/konto", office)
    await goTo(page, "/buero/kunden?utm_source=x&fbclid=y")
    await page.getByRole("searchbox", { name: "Kunden suchen" }).waitFor()
    await goTo(page, "/buero/kunden?aktif=1")
    await page.getByText("Diese Adresse ergibt keinen Sinn").waitFor()
  }, 60_000)

  test("calls a record no fault that is on its way, and says why one cannot be read", async () => {
    const page = await sharedPage("/buero/kunden", office)
    const { items } = await ask(office, "/mitarbeiter?limit=1")
    const answer = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    await page.route(`**/api/mitarbeiter/${items[0].id}`, async (route) => {
      asked.resolve()
      await answer.promise
      await route.fulfill({ status: 403, json: { error: "Heute nicht" } })
    })
    await page.evaluate((to) => history.pushState(null, "", to), `/buero/mitarbeiter/${items[0].id}`)
    await asked.promise
    await drawn(page)
    expect(await page.getByRole("main").getByRole("alert").count()).toBe(0)
    answer.resolve()
    await page.getByRole("main").getByRole("alert").getByText("Heute nicht").waitFor()
  }, 120_000)

  test("stays where a file is dropped beside its field, and says so", async () => {
    const page = await sharedPage("/buero/kunden/neu", office)
    const prevented = await page.evaluate(() => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(["x"], "x.png", { type: "image/png" }))
      const at = { bubbles: true, cancelable: true, dataTransfer }
      const form = document.querySelector("form") as HTMLElement
      return ["dragover", "drop"].map((type) => !form.dispatchEvent(new DragEvent(type, at)))
    })
    expect(prevented).toEqual([true, true])
    await page.getByText("Hier wird keine Datei angenommen").waitFor()
    await dropFile(page, page.locator("h1"), "daneben.png")
    expect(page.url()).toEndWith("/buero/kunden/neu")
  }, 60_000)

  test("asks every browser not to translate it, as its figures would stand still", async () => {
    for (const path of ["/buero", "/fahrer", "/anmelden"]) {
      const html = await (await office.request.get(`${demo.url}${path}`)).text()
      expect(html).toMatch(/<body [^>]*translate="no"/)
    }
  })

  test("shows a moved stop in its new place, also while an answer of before is on its way", async () => {
    const { items: people } = await ask(office, "/mitarbeiter?limit=50")
    const [one, other] = people.filter(
      ({ rolle, aktiv }: { rolle: string; aktiv: number }) => rolle === "fahrer" && aktiv === 1,
    )
    const kunde = await ask(office, "/kunden", "POST", { name: "Gasthaus Springend" })
    const datum = "2027-05-04"
    const body = { kunde_id: kunde.id, fahrer_id: one.id, datum, positionen: [] }
    const { items } = await ask(office, "/pfandartikel?limit=1&art=einzeln")
    const positionen = [{ pfandartikel_id: items[0].id, soll_ausgabe: 1, soll_ruecknahme: 0 }]
    await ask(office, "/lieferungen", "POST", { ...body, positionen })
    const page = await openWithClock(`/buero/touren?datum=${datum}`, office)
    const columnOf = ({ name }: { name: string }) => page.getByRole("region", { name, exact: true })
    const card = columnOf(one).getByRole("button", { name: "Gasthaus Springend: verschieben" })
    await card.waitFor()
    const [asked, late, sent] = [0, 0, 0].map(() => Promise.withResolvers<void>())
    await page.route("**/api/touren?**", async (route) => {
      const response = await route.fetch()
      asked?.resolve()
      await late?.promise
      await route.fulfill({ response })
    })
    await page.route("**/verschieben", async (route) => {
      await sent?.promise
      await route.continue()
    })
    await card.click()
    const request = page.waitForRequest("**/verschieben")
    await page.getByRole("menuitem", { name: `An ${other.name}` }).click()
    await request
    await page.clock.fastForward(WATCH)
    await asked?.promise
    const answered = page.waitForResponse("**/api/touren?**")
    late?.resolve()
    await (await answered).finished()
    await drawn(page)
    const names = async () => [
      await columnOf(one).getByText("Gasthaus Springend").count(),
      await columnOf(other).getByText("Gasthaus Springend").count(),
    ]
    expect(await names()).toEqual([0, 1])
    sent?.resolve()
    await page.waitForResponse("**/api/touren?**")
    expect(await names()).toEqual([0, 1])
    expect(page.faults).toEqual([])
    await page.close()
  }, 60_000)

  describe("what was typed and not sent", () => {
    const kept = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
    /** What is left to tell of drafts that are gone holds nothing of them. */
    const drafts = (page: Page) =>
      page.evaluate(() => {
        const keys = Object.keys({ ...sessionStorage, ...localStorage })
        return keys.filter((key) => !key.startsWith("verworfen ")).join()
      })
    const logInAs = async (page: Page, email: string): Promise<void> => {
      await page.getByLabel("E-Mail").fill(`${email}@demo.example`)
      await page.getByLabel("Passwort").fill("pfandwerk-demo")
      await button(page, "Anmelden").click()
    }
    const nameIn = (page: Page) => text(page, "Name")

    test("stays for who comes back to an expired log-in, and nobody else can read it", async () => {
      const context = await newContext({ baseURL: demo.url })
      const page = await open(`${demo.url}/anmelden?weiter=/buero/kunden/neu`, {}, context)
      await logInAs(page, "buero")
      await nameIn(page).fill("Geheimer Gasthof")
      expect(await drafts(page)).toMatch(/entwurf .*kopie |kopie .*entwurf /)
      expect(await kept(page)).not.toMatch(/Geheim|R2VoZWlt/)
      await context.clearCookies()
      await page.reload()
      await logInAs(page, "buero")
      await nameIn(page).waitFor()
      await hasValue(nameIn(page), "Geheimer Gasthof")

      await context.clearCookies()
      await page.reload()
      await logInAs(page, "admin")
      await nameIn(page).waitFor()
      expect(await drafts(page)).not.toContain("entwurf")
      await goTo(page, "/buero/konto")
      await page.getByRole("main").getByRole("button", { name: "Abmelden", exact: true }).click()
      await logInAs(page, "buero")
      await page.getByText("1 nicht gespeicherte Eingabe ist gelöscht").waitFor()
      await page.reload()
      await page.getByRole("heading", { level: 1 }).waitFor()
      expect(await page.getByText("nicht gespeicherte Eingabe ist gelöscht").count()).toBe(0)
      await context.close()
    }, 60_000)

    const clerk = async (): Promise<string> => {
      const { items } = await ask(office, "/mitarbeiter?limit=50")
      return items.find(({ email }: { email: string }) => email === "buero@demo.example").id
    }

    test("goes at once, in all tabs, when the service ends the log-in", async () => {
      const context = await logIn(demo, "buero")
      const [page, other] = [
        await open(`${demo.url}/buero/kunden/neu`, {}, context),
        await open(`${demo.url}/buero/kunden/neu`, {}, context),
      ]
      // The one that was opened last first: on a busy machine it may still be looking for what closed tabs have left, and
      // takes an open one that does not answer within its 300 ms for closed.
      for (const one of [other, page]) await nameIn(one).fill("Geheim")
      await until("both tabs have kept what was typed", async () => {
        const keys = (await drafts(page)).split(",")
        expect(keys.filter((key) => key.startsWith("kopie ")).length).toBe(2)
      })
      await ask(office, `/mitarbeiter/${await clerk()}/abmelden`, "POST")
      await button(page, "Anlegen").click()
      await page.getByText("Ihre Anmeldung wurde beendet").waitFor()
      for (const one of [page, other]) {
        await one.getByLabel("E-Mail").waitFor()
        expect(await drafts(one)).not.toContain("entwurf")
      }
      await logInAs(page, "buero")
      await page.getByText("2 nicht gespeicherte Eingaben sind gelöscht").waitFor()
      await context.close()
    }, 120_000)

    test("goes where the log-in page is the first to hear of that end", async () => {
      const context = await logIn(demo, "buero")
      const page = await open(`${demo.url}/buero/kunden/neu`, {}, context)
      await nameIn(page).fill("Geheim")
      await page.goto("about:blank")
      await ask(office, `/mitarbeiter/${await clerk()}/abmelden`, "POST")
      await page.goto(`${demo.url}/anmelden`)
      await page.getByText("Ihre Anmeldung wurde beendet").waitFor()
      expect(await drafts(page)).not.toContain("entwurf")
      await context.close()
    }, 60_000)

    test("stays where an answer to a request from before another log-in comes late", async () => {
      const context = await logIn(demo, "buero")
      const page = await open(`${demo.url}/buero/kunden/neu`, {}, context)
      await nameIn(page).fill("Gasthof")
      await page.route("**/api/kunden", (route) =>
        route.fulfill({ status: 401, headers: { "x-session": "ended" }, json: { error: "von vorhin" } }),
      )
      const asked = page.waitForResponse("**/api/sitzung")
      await button(page, "Anlegen").click()
      await asked
      await page.unroute("**/api/kunden")
      await button(page, "Anlegen").click()
      await page.getByRole("heading", { level: 1, name: "Gasthof" }).waitFor()
      await context.close()
    }, 60_000)
  })
})
