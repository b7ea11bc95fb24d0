import { afterAll, expect, test } from "bun:test"
import { createTestApp } from "../../helpers/app.ts"
import { yard } from "../../helpers/pfand.ts"

/** Of a Vorgang of some hundred bookings nobody ever sees a part. */

const app = createTestApp()
afterAll(app.close)

/** Of a crate with an empty and 20 bottles: two bookings each. */
const LINES = 200
const PIECES = 21

test("who reads meanwhile sees all of a long Vorgang or nothing, and its Storno the same", async () => {
  const hof = await yard(app, "firma")
  const { token } = hof.admin
  const kunde_id = hof.kunden[0] ?? ""
  const posten = { pfandartikel_id: hof.kasten, art: "ausgabe", menge: 1 }
  const konto = async (): Promise<number> => {
    const { body } = await app.call("GET", `/api/kunden/${kunde_id}/pfandkonto`, { token })
    return body.artikel.reduce((sum: number, { bestand }: { bestand: number }) => sum + bestand, 0)
  }
  const book = (path: string, body: object) => app.call("POST", path, { token, body })
  const readDuring = async (work: ReturnType<typeof book>): Promise<{ status: number; seen: number[] }> => {
    const seen: number[] = []
    const pending = Symbol()
    for (;;) {
      const done = await Promise.race([work, new Promise((resolve) => setImmediate(resolve, pending))])
      if (done !== pending) return { status: (await work).status, seen }
      seen.push(await konto())
    }
  }

  const vorgang_id = Bun.randomUUIDv7()
  const positionen = Array.from({ length: LINES }, () => posten)
  const booked = await readDuring(book("/api/pfandbuchungen", { id: vorgang_id, kunde_id, positionen }))
  expect(booked.status).toBe(201)
  expect(booked.seen.filter((bestand) => bestand !== 0 && bestand !== LINES * PIECES)).toEqual([])
  expect(booked.seen.length).toBeGreaterThan(0)
  expect(await konto()).toBe(LINES * PIECES)

  const reversed = await readDuring(book(`/api/pfandbuchungen/${vorgang_id}/storno`, { grund: "Probe" }))
  expect(reversed.status).toBe(201)
  expect(reversed.seen.filter((bestand) => bestand !== 0 && bestand !== LINES * PIECES)).toEqual([])
  expect(await konto()).toBe(0)
  expect((await app.call("GET", "/api/pfandpruefung", { token })).body.in_ordnung).toBe(true)
})
