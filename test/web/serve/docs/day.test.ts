import { afterAll, expect, test } from "bun:test"
import createClient from "openapi-fetch"
import { createApp } from "../../../../src/app.ts"
import { createTestApp, PASSWORD } from "../../../helpers/app.ts"
import type { paths } from "../../../../src/web/browser/ui/api/paths.gen.d.ts"

/** A whole day with nothing but a client that was made from the description; its types are checked as well. */

const app = createTestApp()
afterAll(app.close)
const front = createApp(app.deps)

async function client(email: string) {
  const options = {
    baseUrl: "http://localhost/",
    fetch: async (request: Request) => {
      request.headers.set("host", "localhost")
      return front(request)
    },
  }
  const anonymous = createClient<paths>(options)
  const { data } = await anonymous.POST("/api/auth/login", { body: { email, password: PASSWORD } })
  if (!data) throw new Error("no log-in")
  const headers = { authorization: `Bearer ${data.token}` }
  return { id: data.user.id, ...createClient<paths>({ ...options, headers }) }
}

/** @returns what was answered, or fails the test with the error that came instead */
function ok<T>({ data, error }: { data?: T; error?: unknown }): T {
  if (data === undefined) throw new Error(JSON.stringify(error))
  return data
}

test("plan, deliver, take back, correct, look up", async () => {
  const firma = await app.company("tag")
  const [chefin, buero, fahrer] = [
    await client(firma.admin.email),
    await client(firma.user.email),
    await client(firma.fahrer.email),
  ]

  const kiste = ok(
    await chefin.POST("/api/pfandartikel", {
      body: {
        nummer: "K",
        bezeichnung: "Kiste",
        art: "einzeln",
        pfand_cent: 150,
        ust_klasse: "warenumschliessung",
      },
    }),
  )
  const kuehler = ok(
    await buero.POST("/api/geraete", {
      body: { geraetenummer: "G-1", bezeichnung: "Kühler", pfand_cent: 5000 },
    }),
  )
  const kunde = ok(
    await buero.POST("/api/kunden", { body: { name: "Gasthaus Müller", lieferzeit_bis: "11:00" } }),
  )
  expect(ok(await fahrer.GET("/api/kunden", { params: { query: { q: "mueller" } } })).items).toEqual([kunde])

  const datum = "2026-03-31"
  const plan = ok(
    await buero.POST("/api/lieferungen", {
      body: {
        kunde_id: kunde.id,
        fahrer_id: fahrer.id,
        datum,
        positionen: [
          { pfandartikel_id: kiste.id, soll_ausgabe: 2 },
          { geraet_id: kuehler.id, soll_ausgabe: 1 },
        ],
      },
    }),
  )
  const tag = ok(await fahrer.GET("/api/touren", { params: { query: { datum } } }))
  expect(tag.touren[0]?.stopps[0]).toMatchObject({ lieferung_id: plan.id, kunde_name: "Gasthaus Müller" })

  const path = { id: plan.id }
  ok(await fahrer.POST("/api/lieferungen/{id}/start", { params: { path }, body: {} }))
  const delivered = {
    id: Bun.randomUUIDv7(),
    positionen: [
      { pfandartikel_id: kiste.id, ist_ausgabe: 2, ist_ruecknahme: 3 },
      { geraet_id: kuehler.id, ist_ausgabe: 1 },
    ],
  }
  const once = ok(await fahrer.POST("/api/lieferungen/{id}/abschluss", { params: { path }, body: delivered }))
  const again = ok(
    await fahrer.POST("/api/lieferungen/{id}/abschluss", { params: { path }, body: delivered }),
  )
  expect(again).toEqual(once)

  const refused = await buero.POST("/api/pfandbuchungen", {
    body: {
      kunde_id: kunde.id,
      grund: "x",
      positionen: [{ pfandartikel_id: kiste.id, art: "korrektur_plus", menge: 1 }],
    },
  })
  expect([refused.response.status, refused.error]).toMatchObject([403, { error: expect.any(String) }])
  const corrected = ok(
    await chefin.POST("/api/pfandbuchungen", {
      body: {
        kunde_id: kunde.id,
        grund: "verzählt: es kamen nur zwei zurück",
        positionen: [{ pfandartikel_id: kiste.id, art: "korrektur_plus", menge: 1 }],
      },
    }),
  )
  expect(corrected.pfandkonto).toMatchObject({ wert_cent: 5000, negativ: false, artikel: [] })
  const konto = ok(await fahrer.GET("/api/kunden/{id}/pfandkonto", { params: { path: { id: kunde.id } } }))
  expect(konto.geraete[0]?.geraetenummer).toBe("G-1")
  expect(ok(await chefin.GET("/api/pfandpruefung")).in_ordnung).toBe(true)
  const log = ok(await chefin.GET("/api/protokoll", { params: { query: { datensatz_id: plan.id } } }))
  expect(log.items.map(({ aktion }) => aktion)).toEqual([
    "lieferungen.zugestellt",
    "lieferungen.gestartet",
    "lieferungen.geplant",
  ])
})
