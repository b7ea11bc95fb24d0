import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext, Page } from "playwright-core"
import { today } from "../../helpers/day.ts"
import { type Running, run, start } from "../../helpers/executable.ts"
import { temporaryDir } from "../../helpers/temporary.ts"
import {
  ask,
  barriers,
  goTo,
  hasChromium,
  hasValue,
  newContext,
  open,
  picture,
  sharedPage,
  show,
  type Watched,
} from "./browser.ts"

/** A company with nothing, one with names of 200 letters, and an operator who acts for either. */

const PASSWORD = "ein gutes Kennwort"
const LONG = "Donaudampfschifffahrtsgesellschaftskapitänswitwenverein ".repeat(4).slice(0, 200).trim()
let service: Running
let empty: BrowserContext
let long: BrowserContext
/** A driver of the company with long names. */
let maximiliane: { id: string }

async function logIn(email: string, tenant_slug?: string): Promise<BrowserContext> {
  const context = await newContext({ baseURL: service.url })
  const data = { email, password: PASSWORD, ...(tenant_slug && { tenant_slug }) }
  const headers = { "sec-fetch-site": "same-origin" }
  const reply = await context.request.post("/api/sitzung", { data, headers })
  expect(reply.status()).toBe(200)
  return context
}

const post = (context: BrowserContext, path: string, data: object) =>
  ask<{ id: string }>(context, path, "POST", data)

const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll(".page, .window-body")]
    const wide = boxes.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    return Math.max(document.documentElement.scrollWidth - window.innerWidth, ...wide)
  })

/** @returns the texts that should be whole on a telephone, and are not */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const whole = '[data-card="head"], [data-card="full"], [data-card="end"]'
    const first = '[data-card="line"]:not([data-card="line"] ~ [data-card="line"])'
    const cells = [...document.querySelectorAll(`.cards .table-body :is(${whole}, ${first}) .cut`)]
    const own = document.querySelectorAll(`.cards .table-body :is(${whole}, ${first}) > .open`)
    return [...cells, ...own]
      .filter((cell) => cell.scrollWidth > cell.clientWidth + 1 || cell.scrollHeight > cell.clientHeight + 1)
      .map((cell) => cell.textContent)
  })

/** In what is there, screens.test.ts looks for barriers: long names make none. */
async function lookAt(page: Watched, name: string): Promise<void> {
  for (const width of [1440, 390] as const) {
    await show(page, { width })
    await page.waitForLoadState("networkidle")
    await picture(page, `${name}-${width}`)
    expect([name, width, await overflow(page), page.faults]).toEqual([name, width, 0, []])
  }
}

async function lookAtNothing(page: Watched, name: string): Promise<void> {
  await lookAt(page, name)
  expect([name, await barriers(page)]).toEqual([name, []])
}

describe.skipIf(!hasChromium)("a company", () => {
  beforeAll(async () => {
    const dataDir = temporaryDir()
    const company = (slug: string, name: string) =>
      run(
        ["tenant", "create", "--name", name, "--slug", slug, "--admin-email", `admin@${slug}.example`]
          .concat(["--admin-name", name])
          .concat("--password-stdin"),
        { dataDir, stdin: `${PASSWORD}\n` },
      )
    expect((await company("leer", "Leer GmbH")).code).toBe(0)
    expect((await company("lang", LONG)).code).toBe(0)
    const chef = [
      "superadmin",
      "create",
      "--email",
      "chef@betreiber.example",
      "--name",
      "Erika",
      "--password-stdin",
    ]
    expect((await run(chef, { dataDir, stdin: `${PASSWORD}\n` })).code).toBe(0)
    service = await start({ dataDir })
    empty = await logIn("admin@leer.example", "leer")
    long = await logIn("admin@lang.example", "lang")
    // Before the page has asked who works there, which it does once.
    maximiliane = await post(long, "/mitarbeiter", {
      email: "fahrer2@lang.example",
      name: "Maximiliane Hohenstein-Wackernagel",
      rolle: "fahrer",
      password: PASSWORD,
    })
  }, 180_000)
  afterAll(async () => {
    await Promise.all([empty, long].map((context) => context?.close()))
    await service?.stop()
  })

  test("with nothing is told what would stand here, and what comes first", async () => {
    const page = await sharedPage("/buero/kunden", empty)
    await page.getByRole("link", { name: "Ersten Kunden anlegen" }).waitFor()
    await lookAtNothing(page, "leer-kunden")
    await page.getByRole("searchbox", { name: "Kunden suchen" }).fill("Niemand")
    await page.getByRole("link", { name: /„Niemand“ anlegen/ }).click()
    await page.getByRole("heading", { level: 1, name: "Neuer Kunde" }).waitFor()
    await hasValue(page.getByLabel("Name", { exact: true }), "Niemand")
    const { id } = await post(empty, "/kunden", { name: "Erster" })
    await goTo(page, `/buero/kunden/${id}`)
    await page.getByText("Noch ist nichts gebucht.").waitFor()
    await lookAtNothing(page, "leer-kunde")
  }, 180_000)

  test("with nothing has a day on which nothing is to be done", async () => {
    const page = await sharedPage("/buero/heute", empty)
    const told = {
      "/heute": "Für heute ist nichts geplant.",
      "/lieferungen": "Hier stehen alle Lieferungen",
      "/lieferungen/neu": "Zuerst den Kunden wählen",
      "/klaerungen": "Nichts ist offen.",
      "/feierabend": "An diesem Tag war niemand unterwegs.",
    }
    for (const [path, text] of Object.entries(told)) {
      await goTo(page, `/buero${path}`)
      await page.getByText(text).first().waitFor()
      await lookAtNothing(page, `leer${path.replaceAll("/", "-")}`)
    }
  }, 180_000)

  test("with names of 200 letters stays in its frame", async () => {
    const { id } = await post(long, "/kunden", {
      name: LONG,
      ansprechpartner: LONG,
      strasse: LONG,
      ort: LONG.slice(0, 100),
      notiz: LONG.repeat(5),
      anlieferungshinweis: LONG.repeat(3),
    })
    const artikel = await post(long, "/pfandartikel", {
      nummer: "N".repeat(50),
      bezeichnung: LONG,
      art: "einzeln",
      pfand_cent: 1_000_000,
      ust_klasse: "warenumschliessung",
    })
    const positionen = [{ pfandartikel_id: artikel.id, art: "ausgabe", menge: 100_000 }]
    await post(long, "/pfandbuchungen", { kunde_id: id, positionen })
    const page = await sharedPage("/buero/kunden", long)
    await page.getByRole("grid").waitFor()
    await lookAt(page, "lang-kunden")
    await goTo(page, `/buero/kunden/${id}`)
    await page.getByText("1.000.000.000,00 €").first().waitFor()
    await lookAt(page, "lang-kunde")
  }, 180_000)

  test("with a name of 200 letters is called so beside what a screen is called", async () => {
    const page = await sharedPage("/buero/firma", long)
    await show(page, { width: 1024 })
    const title = page.getByRole("heading", { level: 1, name: "Firma" })
    await page.getByText("Kürzel lang").waitFor()
    expect(await title.evaluate((h1) => h1.scrollWidth - h1.clientWidth)).toBe(0)
  }, 120_000)

  test("with names of 200 letters has deliveries that stay in their frame", async () => {
    const kunde = await post(long, "/kunden", {
      name: `Kunde ${LONG}`.slice(0, 200),
      ort: LONG.slice(0, 100),
    })
    const artikel = await post(long, "/pfandartikel", {
      nummer: "M".repeat(50),
      bezeichnung: LONG,
      art: "einzeln",
      pfand_cent: 1_000_000,
      ust_klasse: "warenumschliessung",
    })
    const fahrer = await post(long, "/mitarbeiter", {
      email: "fahrer@lang.example",
      name: LONG,
      rolle: "fahrer",
      password: PASSWORD,
    })
    const datum = today()
    const { id } = await post(long, "/lieferungen", {
      kunde_id: kunde.id,
      fahrer_id: fahrer.id,
      datum,
      hinweis: LONG.repeat(5),
      positionen: [{ pfandartikel_id: artikel.id, soll_ausgabe: 100_000, soll_ruecknahme: 100_000 }],
    })
    const klaerung = await post(long, "/klaerungen", {
      art: "abschluss",
      lieferung_id: id,
      ablehnung: LONG.repeat(5),
      angaben: {
        positionen: [{ pfandartikel_id: artikel.id, ist_ruecknahme: 100_000 }],
        empfaenger_name: LONG,
        notiz: LONG.repeat(5),
      },
    })
    const gezaehlt = [{ art: "leergut", pfandartikel_id: artikel.id, gezaehlt: 1_000_000 }]
    await post(long, "/feierabend", { datum, bemerkung: LONG.repeat(5), positionen: gezaehlt })
    const page = await sharedPage("/buero/heute", long)
    await page.getByRole("heading", { name: "Zu klären" }).waitFor()
    await lookAt(page, "lang-heute")
    await goTo(page, "/buero/lieferungen")
    await page.getByRole("rowheader").first().waitFor()
    await lookAt(page, "lang-lieferungen")
    await goTo(page, `/buero/lieferungen/${id}`)
    await page.getByRole("heading", { name: "Positionen" }).waitFor()
    await lookAt(page, "lang-lieferung")
    await page.getByRole("button", { name: "Zustellung erfassen" }).click()
    await page.getByRole("button", { name: "Erfassen und buchen" }).waitFor()
    await lookAt(page, "lang-lieferung-erfassen")
    await goTo(page, `/buero/klaerungen?id=${klaerung.id}`)
    await page.getByRole("button", { name: "Meldung verwerfen …" }).waitFor()
    await lookAt(page, "lang-klaerung")
    await goTo(page, "/buero/feierabend")
    await page.getByText("1.000.000 zu viel").waitFor()
    await lookAt(page, "lang-feierabend")
  }, 120_000)

  test("with names that differ at their end alone can tell all rows apart on a telephone", async () => {
    const ends = ["Nord", "Süd"]
    for (const end of ends) {
      const kunde = await post(long, "/kunden", {
        kundennummer: `Kundennummer-von-${end}`,
        name: `Landgasthof und Hotel Goldener Hirsch Marktplatz ${end}`,
        ort: "Rothenburg ob der Tauber",
      })
      const artikel = await post(long, "/pfandartikel", {
        nummer: `Mehrweg-Euroflasche-20-x-0,5-${end}`,
        bezeichnung: `Mehrwegkasten 20 x 0,5 l Euroflasche braun, Aufdruck ${end}`,
        art: "einzeln",
        pfand_cent: 310,
        ust_klasse: "warenumschliessung",
      })
      await post(long, "/geraete", {
        geraetenummer: `Zapfanlage-Kuehlung-2031-${end}`,
        bezeichnung: `Zapfanlage mit Begleitkühlung, vierfach, fahrbar ${end}`,
        pfand_cent: 50_000,
      })
      const positionen = [{ pfandartikel_id: artikel.id, art: "ausgabe", menge: 1000 }]
      await post(long, "/pfandbuchungen", { kunde_id: kunde.id, positionen })
      await post(long, "/lieferungen", {
        kunde_id: kunde.id,
        fahrer_id: maximiliane.id,
        datum: "2031-05-06",
        zeit_von: "08:00",
        zeit_bis: "12:00",
        positionen: [{ pfandartikel_id: artikel.id, soll_ausgabe: 20, soll_ruecknahme: 0 }],
      })
    }
    const lists = {
      "/kunden?q=Hirsch": "Marktplatz",
      "/pfandbuch": "Marktplatz",
      "/lieferungen?von=2031-05-06": "Marktplatz",
      "/salden": "Marktplatz",
      "/geraete?q=Zapfanlage": "Zapfanlage mit",
      "/artikel?q=Mehrwegkasten": "Mehrwegkasten",
      "/mitarbeiter": "Maximiliane",
    }
    const page = await sharedPage("/buero/konto", long)
    await show(page, { width: 390 })
    for (const [path, text] of Object.entries(lists)) {
      await goTo(page, `/buero${path}`)
      await page.locator(".cards").getByText(text).first().waitFor()
      const named = (await cutOff(page)).filter((cell) => !cell.includes("Donau"))
      await picture(page, `lang-karten${path.replaceAll(/[^a-z]/gi, "-")}`)
      expect([path, named, await overflow(page)]).toEqual([path, [], 0])
    }
    expect(page.faults).toEqual([])
  }, 120_000)

  test("with more customers than one reads at once: all are reached by keys, few exist at a time", async () => {
    const names = Array.from({ length: 120 }, (_, i) => `Wirtshaus ${String(i).padStart(3, "0")}`)
    for (const name of names) await post(long, "/kunden", { name })
    const page = await sharedPage("/buero/kunden?q=Wirtshaus", long)
    await page.getByRole("rowheader", { name: "Wirtshaus 000" }).waitFor()
    await page.getByRole("grid").getByRole("link").first().focus()
    const last = page.getByRole("rowheader", { name: "Wirtshaus 119" })
    while ((await last.count()) === 0) {
      await page.keyboard.press("End")
      await page.waitForLoadState("networkidle")
    }
    expect(await page.getByRole("row").count()).toBeLessThan(80)
    await page.keyboard.press("End")
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { level: 1, name: "Wirtshaus 118" }).waitFor()
    expect(page.faults).toEqual([])
  }, 180_000)

  test("is named by an operator before anything else, and always in sight then", async () => {
    const context = await logIn("chef@betreiber.example")
    const page = await open(`${service.url}/buero/kunden`, {}, context)
    await page.getByRole("heading", { level: 1, name: "Für welche Firma?" }).waitFor()
    await picture(page, "firmenwahl")
    await page.getByRole("rowheader", { name: "Leer GmbH" }).click()
    await page.getByRole("note").filter({ hasText: "Sie handeln für Leer GmbH" }).waitFor()
    await page.getByText("Für heute ist nichts geplant.").waitFor()
    await picture(page, "firma-gewaehlt")
    await page.getByRole("button", { name: "Andere Firma wählen" }).click()
    await page.getByRole("heading", { level: 1, name: "Firmen" }).waitFor()
    expect(page.faults).toEqual([])
    await context.close()
  }, 180_000)
})
