import { afterAll, beforeAll, expect, test } from "bun:test"
import { makeDemo } from "../../../src/cli/demo.ts"
import { createTestApp, type TestApp } from "../../helpers/app.ts"
import { today } from "../../helpers/day.ts"

/** One fixed end, so that both stories are told of the same days. */
const END = Date.now()

async function tell(): Promise<{ app: TestApp; get: (path: string) => Promise<any> }> {
  let past: number | undefined = END
  const app = createTestApp({ clock: () => new Date(past ?? Date.now()) })
  expect(await makeDemo(app.deps, (time) => (past = time))).toBe(true)
  // A log-in a second later would otherwise come from the future.
  past = undefined
  expect(await makeDemo(app.deps, () => expect.unreachable("it is there already"))).toBe(false)
  const body = { email: "admin@demo.example", password: "pfandwerk-demo", tenant_slug: "demo" }
  const { token } = (await app.call("POST", "/api/auth/login", { body })).body
  return { app, get: async (path) => (await app.call("GET", path, { token })).body }
}

let demo: Awaited<ReturnType<typeof tell>>
beforeAll(async () => {
  demo = await tell()
}, 120_000)
afterAll(() => demo.app.close())

test("the demo has the promised size", async () => {
  const total = async (path: string) => (await demo.get(`${path}?total=true`)).total
  expect(await total("/api/kunden")).toBe(60)
  expect(await total("/api/pfandartikel")).toBe(12)
  expect(await total("/api/geraete")).toBe(40)
  expect(await total("/api/lieferungen")).toBeGreaterThan(400)
})

test("its ledger is in order, with a negative account, a Storno, and a lost device still owed", async () => {
  expect((await demo.get("/api/pfandpruefung")).in_ordnung).toBe(true)
  const salden = (await demo.get("/api/pfandsalden?limit=200")).items
  expect(salden.some(({ negativ }: { negativ: boolean }) => negativ)).toBe(true)
  const buchungen = (await demo.get("/api/pfandbuchungen?limit=200")).items
  expect(buchungen.some(({ storno_von }: { storno_von: string | null }) => storno_von !== null)).toBe(true)
  expect((await demo.get("/api/geraete?status=verloren")).items).toHaveLength(1)
})

test("its yard was counted twice, each time wholly, its devices once", async () => {
  const { items: counts } = await demo.get("/api/inventuren")
  const { items: yard } = await demo.get("/api/lager?limit=200")
  const countedIn = async ({ id, mit_geraeten }: { id: string; mit_geraeten: number }) => {
    const { items } = await demo.get(`/api/inventuren/${id}/positionen?limit=200`)
    const articles = items.filter(({ geraet_id }: { geraet_id: string | null }) => geraet_id === null)
    return [mit_geraeten, articles.length]
  }
  expect(await Promise.all(counts.map(countedIn))).toEqual([
    [1, yard.length],
    [0, yard.length],
  ])
})

test("a driver counted the truck on the evening of the last day of deliveries, one piece short", async () => {
  const [count] = (await demo.get("/api/feierabend")).items
  const path = `/api/lieferungen?fahrer_id=${count.fahrer_id}&status=zugestellt&sort=-datum&limit=1`
  expect((await demo.get(path)).items).toMatchObject([{ datum: count.datum }])
  const off = count.positionen.filter(({ differenz }: { differenz: number }) => differenz !== 0)
  expect(off).toMatchObject([{ art: "leergut", differenz: -1 }])
})

test("its staff is there before its first customer", async () => {
  const { items: staff } = await demo.get("/api/mitarbeiter")
  const { items: kunden } = await demo.get("/api/kunden?limit=200")
  const [last, first] = [staff, kunden].map((all: { erstellt_am: string }[]) =>
    all.map(({ erstellt_am }) => erstellt_am).toSorted(),
  ) as [string[], string[]]
  expect([staff.length, last.at(-1)! <= first[0]!]).toEqual([4, true])
})

test("there are pictures to look at, and tours to drive today", async () => {
  const { items } = await demo.get("/api/kunden?sort=kundennummer&limit=1")
  const bilder = await demo.get(`/api/kunden/${items[0].id}/bilder`)
  const picture = await demo.app.call("GET", bilder.items[0].url)
  expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/webp"])
  const { touren } = await demo.get(`/api/touren?datum=${today()}`)
  expect(touren).toHaveLength(2)
})

test("the story is the same each time", async () => {
  const again = await tell()
  const balances = async ({ get }: typeof demo) =>
    (await get("/api/pfandsalden?limit=200")).items
      .map(({ name, wert_cent }: { name: string; wert_cent: number }) => `${name} ${wert_cent}`)
      .toSorted()
  expect(await balances(again)).toEqual(await balances(demo))
  again.app.close()
}, 120_000)
