import { afterAll, beforeAll, expect, test } from "bun:test"
import { unzipSync } from "fflate"
import { readDatev } from "./helpers/datev.ts"
import { lastDayBefore, today } from "./helpers/day.ts"
import { demoDir } from "./helpers/demo.ts"
import { until } from "./helpers/eventually.ts"
import { run, type Running, start } from "./helpers/executable.ts"
import { pdfInfo, pdfPages } from "./helpers/pdf.ts"
import { recompute, rowsOf } from "./helpers/pruefer.ts"

/** The demo company's last month, in one go: seen before, settled, printed, confirmed, exported and proven. */

const env = { JWT_SECRET: "x".repeat(32) }
let service: Running
let token: string
beforeAll(async () => {
  service = await start({ command: "demo", env, dataDir: await demoDir() })
  const login = await call("POST", "/auth/login", { email: "admin@demo.example", password: "pfandwerk-demo" })
  token = login.token
}, 120_000)
afterAll(() => service?.stop())

const ask = (path: string, method = "GET", body?: unknown) =>
  fetch(`${service.url}/api${path}`, {
    method,
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
async function call(method: string, path: string, body?: unknown): Promise<any> {
  const reply = await ask(path, method, body)
  const answer: any = await reply.json()
  if (!reply.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
  return answer
}
const bytes = async (path: string): Promise<Uint8Array> => {
  const reply = await ask(path)
  expect([path, reply.status]).toEqual([path, 200])
  return reply.bytes()
}
async function all(path: string): Promise<any[]> {
  const items: any[] = []
  for (let cursor: string | null = ""; cursor !== null;) {
    const page: any = await call("GET", `${path}limit=200${cursor && `&cursor=${cursor}`}`)
    items.push(...page.items)
    cursor = page.next_cursor
  }
  return items
}
/** Orders work for many and waits until it is done. */
async function job(body: object): Promise<any> {
  const { id } = await call("POST", "/auftraege", body)
  const auftrag = await until(
    "the job is over",
    async () => {
      const now = await call("GET", `/auftraege/${id}`)
      return (now.status === "fertig" || now.status === "gescheitert") && now
    },
    { within: 90_000 },
  )
  if (auftrag.status === "gescheitert") throw new Error(auftrag.meldung)
  return auftrag
}

const sum = (rows: any[], of: (row: any) => number): number => rows.reduce((cents, row) => cents + of(row), 0)
const bis = lastDayBefore()
const von = `${bis.slice(0, 7)}-01`

test("a month is settled, printed, confirmed and exported, and the auditor's export proves it", async () => {
  // Seen before, then settled for all: what was foretold is what came.
  const preview = await all(`/abrechnungen/lauf?bis=${bis}&`)
  expect(preview.length).toBeGreaterThan(5)
  expect(preview.filter(({ hindernis }) => hindernis !== null)).toEqual([])
  const lauf = await job({ art: "abrechnungslauf", von, bis })
  expect(lauf).toMatchObject({ gesamt: preview.length, erledigt: preview.length, uebergangen: 0, fehler: 0 })
  const made = (await all("/abrechnungen?")).filter((one) => one.von === von && one.bis === bis)
  const foretold = new Map(preview.map(({ kunde_id, brutto_cent }) => [kunde_id, brutto_cent]))
  expect(new Map(made.map((one) => [one.kunde_id, one.brutto_cent]))).toEqual(foretold)
  expect(await all(`/abrechnungen/lauf?bis=${bis}&`)).toEqual([])

  // Printed: every one for itself, and all of them behind each other, from the same bytes.
  const zip = unzipSync(await bytes(`/auftraege/${lauf.id}/belege.zip`))
  expect(Object.keys(zip).filter((name) => name.endsWith(".pdf")).length).toBe(made.length)
  const [one] = made
  const kept = zip[`Rechnung über Pfand ${one.nummer}.pdf`]!
  expect(Buffer.compare(kept, await bytes(`/abrechnungen/${one.id}/abrechnung.pdf`))).toBe(0)
  const druck = await bytes(`/auftraege/${lauf.id}/druck.pdf`)
  expect(pdfInfo(kept)).toMatchObject({ title: `Rechnung über Pfand ${one.nummer}`, isTagged: true })
  const pages = pdfPages(druck)
  expect(pages.filter((page) => page.includes("Seite 1 von")).length).toBe(made.length)
  for (const page of pdfPages(kept)) expect(pages).toContain(page)

  // Confirmed: by all who held anything, and what they said is noted, listed and dated.
  const bestaetigungen = await job({ art: "saldenbestaetigungen", bis, mit_bestand: true })
  const papers = await all(`/belege?auftrag_id=${bestaetigungen.id}&`)
  expect(papers.length).toBe(bestaetigungen.erledigt - bestaetigungen.uebergangen)
  for (const [index, { id }] of papers.entries()) {
    const said =
      index % 5 === 0 ? { antwort: "bestritten", bemerkung: "Ein Kasten weniger" } : { antwort: "bestaetigt" }
    const noted = await call("POST", `/belege/${id}/antwort`, said)
    expect([noted.antwort, noted.antwort_bemerkung]).toEqual([said.antwort, said.bemerkung ?? null])
  }
  const contested = await all("/belege?antwort=bestritten&")
  expect(contested.length).toBe(Math.ceil(papers.length / 5))

  // Exported: first what stands in the way, then one file whose sum is the settlements'.
  const monat = today().slice(0, 7)
  await call("PATCH", "/datev/einstellungen", { berater: 1001, mandant: 7 })
  const blocked = await call("GET", `/datev/pruefung?monat=${monat}`)
  let debitor = 69_000
  const customers = new Map(
    (await all(`/abrechnungen?von=${monat}-01&`)).map((entry) => [entry.id, entry.kunde_id]),
  )
  const without = new Set(blocked.hindernisse.map(({ abrechnung_id }: any) => customers.get(abrechnung_id)))
  for (const kunde_id of without) await call("PATCH", `/kunden/${kunde_id}`, { debitor_nr: debitor++ })
  expect((await call("GET", `/datev/pruefung?monat=${monat}`)).hindernisse).toEqual([])
  const { id: export_id } = await call("POST", "/datev/exporte", { monat })
  const issued = await all(`/abrechnungen?von=${monat}-01&`)
  const brutto = sum(issued, (entry) => entry.brutto_cent)
  const { rows } = readDatev(await bytes(`/belege/${export_id}/datei`))
  const cent = (value: string | undefined) => Number(value?.replace(/[.,]/g, ""))
  expect(sum(rows, (row) => cent(row[1]) * (row[2] === '"S"' ? 1 : -1))).toBe(brutto)
  const journal = rowsOf(await bytes(`/datev/journal.csv?monat=${monat}`))
  expect(sum(journal, (row) => cent(row.Brutto))).toBe(brutto)

  // Proven, from the archive alone.
  const files = unzipSync(await bytes("/pruefexport?von=2000-01-01"))
  const buchungen = rowsOf(files["buchungen.csv"])
  const pruefung = await call("GET", "/pfandpruefung")
  expect(pruefung).toMatchObject({ in_ordnung: true, fehler: [], buchungen: buchungen.length })
  expect(recompute(buchungen)).toBeUndefined()
  expect(buchungen.at(-1)!["hash"]).toBe(pruefung.letzter_hash)
  const wert = new Map(buchungen.map((row) => [row["id"], Number(row["summe_cent"])]))
  const counting = rowsOf(files["abrechnungsbuchungen.csv"]).filter((row) => row["gilt"] === "1")
  expect(new Set(counting.map((row) => row["buchung_id"])).size).toBe(counting.length)
  expect(sum(counting, (row) => wert.get(row.buchung_id)!)).toBe(
    sum(rowsOf(files["abrechnungen.csv"]), (row) => cent(row.summe)),
  )
  const check = await run(["check"], { dataDir: service.dataDir, env })
  expect(check.stdout).toContain("alle Salden und Abrechnungen stimmen")
}, 240_000)
