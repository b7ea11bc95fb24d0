import { afterAll, afterEach, beforeAll, expect, setSystemTime, test } from "bun:test"
import { createTestApp } from "../../helpers/app.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"

/** The filters of the lists that a company looks through: ledger, deliveries, devices, log. */

const app = createTestApp()
afterAll(app.close)
afterEach(() => {
  setSystemTime()
})
let hof: Yard
let chef: { id: string; token: string }
const call = (method: string, path: string, body?: object, token = chef.token) =>
  app.call(method, `/api/${path}`, { token, ...(body && { body }) })
const items = async (path: string): Promise<any[]> => {
  const { status, body } = await call("GET", path)
  expect([path, status]).toEqual([path, 200])
  return body.items
}

beforeAll(async () => {
  const booked: [string, string, number][] = [
    // In Berlin, this is the first of February.
    ["2026-01-31T23:30:00Z", "ausgabe", 5],
    ["2026-02-01T12:00:00Z", "ruecknahme", 2],
    ["2026-02-03T12:00:00Z", "korrektur_plus", 1],
    ["2026-02-03T22:59:00Z", "ausgabe", 7],
  ]
  setSystemTime(new Date("2026-01-31T20:00:00Z"))
  hof = await yard(app, "sommer")
  for (const [i, [time, art, menge]] of booked.entries()) {
    setSystemTime(new Date(time))
    chef = await app.account(hof.id, "admin")
    const positionen = [{ pfandartikel_id: i === 1 ? hof.fass : hof.leer, art, menge }]
    const body = { kunde_id: hof.kunden[0], grund: "x", positionen }
    expect((await call("POST", "pfandbuchungen", body)).status).toBe(201)
  }
  await call("PATCH", `kunden/${hof.kunden[0]}`, { notiz: "neu" })
  for (const datum of ["2026-02-01", "2026-02-02", "2026-02-03"])
    await call("POST", "lieferungen", { kunde_id: hof.kunden[0], datum, positionen: [] })
  await call("PATCH", `geraete/${hof.geraete[0]}`, { typ: "Kühler" })
  setSystemTime()
  chef = await app.account(hof.id, "admin")
})

const numbers = async (filter: string): Promise<number[]> =>
  (await items(`pfandbuchungen?${filter}`)).map(({ lfd_nr }) => lfd_nr)

test("bookings of a period are those of the company's days", async () => {
  expect(await numbers("von=2026-02-01&bis=2026-02-01")).toEqual([2, 1])
  expect(await numbers("bis=2026-01-31")).toEqual([])
  expect(await numbers("von=2026-02-02")).toEqual([4, 3])
  expect(await numbers("von=2026-02-03&bis=2026-02-03&sort=lfd_nr")).toEqual([3, 4])
  expect(await numbers("von=2026-02-04")).toEqual([])
  expect(await numbers("von=2026-02-03&bis=2026-02-01")).toEqual([])
})

test("bookings are found by kind, article and person, and by all of it at once", async () => {
  expect(await numbers("art=ausgabe")).toEqual([4, 1])
  expect(await numbers("art=korrektur_plus")).toEqual([3])
  expect(await numbers(`pfandartikel_id=${hof.fass}`)).toEqual([2])
  const [, , third] = (await items("pfandbuchungen?sort=lfd_nr")) as { gebucht_von: string }[]
  expect(await numbers(`gebucht_von=${third?.gebucht_von}`)).toEqual([3])
  const everything = `kunde_id=${hof.kunden[0]}&pfandartikel_id=${hof.leer}&art=ausgabe&von=2026-02-02&bis=2026-02-28`
  expect(await numbers(everything)).toEqual([4])
  const { body } = await call("GET", "pfandbuchungen?art=ausgabe&von=2026-02-01&limit=1&total=true")
  expect([body.items.length, body.total]).toEqual([1, 2])
  expect(await numbers(`art=ausgabe&von=2026-02-01&limit=1&cursor=${body.next_cursor}`)).toEqual([1])
})

test("deliveries of a period, also with a status and a customer", async () => {
  const tage = async (filter: string) => (await items(`lieferungen?${filter}`)).map(({ datum }) => datum)
  expect(await tage("von=2026-02-02")).toEqual(["2026-02-02", "2026-02-03"])
  expect(await tage("bis=2026-02-02&sort=-datum")).toEqual(["2026-02-02", "2026-02-01"])
  expect(await tage(`von=2026-02-02&bis=2026-02-02&status=geplant&kunde_id=${hof.kunden[0]}`)).toEqual([
    "2026-02-02",
  ])
  expect(await tage("von=2026-02-02&status=zugestellt")).toEqual([])
})

test("deliveries without a driver, also of a day", async () => {
  const fahrer_id = hof.fahrer.id
  const plan = { kunde_id: hof.kunden[0], datum: "2026-02-02", positionen: [] }
  const { body } = await call("POST", "lieferungen", { ...plan, fahrer_id })
  const ids = async (filter: string) => (await items(`lieferungen?${filter}`)).map(({ id }) => id)
  expect(await ids(`fahrer_id=${fahrer_id}`)).toEqual([body.id])
  expect(await ids("ohne_fahrer=1")).toHaveLength(3)
  expect(await ids("ohne_fahrer=1&von=2026-02-02&sort=-datum")).toHaveLength(2)
  expect(await ids("ohne_fahrer=1")).not.toContain(body.id)
  expect((await call("GET", "lieferungen?ohne_fahrer=0")).body.errors).toMatchObject([
    { path: "ohne_fahrer" },
  ])
})

test("devices of a type, also with a status", async () => {
  const nummer = async (filter: string) => (await items(`geraete?${filter}`)).map((g) => g.geraetenummer)
  expect(await nummer("typ=K%C3%BChler")).toEqual(["G-1"])
  expect(await nummer("typ=K%C3%BChler&status=wartung")).toEqual([])
  expect(await nummer("status=lager")).toEqual(["G-1", "G-2"])
})

test("the log of a period, of one record and of one person", async () => {
  const actions = async (filter: string) => (await items(`protokoll?${filter}`)).map(({ aktion }) => aktion)
  expect(await actions("von=2026-02-02&tabelle=kunden")).toEqual(["kunden.geaendert"])
  expect(await actions(`tabelle=kunden&datensatz_id=${hof.kunden[0]}`)).toEqual([
    "kunden.geaendert",
    "kunden.angelegt",
  ])
  expect(await actions("bis=2026-01-30")).toEqual([])
  expect(await actions("bis=2026-01-31&tabelle=kunden")).toEqual(["kunden.angelegt", "kunden.angelegt"])
  const [{ mitarbeiter_id }] = await items(`protokoll?tabelle=kunden&von=2026-02-02`)
  expect((await actions(`mitarbeiter_id=${mitarbeiter_id}&von=2026-02-03&bis=2026-02-03`)).length).toBe(5)
})

/** Last: it fills the ledger. */
test("what a person booked of an article is found, however many bookings of others lie between", async () => {
  const person = await app.account(hof.id, "admin")
  const book = async (token: string, quantities: number[]): Promise<void> => {
    const positionen = quantities.map((menge) => ({ pfandartikel_id: hof.leer, art: "ausgabe", menge }))
    const { status } = await call("POST", "pfandbuchungen", { kunde_id: hof.kunden[0], positionen }, token)
    expect(status).toBe(201)
  }
  await book(person.token, [11])
  // More than are looked through at first.
  for (let i = 0; i < 12; i++) await book(chef.token, Array<number>(200).fill(1))
  await book(person.token, [12])

  const filter = `pfandartikel_id=${hof.leer}&gebucht_von=${person.id}`
  /** The pieces of all pages: a page may end early when looking took its time, with a cursor to go on. */
  const quantities = async (query: string): Promise<number[]> => {
    const found: number[] = []
    for (let cursor: string | null = ""; cursor !== null;) {
      const path = `pfandbuchungen?${filter}&limit=1&${query}${cursor && `&cursor=${cursor}`}`
      const { body }: { body: any } = await call("GET", path)
      found.push(...body.items.map(({ menge }: { menge: number }) => menge))
      cursor = body.next_cursor as string | null
    }
    return found
  }
  expect(await quantities("sort=-lfd_nr")).toEqual([12, 11])
  expect(await quantities("sort=lfd_nr")).toEqual([11, 12])
  expect(await quantities("art=ausgabe")).toEqual([12, 11])
  expect(await quantities("art=ruecknahme")).toEqual([])
  const { body } = await call("GET", `pfandbuchungen?${filter}&total=true&limit=1`)
  expect(body.total).toBe(2)
}, 120_000)
