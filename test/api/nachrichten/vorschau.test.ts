import { afterAll, expect, test } from "bun:test"
import { createTestApp } from "../../helpers/app.ts"
import { today } from "../../helpers/day.ts"
import { yard } from "../../helpers/pfand.ts"
import { startSmtp } from "../../helpers/smtp.ts"

const smtp = await startSmtp()
const app = createTestApp({ env: { ...smtp.env, ADRESSE: "https://pfand.hof.example" } })
afterAll(async () => {
  await smtp.close()
  app.close()
})

test("each document is sent with the words, and to whom, its preview showed", async () => {
  const hof = await yard(app, "hof")
  const ask = async (method: string, path: string, body?: object) => {
    const reply = await app.call(method, `/api/${path}`, { token: hof.admin.token, ...(body && { body }) })
    expect([path, reply.status < 300, reply.text]).toEqual([path, true, reply.text])
    return reply.body
  }
  const [kunde_id] = hof.kunden
  await ask("PATCH", `kunden/${kunde_id}`, {
    email: "wirt@linde.example",
    briefe_an: "brief@linde.example",
    abrechnung: "monatlich",
  })
  await ask("PATCH", "versand", {
    sendet: 1,
    antwort_an: "buero@hof.example",
    betreff_kontoauszug: "{beleg} für {kunde}",
    text_kontoauszug: "Liebe Wirte,\n{zeitraum}",
  })
  const positionen = [{ pfandartikel_id: hof.fass, art: "ausgabe", menge: 2 }]
  const earlier = new Date(Date.now() - 5 * 86_400_000).toISOString()
  await ask("POST", "pfandbuchungen", { kunde_id, positionen, erfasst_am: earlier })
  const plan = { kunde_id, fahrer_id: hof.fahrer.id, datum: "2026-03-31", positionen: [] }
  const { id: lieferung } = await ask("POST", "lieferungen", plan)
  const slip = `lieferungen/${lieferung}/lieferschein/versand`
  expect((await app.call("GET", `/api/${slip}`, { token: hof.admin.token })).status).toBe(409)
  await ask("POST", `lieferungen/${lieferung}/start`, {})
  await ask("POST", `lieferungen/${lieferung}/abschluss`, {
    positionen: [{ pfandartikel_id: hof.fass, ist_ausgabe: 1 }],
  })
  const { id: abrechnung } = await ask("POST", "abrechnungen", { kunde_id, bis: today() })
  const kunde = `kunden/${kunde_id}`
  const sent: [string, Record<string, string | number>, string | null][] = [
    [`${kunde}/kontoauszug/versand`, { von: "2026-01-01", bis: "2026-01-31" }, null],
    [`${kunde}/saldenbestaetigung/versand`, { stichtag: "2026-01-31" }, "Den Saldo ansehen und antworten"],
    [`${kunde}/erinnerung/versand`, { stufe: 2, ab_tagen: 3 }, null],
    [slip, {}, "Den Lieferschein ansehen"],
    [`abrechnungen/${abrechnung}/versand`, {}, null],
  ]
  let beleg_id = ""
  for (const [path, given, link] of sent) {
    const query = Object.entries(given).map(([name, value]) => `${name}=${value}`)
    const seen = await ask("GET", `${path}?${query.join("&")}`)
    const { betreff, text, empfaenger, ...made } = await ask("POST", path, given)
    const an = empfaenger.map(({ adresse }: { adresse: string }) => adresse)
    expect(seen).toEqual({ betreff, text, an, link, kunde_name: "Gasthaus 1" })
    expect(await ask("GET", `nachrichten/vorschau?beleg_id=${made.beleg_id}`)).toEqual(seen)
    beleg_id ||= made.beleg_id
  }
  expect(await ask("GET", `nachrichten/vorschau?beleg_id=${beleg_id}`)).toMatchObject({
    betreff: expect.stringMatching(/^Kontoauszug .* für Gasthaus 1$/),
    text: "Liebe Wirte,\n01.01.2026 bis 31.01.2026",
    an: ["brief@linde.example"],
  })
})

test("nothing goes out that is not as it was seen", async () => {
  const { admin, kunden } = await yard(app, "brauer")
  const kunde = `/api/kunden/${kunden[0]}`
  const call = (method: string, path: string, body?: object) =>
    app.call(method, path, { token: admin.token, ...(body && { body }) })
  await call("PATCH", kunde, { email: "wirt@linde.example" })
  await call("PATCH", "/api/versand", { sendet: 1, antwort_an: "buero@brauer.example" })
  const path = `${kunde}/kontoauszug/versand`
  const look = async () => {
    const { betreff, text, an } = (await call("GET", path)).body
    return { betreff, text, an }
  }
  const id = Bun.randomUUIDv7()
  const send = (erwartet: object) => call("POST", path, { id, erwartet })
  const first = await look()
  await call("PATCH", "/api/versand", { text_kontoauszug: "Anders" })
  expect(await send(first)).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining("Betreff oder Text wären jetzt andere. Bitte lesen") },
  })
  const second = await look()
  await call("PATCH", kunde, { email: "wirtin@linde.example" })
  expect(await send(second)).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining("an eine andere Adresse") },
  })
  // Who saw the address alone is told as well.
  expect((await send({ an: second.an })).status).toBe(409)
  // So is who chose a customer who wants e-mails, and meanwhile wants paper.
  await call("PATCH", kunde, { versandweg: "post" })
  expect(await send({ an: ["wirtin@linde.example"], versandweg: "email" })).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining("Beim Kunden steht jetzt „Versand: Post“.") },
  })
  // What was refused is not kept as sent either.
  expect((await call("GET", `/api/belege?kunde_id=${kunden[0]}`)).body.items).toEqual([])
  await call("PATCH", "/api/versand", { text_kontoauszug: null })
  const third = await look()
  expect((await send(third)).status).toBe(201)
  // A repetition is answered, whatever was seen by then.
  await call("PATCH", "/api/versand", { text_kontoauszug: "Noch anders" })
  expect((await send(third)).status).toBe(200)
  expect(await call("POST", path, { nochmals: true, erwartet: third })).toMatchObject({ status: 409 })
})

test("a settlement of one day is of that day", async () => {
  const { admin, kunden, fass } = await yard(app, "tageshof")
  const [kunde_id] = kunden
  const call = async (method: string, path: string, body?: object) =>
    (await app.call(method, `/api/${path}`, { token: admin.token, ...(body && { body }) })).body
  const positionen = [{ pfandartikel_id: fass, art: "ausgabe", menge: 2 }]
  await call("POST", "pfandbuchungen", { kunde_id, positionen })
  const { id, nummer } = await call("POST", "abrechnungen", { kunde_id, bis: today() })
  const { text } = await call("GET", `abrechnungen/${id}/versand`)
  expect(text).toContain(`${nummer} vom ${today().split("-").toReversed().join(".")}.`)
})

test("a request whose reply was lost is answered with the e-mail it made, though the document would be another by now", async () => {
  const { admin, kunden, fass } = await yard(app, "wiederhof")
  const [kunde_id] = kunden
  const call = (method: string, path: string, body?: object) =>
    app.call(method, `/api/${path}`, { token: admin.token, ...(body && { body }) })
  await call("PATCH", `kunden/${kunde_id}`, { email: "wirt@linde.example" })
  await call("PATCH", "versand", { sendet: 1, antwort_an: "buero@wieder.example" })
  const book = (art: "ausgabe" | "ruecknahme") =>
    call("POST", "pfandbuchungen", { kunde_id, positionen: [{ pfandartikel_id: fass, art, menge: 1 }] })
  await book("ausgabe")
  const sent = ["saldenbestaetigung", "kontoauszug", "erinnerung"].map((letter) => ({
    path: `kunden/${kunde_id}/${letter}/versand`,
    body: { id: Bun.randomUUIDv7(), ...(letter === "erinnerung" && { ab_tagen: 0 }) },
  }))
  const first = []
  for (const { path, body } of sent) first.push(await call("POST", path, body))
  const papers = async () => (await call("GET", `belege?kunde_id=${kunde_id}`)).body.items.length
  const before = await papers()
  await book("ruecknahme")
  for (const [nr, { path, body }] of sent.entries()) {
    const again = await call("POST", path, body)
    expect([path, first[nr]?.status, again.status, again.body.id]).toEqual([path, 201, 200, body.id])
    expect((await call("POST", path, { ...body, an: ["anders@linde.example"] })).status).toBe(409)
  }
  expect([before, await papers()]).toEqual([3, 3])
})

test("a delivery note that changed since it went out goes out again only where somebody insists, and all its e-mails are found", async () => {
  const { admin, kunden, fass, fahrer } = await yard(app, "lieferhof")
  const [kunde_id] = kunden
  const call = (method: string, path: string, body?: object) =>
    app.call(method, `/api/${path}`, { token: admin.token, ...(body && { body }) })
  await call("PATCH", `kunden/${kunde_id}`, { email: "wirt@linde.example" })
  await call("PATCH", "versand", { sendet: 1, antwort_an: "buero@liefer.example" })
  const plan = { kunde_id, fahrer_id: fahrer.id, datum: "2026-03-31", positionen: [] }
  const { id } = (await call("POST", "lieferungen", plan)).body
  await call("POST", `lieferungen/${id}/start`, {})
  const positionen = [{ pfandartikel_id: fass, ist_ausgabe: 1 }]
  await call("POST", `lieferungen/${id}/abschluss`, { positionen })
  const send = (body: object) => call("POST", `lieferungen/${id}/lieferschein/versand`, body)
  const first = await send({})
  expect(first.status).toBe(201)
  await call("PATCH", "tenant", { telefon: "05141 999" })
  const refused = await send({})
  expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining("wartet schon")])
  const second = await send({ nochmals: true })
  expect(second.body.beleg_id).not.toBe(first.body.beleg_id)
  const found = (await call("GET", `nachrichten?bezug_id=${id}`)).body.items
  expect(found.map((one: { id: string }) => one.id)).toEqual([second.body.id, first.body.id])
})
