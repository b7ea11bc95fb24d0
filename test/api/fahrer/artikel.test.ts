import { afterAll, expect, test } from "bun:test"
import { pfandartikel } from "../../../src/db/schema.ts"
import { createTestApp } from "../../helpers/app.ts"
import { today } from "../../helpers/day.ts"
import { yard } from "../../helpers/pfand.ts"

const app = createTestApp()
afterAll(app.close)

test("of a long price list, a driver's day has what is named at the stops, and active articles before others", async () => {
  const hof = await yard(app, "preisliste")
  const body = {
    kunde_id: hof.kunden[0],
    fahrer_id: hof.fahrer.id,
    datum: today(),
    positionen: [{ pfandartikel_id: hof.kasten, soll_ausgabe: 2 }],
  }
  await app.call("POST", "/api/lieferungen", { token: hof.user.token, body })
  // Nothing of it is planned, and the customer has it.
  const held = {
    kunde_id: hof.kunden[0],
    positionen: [{ pfandartikel_id: hof.leer, art: "ausgabe", menge: 1 }],
  }
  await app.call("POST", "/api/pfandbuchungen", { token: hof.user.token, body: held })
  const fetched = async () => (await app.call("GET", "/api/fahrer/tag", { token: hof.fahrer.token })).body
  const before = await fetched()
  await app.deps.system.write(() => {
    const tenant = app.deps.system.tenant(hof.id)
    for (let i = 0; i < 1002; i++)
      tenant.insert(pfandartikel, {
        nummer: `0${1000 + i}`,
        bezeichnung: "Aus der Preisliste",
        art: "einzeln",
        ust_klasse: "warenumschliessung",
        pfand_cent: 25,
        aktiv: i === 0 ? 0 : 1,
      })
  })
  const { artikel, nicht_alle_artikel } = await fetched()
  expect([before.nicht_alle_artikel, nicht_alle_artikel]).toEqual([false, true])
  expect(artikel).toHaveLength(1002)
  expect(artikel.map(({ id }: { id: string }) => id)).toContain(hof.leer)
  expect([artikel[0].nummer, artikel.at(-2).nummer]).toEqual(["01001", "BIER"])
  expect(artikel.at(-2).teile).toHaveLength(2)
})
