import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { BrowserContext, Locator } from "playwright-core"
import { demoDir } from "../../helpers/demo.ts"
import { today } from "../../helpers/day.ts"
import { until } from "../../helpers/eventually.ts"
import { type Running, start } from "../../helpers/executable.ts"
import { PASSWORD, startSmtp, type TestServer, USER } from "../../helpers/smtp.ts"
import {
  ask,
  barriers,
  goTo,
  hasChromium,
  hasValue,
  logIn,
  open,
  pictures,
  show,
  type Watched,
} from "./browser.ts"

/** Sending by e-mail: switched on under Firma, one document sent, and what nobody knows looked after. */

let smtp: TestServer
let demo: Running
let office: BrowserContext
const page = (path: string): Promise<Watched> => open(`${demo.url}/buero${path}`, {}, office)
const api = (path: string, method?: string, data?: object) => ask(office, path, method, data)

describe.skipIf(!hasChromium)("sending by e-mail", () => {
  beforeAll(async () => {
    smtp = await startSmtp()
    demo = await start({
      command: "demo",
      dataDir: await demoDir(),
      env: { ...smtp.env, MAIL_NETZE: "127.0.0.1,::1" },
    })
    office = await logIn(demo, "admin")
  }, 120_000)
  afterAll(async () => {
    await office?.close()
    await smtp?.close()
    await demo?.stop()
  })

  test("is switched on, tried, used for one letter, and tells what became of it", async () => {
    const firma = await page("/firma")
    const section = firma.getByRole("region", { name: "Versand per E-Mail" })
    await section.getByText("Es werden keine E-Mails gesendet.").waitFor()
    await section.getByRole("button", { name: "Versand per E-Mail bearbeiten" }).click()
    const panel = firma.locator(".panel")
    // Where a browser sets the colours, on is told from off by more than a ground that it paints over.
    await firma.emulateMedia({ forcedColors: "active" })
    const track = panel.locator(".track").first()
    const ground = () => track.evaluate((one) => getComputedStyle(one).backgroundColor)
    const off = await ground()
    await panel.getByText("E-Mails senden").click()
    await until("the switch looks otherwise", async () => expect(await ground()).not.toBe(off))
    await firma.emulateMedia({ forcedColors: "none" })
    await panel.getByRole("textbox", { name: "Antworten an" }).fill("buero@demo.example")
    await panel.getByRole("textbox", { name: "Betreff" }).fill("Post für {kunde}")
    await panel.getByText("Post für Gasthaus zur Linde").waitFor()
    await panel
      .getByText("anbei erhalten Sie die Rechnung über Pfand ABR-2026-00001 für den Zeitraum")
      .waitFor()
    await pictures(firma, "versand-firma")
    await panel.getByRole("button", { name: /Texte für/ }).click()
    await firma.getByRole("option", { name: "Kontoauszug" }).click()
    await panel.getByText("anbei erhalten Sie den Kontoauszug 20001,").waitFor()
    await firma.keyboard.press("Control+Enter")
    await section.getByText("E-Mails gehen hinaus.").waitFor()
    await section.getByRole("button", { name: "Probe senden …" }).click()
    await panel.getByRole("textbox", { name: "An" }).fill("chef@demo.example")
    await panel.getByRole("button", { name: "Senden" }).click()
    await firma.getByText(/^Angenommen: 250/).waitFor()
    expect(await barriers(firma)).toEqual([])

    await section.getByRole("button", { name: "Eigener Mailserver …" }).click()
    const field = (name: string) => panel.getByRole("textbox", { name })
    await field("Server").fill("localhost")
    await field("Port").fill(String(smtp.server.port))
    await field("Benutzer").fill(USER)
    await field("Absender").fill("post@demo.example")
    await panel.getByRole("button", { name: "Speichern" }).click()
    await panel.getByText(/fehlt: Für diesen Server/).waitFor()
    await panel.getByLabel("Passwort").fill(PASSWORD)
    await pictures(firma, "versand-mailserver")
    expect(await barriers(firma)).toEqual([])
    expect(await firma.evaluate("JSON.stringify([sessionStorage, localStorage])")).not.toContain(PASSWORD)
    await panel.getByRole("button", { name: "Speichern" }).click()
    await section.getByText("post@demo.example").waitFor()
    await section
      .getByText("Dieser Mailserver ist noch nicht geprobt: Bitte „Probe senden …“.", { exact: true })
      .waitFor()
    // What the probe comes to stands in its form, and then beside the settings, with what to do.
    smtp.faults.login = [535, "5.7.8 gesperrt"]
    await section.getByRole("button", { name: "Probe senden …" }).click()
    await panel.getByRole("textbox", { name: "An" }).fill("chef@demo.example")
    await panel.getByRole("button", { name: "Senden" }).click()
    await panel
      .getByRole("alert")
      .getByText(/5.7.8 gesperrt\. Bitte unter „Eigener Mailserver …“/)
      .waitFor()
    await pictures(firma, "versand-probe")
    await panel.getByRole("button", { name: "Abbrechen" }).click()
    await section.getByText(/Nicht angenommen am .*5.7.8 gesperrt/).waitFor()
    await section.getByText("dieser Mailserver hat noch keine Probe angenommen").waitFor()
    delete smtp.faults.login
    await pictures(firma, "versand-eigener")
    await section.getByRole("button", { name: "Eigenen Mailserver entfernen …" }).click()
    await firma.getByRole("alertdialog").getByRole("button", { name: "Entfernen" }).click()
    await section.getByText("versand@betreiber.example").waitFor()

    const anschrift = { strasse: "Am Markt 1", plz: "21335", ort: "Lüneburg" }
    const kunde = await api("/kunden", "POST", {
      name: `Krug ${process.pid}`,
      email: "krug@linde.example",
      ...anschrift,
    })
    const sorrows = () => api(`/nachrichten?sorgen=ja&kunde_id=${kunde.id}`)
    smtp.faults.atEnd = "cut"
    // What is typed for one customer is not for another.
    const [other] = (await api("/kunden?limit=1")).items
    const shown = await page(`/kunden/${other.id}`)
    const confirm = shown.getByRole("button", { name: "Saldenbestätigung per E-Mail versenden" })
    const sent = shown.locator(".panel")
    const addresses = sent.getByRole("textbox", { name: "An" })
    await confirm.click()
    await sent.getByText(`leer gelassen: an ${other.email}`).waitFor()
    await addresses.fill("wirt@adler.example")
    await shown.keyboard.press("Escape")
    // Without its words nothing can be sent.
    const unread = "**/saldenbestaetigung/versand?*"
    await shown.route(unread, (route) => route.fulfill({ body: "?" }))
    await goTo(shown, `/buero/kunden/${kunde.id}`)
    await confirm.click()
    await sent.getByRole("alert").getByText("ließ sich nicht lesen").waitFor()
    expect(await sent.getByRole("button", { name: "Versenden" }).count()).toBe(0)
    await shown.unroute(unread)
    await sent.getByRole("button", { name: "Noch einmal versuchen" }).click()
    await sent.getByText("leer gelassen: an krug@linde.example").waitFor()
    await hasValue(addresses, "")
    // What goes out is seen before.
    const words = sent.getByRole("group", { name: "Was hinausgeht" })
    await words.getByText(/^Saldenbestätigung .* zum /).waitFor()
    await words.getByText("Bitte prüfen Sie den Saldo und antworten Sie uns.").waitFor()
    await pictures(shown, "versand-kunde")
    // What is sent is read before the button, on a narrow screen too.
    await show(shown, { width: 390 })
    const top = async (one: Locator) => (await one.boundingBox())?.y ?? 0
    expect(await top(words)).toBeLessThan(await top(sent.locator(".buttons")))
    await show(shown, {})
    await sent.getByRole("button", { name: "Versenden" }).click()
    await shown.getByText("Auf dem Weg an krug@linde.example").waitFor()

    // A settlement's page says by itself whether it went out, how and when.
    const pfandartikel_id = (await api("/pfandartikel")).items.find(({ art }: any) => art === "einzeln").id
    const positionen = [{ pfandartikel_id, art: "ausgabe", menge: 7 }]
    await api("/pfandbuchungen", "POST", { kunde_id: kunde.id, positionen })
    const settled = await api("/abrechnungen", "POST", { kunde_id: kunde.id, bis: today() })
    const settlement = await page(`/abrechnungen/${settled.id}`)
    await settlement.getByText("Noch nicht versandt").waitFor()
    await pictures(settlement, "versand-abrechnung-offen")
    await settlement.getByRole("button", { name: `${settled.nummer} als PDF` }).click()
    await settlement.getByText("Noch nicht", { exact: true }).waitFor({ state: "detached" })
    await until("the letter is unclear", async () => (await sorrows()).items.length === 1)
    delete smtp.faults.atEnd
    await api(`/abrechnungen/${settled.id}/versand`, "POST", {})
    await settlement.getByText(/^Per E-Mail am .* an krug@linde\.example$/).waitFor()
    await pictures(settlement, "versand-abrechnung")
    const settlements = await page(`/abrechnungen?kunde=${kunde.id}`)
    await settlements.getByRole("gridcell", { name: "per E-Mail" }).waitFor()
    await pictures(settlements, "versand-abrechnungen")
    // Of several that are ticked, what went out is left out, and the others go.
    await api("/pfandbuchungen", "POST", { kunde_id: kunde.id, positionen })
    const second = await api("/abrechnungen", "POST", { kunde_id: kunde.id, bis: today() })
    await settlements.reload()
    await settlements.getByRole("checkbox", { name: "Alle gezeigten wählen" }).click()
    await settlements.getByRole("button", { name: "Als per Post versandt vermerken" }).click()
    const asked = settlements.getByRole("alertdialog")
    await asked.getByText(`${settled.nummer} ${kunde.name}: ging schon per E-Mail hinaus`).waitFor()
    await pictures(settlements, "versand-abrechnungen-frage")
    await asked.getByRole("button", { name: "Als per Post versandt vermerken" }).click()
    await settlements.getByRole("gridcell", { name: "per Post" }).waitFor()
    expect(await api(`/abrechnungen/${second.id}`)).toMatchObject({ versand: "post" })

    const heute = await page("/heute")
    await heute.getByRole("heading", { name: /E-Mails abgelehnt oder unklar/ }).waitFor()
    await pictures(heute, "versand-heute")
    // An address that is mended at the customer is none of an e-mail that was made before.
    await api(`/kunden/${kunde.id}`, "PATCH", { email: "neu@linde.example" })
    await heute.getByRole("link", { name: kunde.name }).first().click()
    const detail = heute.locator(".panel")
    await detail.getByText("Beim Kunden steht heute neu@linde.example.").waitFor()
    await api(`/kunden/${kunde.id}`, "PATCH", { email: "krug@linde.example" })
    await detail.getByText("Ob sie ankam, weiß niemand").waitFor()
    await pictures(heute, "versand-nachricht")
    expect(await barriers(heute)).toEqual([])
    await detail.getByRole("button", { name: "Noch einmal senden …" }).click()
    await heute.getByRole("alertdialog").getByRole("button", { name: "Senden" }).click()
    await detail.getByText("Angenommen").first().waitFor()
    expect(smtp.received.map(({ to }) => to)).toEqual([
      ["chef@demo.example"],
      ["krug@linde.example"],
      ["krug@linde.example"],
    ])
    // Several of them are ticked.
    smtp.faults.atEnd = "cut"
    await api(`/kunden/${kunde.id}/kontoauszug/versand`, "POST", {})
    await api(`/kunden/${kunde.id}/saldenbestaetigung/versand`, "POST", { stichtag: "2026-01-01" })
    await until("both are unclear", async () => (await sorrows()).items.length === 2)
    const list = await page(`/nachrichten?sorgen=ja&kunde=${kunde.id}`)
    await list.getByRole("checkbox", { name: "Alle gezeigten wählen" }).click()
    const bar = list.getByRole("region", { name: "Gewählte Zeilen" })
    await bar.getByText("2 E-Mails gewählt").waitFor()
    await pictures(list, "versand-viele")
    await bar.getByRole("button", { name: "Erledigt" }).click()
    await list.getByRole("alertdialog").getByRole("button", { name: "Erledigt" }).click()
    await bar.getByText("2 von 2 E-Mails erledigt.").waitFor()
    expect((await sorrows()).items).toEqual([])
    // The server takes nothing any more: that is told where the office looks.
    smtp.faults.login = [535, "5.7.8 gesperrt"]
    await api(`/kunden/${kunde.id}/kontoauszug/versand`, "POST", { nochmals: true })
    const again = await page("/heute")
    await again.getByRole("heading", { name: /E-Mails warten auf den Mailserver/ }).waitFor()
    const settings = again.getByRole("link", { name: "Mailserver des Betreibers" })
    expect(await settings.getAttribute("href")).toEndWith("/firma?abschnitt=versand")
    await pictures(again, "versand-stoerung")
    await firma.reload()
    await section.getByText(/Der Mailserver nimmt gerade nichts an/).waitFor()
    // The one refusal that was provoked above.
    const unexpected = firma.faults.filter((fault) => !fault.includes("status of 400"))
    for (const faults of [unexpected, shown.faults, heute.faults]) expect(faults).toEqual([])
  }, 120_000)
})
