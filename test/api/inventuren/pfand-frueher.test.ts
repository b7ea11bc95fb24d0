import { expect, test } from "bun:test"
import { mitarbeiter } from "../../../src/db/schema.ts"
import { createTestApp } from "../../helpers/app.ts"
import { ARTIKEL, FIRMA, frueher, PERSON, uuid } from "../../helpers/frueher.ts"

/** A database of a version which did not keep the deposits of before: its log did. */

test("what was missing before the deposit was changed is worth what the log says that it was", async () => {
  const { dir, db } = frueher(50)
  const at = (day: number) => `'2026-03-0${day}T10:00:00.000Z'`
  db.run(`
    INSERT INTO inventuren (tenant_id, id, bezeichnung, mit_geraeten, status, eroeffnet_von, beendet_am, erstellt_am, aktualisiert_am)
      VALUES ('${FIRMA}', '${uuid(5)}', 'März', 0, 'abgeschlossen', '${PERSON}', ${at(1)}, ${at(1)}, ${at(1)});
    INSERT INTO inventurpositionen (tenant_id, id, inventur_id, position, pfandartikel_id, nummer, bezeichnung, gezaehlt,
      erwartet, erstellt_am, aktualisiert_am)
      VALUES ('${FIRMA}', '${uuid(6)}', '${uuid(5)}', 1, '${ARTIKEL}', 'A', 'A', 7, 10, ${at(1)}, ${at(1)});
    INSERT INTO protokoll (tenant_id, id, mitarbeiter_name, aktion, tabelle, datensatz_id, aenderungen, erstellt_am, aktualisiert_am)
      VALUES ('${FIRMA}', '${uuid(7)}', 'M', 'pfandartikel.geaendert', 'pfandartikel', '${ARTIKEL}', '{"pfand_cent":[80,100]}', ${at(2)}, ${at(2)});`)
  db.close()
  const app = createTestApp({ dir })
  try {
    const token = await app.deps.tokens.sign(app.deps.system.tenant(FIRMA).get(mitarbeiter, PERSON))
    const { body } = await app.call("GET", "/api/schwund?jahr=2026", { token })
    expect(body.items).toMatchObject([{ fehlt: 3, fehlt_cent: 240 }])
  } finally {
    app.close()
  }
})
