import { afterAll, expect, test } from "bun:test"
import { createTestApp } from "../../helpers/app.ts"
import { yard } from "../../helpers/pfand.ts"

/** Deposits that stay open with customers at whom a device got lost, wherever it is by now. */

const app = createTestApp()
afterAll(app.close)

test("a device's deposits at earlier customers are in a list, beside the device and in what no table takes along", async () => {
  const hof = await yard(app, "hof")
  const [id = ""] = hof.geraete
  const [first = "", second = ""] = hof.kunden
  const third = (await ask("POST", "kunden", { kundennummer: "K-9", name: "Gasthaus 9" })).id
  async function ask(method: "GET" | "POST", path: string, body?: object) {
    const reply = await app.call(method, `/api/${path}`, { token: hof.admin.token, ...(body && { body }) })
    expect([path, reply.status < 300]).toEqual([path, true])
    return reply.body ?? reply.text
  }
  const turn = (status: string) => ask("POST", `geraete/${id}/status`, { status })
  const lose = async (kunde_id: string) => {
    await ask("POST", `geraete/${id}/ausgabe`, { kunde_id })
    await turn("verloren")
  }
  const open = async (query = "") => {
    const { items, next_cursor, total } = await ask("GET", `schwund/pfand?total=true${query}`)
    return [items.map((one: any) => [one.kunde_id, one.wert_cent, one.status]), next_cursor, total]
  }
  await lose(first)
  expect(await open()).toEqual([[[first, 5000, "verloren"]], null, 1])
  // The table of devices names this customer.
  expect(await ask("GET", "export/luecke")).toEqual({ anzahl: 0, wert_cent: 0 })
  await turn("lager")
  await lose(first)
  await turn("lager")
  await lose(second)
  const both = [
    [second, 5000, "verloren"],
    [first, 10_000, "verloren"],
  ]
  expect(await open()).toEqual([both, null, 2])
  expect(await open("&ort=woanders")).toEqual([[], null, 0])
  const [, cursor] = await open("&limit=1")
  expect(await open(`&limit=1&cursor=${cursor}`)).toEqual([[both[1]], null, 2])
  expect((await ask("GET", "schwund/geraete")).items).toMatchObject([
    { kunde_id: second, offen_cent: 5000, weitere_cent: 10_000 },
  ])
  expect(await ask("GET", "export/luecke")).toEqual({ anzahl: 1, wert_cent: 10_000 })
  await turn("lager")
  await ask("POST", `geraete/${id}/ausgabe`, { kunde_id: third })
  expect((await open("&ort=woanders"))[2]).toBe(2)
  expect(await ask("GET", "export/luecke")).toEqual({ anzahl: 2, wert_cent: 15_000 })
  expect(await ask("GET", "export/geraetepfand")).toMatch(
    /G-1;[^\n]*;beim Kunden;K-2;[^\n]*;50,00\r\nG-1;[^\n]*;K-1;[^\n]*;100,00\r\n$/,
  )
})
