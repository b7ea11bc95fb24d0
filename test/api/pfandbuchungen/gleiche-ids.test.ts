import { afterAll, expect, test } from "bun:test"
import { type Company, createTestApp } from "../../helpers/app.ts"

/** Clients make ids: two companies may have the same ones, by chance or on purpose, for everything they have. */

const app = createTestApp()
afterAll(app.close)

const ids = Object.fromEntries(
  ["kunde", "artikel", "gebinde", "geraet", "lieferung", "abschluss", "vorgang", "storno"].map((name) => [
    name,
    Bun.randomUUIDv7(),
  ]),
) as Record<string, string>

const client = (company: Company) => ({
  post: (path: string, body: object) =>
    app.call("POST", `/api/${path}`, { token: company.admin.token, body }),
  get: async (path: string) => (await app.call("GET", `/api/${path}`, { token: company.admin.token })).body,
})

async function setUp(company: Company, pfand_cent: number) {
  const { post } = client(company)
  const ust_klasse = "warenumschliessung"
  const made = [
    await post("kunden", { id: ids["kunde"], name: "Wirt" }),
    await post("pfandartikel", {
      id: ids["artikel"],
      nummer: "A",
      bezeichnung: "A",
      art: "einzeln",
      pfand_cent,
      ust_klasse,
    }),
    await post("pfandartikel", {
      id: ids["gebinde"],
      nummer: "G",
      bezeichnung: "G",
      art: "gebinde",
      bestandteile: [{ pfandartikel_id: ids["artikel"], menge: 10 }],
      ust_klasse,
    }),
    await post("geraete", { id: ids["geraet"], geraetenummer: "K", bezeichnung: "K", pfand_cent: 5000 }),
    await post("lieferungen", {
      id: ids["lieferung"],
      kunde_id: ids["kunde"],
      datum: "2026-03-31",
      positionen: [{ pfandartikel_id: ids["gebinde"], soll_ausgabe: 1 }],
    }),
  ]
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
}

test("what one company does with an id does nothing to the other's", async () => {
  const [sommer, winter] = [await app.company("sommer"), await app.company("winter")]
  await setUp(sommer, 100)
  await setUp(winter, 7)
  const snapshot = async () =>
    Promise.all(
      [
        `kunden/${ids["kunde"]}/pfandkonto`,
        `kunden/${ids["kunde"]}/pfandbuchungen`,
        `geraete/${ids["geraet"]}`,
        `geraete/${ids["geraet"]}/bewegungen`,
        `lieferungen/${ids["lieferung"]}`,
        `pfandartikel/${ids["gebinde"]}`,
        "touren?datum=2026-03-31",
        "pfandsalden",
        "pfandpruefung",
        "protokoll",
      ].map((path) => client(winter).get(path)),
    )
  const before = await snapshot()
  const { post, get } = client(sommer)
  const day: [string, object, number][] = [
    [`lieferungen/${ids["lieferung"]}/start`, {}, 200],
    [
      `lieferungen/${ids["lieferung"]}/abschluss`,
      {
        id: ids["abschluss"],
        positionen: [
          { pfandartikel_id: ids["gebinde"], ist_ausgabe: 2 },
          { geraet_id: ids["geraet"], ist_ausgabe: 1 },
        ],
      },
      200,
    ],
    [
      "pfandbuchungen",
      {
        id: ids["vorgang"],
        kunde_id: ids["kunde"],
        positionen: [{ pfandartikel_id: ids["artikel"], art: "ruecknahme", menge: 30 }],
      },
      201,
    ],
    [`pfandbuchungen/${ids["abschluss"]}/storno`, { id: ids["storno"], grund: "Probe" }, 201],
  ]
  for (const [path, body, status] of day)
    expect([path, (await post(path, body)).status]).toEqual([path, status])
  expect(await get(`kunden/${ids["kunde"]}/pfandkonto`)).toMatchObject({ wert_cent: -3000, negativ: true })
  expect(await snapshot()).toEqual(before)
  // The other one's day is its own: the same ids are used there for the first time, at its own prices.
  for (const [path, body, status] of day.slice(0, 3))
    expect([path, (await client(winter).post(path, body)).status]).toEqual([path, status])
  expect(await client(winter).get(`kunden/${ids["kunde"]}/pfandkonto`)).toMatchObject({
    wert_cent: 20 * 7 - 30 * 7 + 5000,
    geraete: [{ beim_kunden: true }],
  })
  expect((await get(`geraete/${ids["geraet"]}`)).status).toBe("lager")
  for (const company of [sommer, winter])
    expect((await client(company).get("pfandpruefung")).in_ordnung).toBe(true)
})
