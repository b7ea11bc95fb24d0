import { beforeAll, expect, setDefaultTimeout, test } from "bun:test"
import { cpSync } from "node:fs"
import { until } from "../helpers/eventually.ts"
import { type Running, start } from "../helpers/executable.ts"
import { temporaryDir } from "../helpers/temporary.ts"
import { expectSound, found, logIn, send, type Yard } from "./work.ts"

/** A month's run of many customers, in the middle of which everything is killed. */

setDefaultTimeout(240_000)

const KUNDEN = 60
/** The moment is short. */
const OFTEN = { every: 5 }
const berlin = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin" })

/** Customers who are settled by the month, each with something to settle. */
async function fill(service: Running, { token, artikel }: Yard): Promise<void> {
  const form = new FormData()
  const rows = Array.from({ length: KUNDEN }, (_, i) => `Gasthaus ${i};monatlich`)
  form.append("datei", new File([["Name;Abrechnung", ...rows].join("\n")], "kunden.csv"))
  form.append("ausfuehren", "ja")
  expect((await send(service, token, "/api/kunden/import", form)).body.angelegt).toBe(KUNDEN)
  const { items } = (await send(service, token, "/api/kunden?q=Gasthaus&limit=200")).body
  for (const { id: kunde_id } of items) {
    const positionen = [{ pfandartikel_id: artikel, art: "ausgabe", menge: 1 }]
    await send(service, token, "/api/pfandbuchungen", { kunde_id, positionen })
  }
}

/** With the company and its customers, as each of the tests begins. */
const template = temporaryDir()
let yard: Yard
beforeAll(async () => {
  const service = await start({ dataDir: template })
  yard = await found(service)
  await fill(service, yard)
  expect(await service.stop()).toBe(0)
})

type Progress = { status: string; erledigt: number; gesamt: number; fehler: number }

async function expectSettledOnce(service: Running, token: string, auftrag: string): Promise<void> {
  const isOver = async (): Promise<Progress | false> => {
    const stand: Progress = (await send(service, token, `/api/auftraege/${auftrag}`)).body
    return stand.status !== "wartet" && stand.status !== "laeuft" && stand
  }
  const stand = await until("the month's run is over", isOver, { within: 90_000 })
  expect(stand).toMatchObject({ status: "fertig", gesamt: KUNDEN, erledigt: KUNDEN, fehler: 0 })
  const { items } = (await send(service, token, "/api/abrechnungen?limit=200&sort=datum")).body
  expect(new Set(items.map(({ kunde_id }: any) => kunde_id)).size).toBe(KUNDEN)
  expect(
    items.map(({ nummer }: any) => Number(nummer.slice(-5))).toSorted((a: number, b: number) => a - b),
  ).toEqual(items.map((_: unknown, index: number) => index + 1))
  const belege = (await send(service, token, "/api/belege?art=abrechnung&limit=200")).body.items
  expect(belege.map((one: any) => one.bezug_id).toSorted()).toEqual(
    items.map((one: any) => one.id).toSorted(),
  )
  const proof = (await send(service, token, "/api/pfandpruefung")).body
  expect(proof).toMatchObject({ in_ordnung: true, buchungen: KUNDEN })
}

/** Moments of the power cut: some are settled, all are settled, some are printed. */
const moments = {
  "while it settles": ({ erledigt }: Progress) => erledigt > 0,
  "while it prints": ({ erledigt }: Progress, printed: number) => erledigt === KUNDEN && printed > 3,
}

type Run = { service: Running; dataDir: string; id: string }

/** @returns a month's run at its moment; false when it was over before anybody looked */
async function caught(isMoment: (now: Progress, printed: number) => boolean): Promise<Run | false> {
  const dataDir = temporaryDir()
  cpSync(template, dataDir, { recursive: true, preserveTimestamps: true })
  const service = await start({ dataDir })
  const ask = async (path: string) => (await send(service, yard.token, path)).body
  const order = { art: "abrechnungslauf", bis: berlin.format(new Date()) }
  const { status, body } = await send(service, yard.token, "/api/auftraege", order)
  expect(status).toBe(201)
  const look = async (): Promise<Run | "over" | false> => {
    const now: Progress = await ask(`/api/auftraege/${body.id}`)
    if (now.status === "fertig") return "over"
    const { items } = await ask("/api/belege?art=abrechnung&limit=200")
    return isMoment(now, items.length) && { service, dataDir, id: body.id }
  }
  const run = await until("the moment has come", look, OFTEN)
  if (run !== "over") return run
  await service.stop()
  return false
}

for (const [name, isMoment] of Object.entries(moments))
  test.each(["SIGKILL", "SIGTERM"] as const)(
    `the service gets %s ${name}: nobody is settled twice, nobody forgotten`,
    async (signal) => {
      const run = await until("a run is caught at its moment", () => caught(isMoment), { within: 60_000 })
      const { dataDir, id } = run
      await run.service.stop(signal)
      const service = await start({ dataDir })
      await expectSettledOnce(service, await logIn(service), id)
      expect(await service.stop()).toBe(0)
      await expectSound(dataDir)
    },
  )
