import { afterAll, expect, setSystemTime, test } from "bun:test"
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { eraseExpired } from "../../../src/api/belege/frist.ts"
import { keepBeleg } from "../../../src/api/belege/ablage.ts"
import { tidyDaily } from "../../../src/ops/upkeep.ts"
import { createTestApp } from "../../helpers/app.ts"
import { until } from "../../helpers/eventually.ts"
import { yard } from "../../helpers/pfand.ts"
import { travel } from "../../helpers/zeit.ts"

/** Records that the law keeps of an erased person go in the night when their time is over, also from the file's bytes. */

const app = createTestApp()
afterAll(() => {
  setSystemTime()
  app.close()
})

const filesWith = (word: string): string[] =>
  readdirSync(app.dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(word))

/** One part of every night fails: it keeps no other from its turn. */
const config = Object.defineProperty({ ...app.deps.config }, "backupDir", {
  get: () => {
    throw new Error("the folder of the backups is gone")
  },
})
const deps = { ...app.deps, config }

/** One turn of what the service does every night, at that moment. */
async function night(moment: string, after: () => Promise<void>): Promise<void> {
  setSystemTime(new Date(moment))
  const end = tidyDaily(deps, 20)
  try {
    await until(`the night of ${moment} is over`, after)
  } finally {
    end()
  }
}

const seen = (day: string) => async () =>
  expect(
    new Date(JSON.parse(readFileSync(join(app.dir, "clock.json"), "utf8")).trusted).toISOString(),
  ).toStartWith(day)

test("documents and recipients of an erased person end after their last day, in the file and its log", async () => {
  const hof = await yard(app, "hof")
  await travel(app, hof, "2016-03-15T10:00:00.000Z")
  const call = async (method: string, path: string, body?: object) =>
    (await app.call(method, `/api/${path}`, { token: hof.admin.token, ...(body && { body }) })).body
  const who = { name: "Maronenwirt", strasse: "Maronengasse 1", plz: "12345", ort: "Maronenstadt" }
  const { id: kunde_id } = await call("POST", "kunden", { ...who, abrechnung: "monatlich" })
  const positionen = [{ pfandartikel_id: hof.leer, art: "ausgabe", menge: 2 }]
  await call("POST", "pfandbuchungen", { kunde_id, positionen })
  const { nummer } = await call("POST", "abrechnungen", { kunde_id, bis: "2016-03-15" })
  expect(nummer).toBe("ABR-2016-00001")
  const tenant = app.deps.system.tenant(hof.id)
  const letter = {
    art: "kontoauszug",
    titel: "x",
    dateiname: "x.pdf",
    typ: "application/pdf",
    kunde_id,
  } as const
  const keep = () =>
    keepBeleg(
      tenant,
      { id: hof.admin.id, name: "a" },
      { ...letter, daten: Buffer.from("Kastanienbrief") },
      1e9,
    )
  await app.deps.system.write(keep)
  const { aufbewahrt } = await call("POST", `kunden/${kunde_id}/loeschung`)
  const fristen = aufbewahrt.map(({ was, bis }: { was: string; bis: string }) => [was, bis])
  expect(fristen.slice(1)).toEqual([
    ["Kontoauszüge", "2022-12-31"],
    ["Empfänger von Abrechnungen", "2024-12-31"],
  ])

  const output = join(app.deps.config.uploadsDir, ".ausgaben", hof.id, "x.zip")
  mkdirSync(dirname(output), { recursive: true })
  writeFileSync(output, "")
  const erased = (day: string) => app.deps.system.write(() => eraseExpired(tenant, day))
  expect([await erased("2022-12-30"), await erased("2022-12-31")]).toEqual([0, 0])

  // On its last day a letter is still there; a night later it is gone, and the settlement's recipient two years later.
  await night("2022-12-31T22:00:00.000Z", seen("2022-12-31"))
  expect(filesWith("Kastanienbrief")).not.toEqual([])
  await night("2023-01-01T02:00:00.000Z", async () => expect(filesWith("Kastanienbrief")).toEqual([]))
  expect(filesWith("Maronengasse")).not.toEqual([])
  for (let day = Date.UTC(2023, 0, 3); day < Date.UTC(2025, 0, 1); day += 3 * 86_400_000) {
    const moment = new Date(day).toISOString()
    await night(moment, seen(moment.slice(0, 10)))
  }
  await night("2024-12-31T22:00:00.000Z", seen("2024-12-31"))
  expect(filesWith("Maronengasse")).not.toEqual([])
  await night("2025-01-01T02:00:00.000Z", async () => expect(filesWith("Maronen")).toEqual([]))
  await travel(app, hof, "2025-01-02T10:00:00.000Z")
  expect((await call("GET", "pfandpruefung")).in_ordnung).toBe(true)
  // Events of years ago are gone, but for the last one, whose number the next one follows; so is a job's file.
  expect((await call("GET", "ereignisse?nach=0")).items).toHaveLength(1)
  expect(existsSync(output)).toBe(false)
  // That there was a letter, and why there is none, is known still.
  const [gone] = (await call("GET", "protokoll?tabelle=belege")).items
  expect(gone).toMatchObject({ aktion: "belege.geloescht", mitarbeiter_name: "Aufbewahrungsfrist" })
}, 120_000)
