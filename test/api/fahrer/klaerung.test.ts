import { afterAll, beforeEach, describe, expect, test } from "bun:test"
import { createTestApp } from "../../helpers/app.ts"
import { pdfText } from "../../helpers/pdf.ts"
import { type Yard, yard } from "../../helpers/pfand.ts"

/** Refused requests, and what became of them. */

const app = createTestApp()
afterAll(app.close)
let hof: Yard
beforeEach(async () => {
  hof = await yard(app, `hof-${Bun.randomUUIDv7()}`)
})

type Role = "admin" | "user" | "fahrer"
const call = (method: string, path: string, body?: object, role: Role = "fahrer") =>
  app.call(method, `/api/${path}`, { token: hof[role].token, ...(body && { body }) })
const post = (path: string, body: object, role?: Role) => call("POST", path, body, role)
const CAPTURED = "2026-03-31T06:12:00.000Z"

async function geplant(): Promise<string> {
  const plan = { kunde_id: hof.kunden[0], fahrer_id: hof.fahrer.id, datum: "2026-03-31", positionen: [] }
  return (await post("lieferungen", plan, "user")).body.id
}
const abschluss = (lieferung_id: string, more: object = {}) => ({
  id: Bun.randomUUIDv7(),
  art: "abschluss",
  lieferung_id,
  versuch: 1,
  erfasst_am: CAPTURED,
  ablehnung: "Die Lieferung gehört inzwischen einem anderen Fahrer.",
  angaben: {
    empfaenger_name: "Frau Wirtin",
    positionen: [{ pfandartikel_id: hof.fass, ist_ausgabe: 2, ist_ruecknahme: 1 }],
  },
  ...more,
})
const bestand = async () =>
  (await call("GET", `kunden/${hof.kunden[0]}/pfandkonto`)).body.artikel.map(
    (a: { bestand: number }) => a.bestand,
  )
const stand = async (id: string) => (await call("GET", `lieferungen/${id}`, undefined, "user")).body
const buchungen = async () =>
  (await call("GET", `kunden/${hof.kunden[0]}/pfandbuchungen`, undefined, "user")).body.items

describe("handing over", () => {
  test("is over for the telephone once the office has booked or discarded it", async () => {
    const reports = [abschluss(await geplant()), abschluss(await geplant()), abschluss(await geplant())]
    for (const report of reports) await post("klaerungen", report)
    const [booked, discarded] = reports.map(({ id }) => id)
    const decided = async () => (await call("GET", "fahrer/tag")).body.entschieden
    expect(await decided()).toBeUndefined()
    expect((await post(`klaerungen/${booked}/buchen`, {}, "user")).status).toBe(200)
    expect((await post(`klaerungen/${discarded}/verwerfen`, { grund: "Doppelt" }, "user")).status).toBe(200)
    expect((await decided()).toSorted()).toEqual([booked, discarded].toSorted())
  })

  test("shows the office what the driver did, and books nothing", async () => {
    const id = await geplant()
    const submitted = await post("klaerungen", abschluss(id))
    expect(submitted.status).toBe(201)
    expect(await bestand()).toEqual([])
    const { body } = await call("GET", "klaerungen?status=offen", undefined, "user")
    expect(body.items).toMatchObject([
      {
        status: "offen",
        art: "abschluss",
        fahrer_name: "fahrer Test",
        kunde_name: "Gasthaus 1",
        lieferung_id: id,
        erfasst_am: CAPTURED,
        angaben: { empfaenger_name: "Frau Wirtin", positionen: [{ nummer: "FASS", ist_ausgabe: 2 }] },
      },
    ])
    expect((await call("GET", "klaerungen")).status).toBe(403)
  })

  test("is done once, and needs a customer", async () => {
    const klaerung = abschluss(await geplant())
    const replies = [await post("klaerungen", klaerung), await post("klaerungen", klaerung)]
    expect(replies.map(({ status }) => status)).toEqual([201, 200])
    const { lieferung_id: _, ...ohne } = abschluss("")
    expect((await post("klaerungen", ohne)).body.errors[0].path).toBe("kunde_id")
    expect((await post("klaerungen", { ...ohne, lieferung_id: Bun.randomUUIDv7() })).status).toBe(404)
  })
})

describe("a stop that the office sent to another place meanwhile", () => {
  const standort = async (name: string) =>
    (await post("standorte", { kunde_id: hof.kunden[0], name }, "admin")).body.id
  const geraet = (id = hof.geraete[0]) => [{ geraet_id: id, ist_ausgabe: 1, ist_ruecknahme: 0 }]
  const placeOf = async (id = hof.geraete[0]) =>
    (await call("GET", `geraete/${id}`, undefined, "user")).body.standort_id

  test("is completed at the place where the driver was", async () => {
    const [id, lager, keller] = [await geplant(), await standort("Lager"), await standort("Keller")]
    await call("PATCH", `lieferungen/${id}`, { standort_id: keller }, "user")
    const asked = abschluss(id, { angaben: { standort_id: lager, positionen: geraet() } })
    const { body } = await post("klaerungen", asked)
    expect(body.angaben.lieferanschrift).toBe("Lager")
    expect((await post(`klaerungen/${asked.id}/buchen`, {}, "user")).status).toBe(200)
    expect(await stand(id)).toMatchObject({ standort_id: lager, lieferanschrift: "Lager" })
    expect(await placeOf()).toBe(lager)
  })

  test("is not completed at one that is gone, and keeps its place where it was failed", async () => {
    const [id, keller] = [await geplant(), await standort("Keller")]
    await call("PATCH", `lieferungen/${id}`, { standort_id: keller }, "user")
    const gone = abschluss(id, { angaben: { standort_id: Bun.randomUUIDv7(), positionen: geraet() } })
    await post("klaerungen", gone)
    const refused = await post(`klaerungen/${gone.id}/buchen`, {}, "user")
    expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining("gibt es nicht mehr")])
    await post(`lieferungen/${id}/start`, {}, "user")
    await post(`lieferungen/${id}/fehlschlag`, { grund: "Zu" }, "user")
    const late = abschluss(id, { angaben: { positionen: geraet() } })
    await post("klaerungen", late)
    expect((await post(`klaerungen/${late.id}/buchen`, {}, "user")).status).toBe(200)
    expect(await placeOf()).toBe(keller)
  })

  test("has what is booked beside it where the driver was", async () => {
    const [id, lager, keller] = [await geplant(), await standort("Lager"), await standort("Keller")]
    await call("PATCH", `lieferungen/${id}`, { standort_id: keller }, "user")
    await post(`lieferungen/${id}/start`, {}, "user")
    await post(`lieferungen/${id}/fehlschlag`, { grund: "Zu" }, "user")
    const book = async (standort_id: string) => {
      const asked = abschluss(id, { angaben: { standort_id, positionen: geraet() } })
      await post("klaerungen", asked)
      return post(`klaerungen/${asked.id}/buchen`, {}, "user")
    }
    const gone = await book(Bun.randomUUIDv7())
    expect([gone.status, gone.body.error]).toEqual([409, expect.stringContaining("gibt es nicht mehr")])
    expect([(await book(lager)).status, await placeOf()]).toEqual([200, lager])
  })
})

describe("a request and the Klärung under its id", () => {
  const unterwegs = async () => {
    const lieferung = await geplant()
    await post(`lieferungen/${lieferung}/start`, {})
    return lieferung
  }
  /** A stop's end, as it is sent and as it is handed over. */
  const both = (lieferung: string) => {
    const { ablehnung: _, angaben, art: __, lieferung_id: ___, ...kennung } = abschluss(lieferung)
    const send = () => post(`lieferungen/${lieferung}/abschluss`, { ...kennung, ...angaben })
    const klaerung = abschluss(lieferung, kennung)
    const give = () => post("klaerungen", klaerung)
    const book = () => post(`klaerungen/${kennung.id}/buchen`, {}, "user")
    return { id: kennung.id, send, give, book }
  }

  test("that was carried out is not handed over any more", async () => {
    const { send, give } = both(await unterwegs())
    expect((await send()).status).toBe(200)
    const { status, body } = await give()
    expect([status, body.error]).toEqual([
      409,
      "Das ist schon angekommen und gebucht. Zu klären gibt es nichts mehr.",
    ])
    expect((await send()).status).toBe(200)
    expect(await bestand()).toEqual([1])
  })

  test("that arrives while the office thinks is not booked by it once more", async () => {
    const { id, send, give, book } = both(await unterwegs())
    expect([(await give()).status, (await send()).status]).toEqual([201, 200])
    const { status, body } = await book()
    expect([status, body.error]).toEqual([
      409,
      "Das ist schon angekommen und gebucht. Bitte verwerfen: Sonst wäre es zweimal gebucht.",
    ])
    expect(await bestand()).toEqual([1])
    expect((await post(`klaerungen/${id}/verwerfen`, { grund: "Kam an" }, "user")).status).toBe(200)
    // Its answer was lost: it is asked for again, and stays done.
    expect((await send()).status).toBe(200)
    expect(await bestand()).toEqual([1])
  })

  const later: [string, string, () => Promise<string>][] = [
    ["completing the delivery", "gebucht", unterwegs],
    [
      "a booking beside it",
      "gebucht",
      async () => {
        const lieferung = await unterwegs()
        await post(`lieferungen/${lieferung}/abschluss`, { positionen: [] })
        return lieferung
      },
    ],
    ["discarding it", "verworfen", unterwegs],
  ]
  for (const [name, status, prepare] of later)
    test(`is not carried out after the office decided by ${name}`, async () => {
      const { id, send, give, book } = both(await prepare())
      await give()
      if (status === "gebucht") expect((await book()).status).toBe(200)
      else await post(`klaerungen/${id}/verwerfen`, { grund: "Doppelt" }, "user")
      const reply = await send()
      expect([reply.status, reply.body.error]).toEqual([
        409,
        `Das hat das Büro schon geklärt: Es wurde ${status}.`,
      ])
      expect(await bestand()).toEqual(status === "gebucht" ? [1] : [])
    })

  test("is not carried out twice as an unplanned pick-up either, nor as a failure", async () => {
    const positionen = [{ pfandartikel_id: hof.fass, ist_ruecknahme: 2 }]
    const [id, kunde_id, ablehnung] = [Bun.randomUUIDv7(), hof.kunden[0], "Abgeschaltet"]
    const send = () => post("fahrer/ungeplant", { id, kunde_id, positionen })
    const klaerung = { id, art: "ungeplant", kunde_id, ablehnung, angaben: { positionen } }
    expect((await post("klaerungen", klaerung)).status).toBe(201)
    expect((await post(`klaerungen/${id}/buchen`, {}, "user")).status).toBe(200)
    expect((await send()).status).toBe(409)
    expect(await bestand()).toEqual([-2])
    const lieferung = await unterwegs()
    const failure = { id: Bun.randomUUIDv7(), grund: "Zu" }
    await post(`lieferungen/${lieferung}/fehlschlag`, failure)
    const given = { id: failure.id, art: "fehlschlag", lieferung_id: lieferung, ablehnung, angaben: {} }
    expect((await post("klaerungen", given)).status).toBe(409)
  })
})

describe("a delivery that is booked", () => {
  const delivered = async () => {
    const lieferung = await geplant()
    await post(`lieferungen/${lieferung}/start`, {})
    const { angaben } = abschluss(lieferung)
    await post(`lieferungen/${lieferung}/abschluss`, { id: Bun.randomUUIDv7(), versuch: 1, ...angaben })
    return lieferung
  }
  const buchen = (id: string, body: object = {}) => post(`klaerungen/${id}/buchen`, body, "user")

  test("is not booked again by a hand-over under another id until somebody says so", async () => {
    const lieferung = await delivered()
    const [{ body: first }, { body: second }] = [
      await post("klaerungen", abschluss(lieferung)),
      await post("klaerungen", abschluss(lieferung)),
    ]
    expect(first.schon_gebucht).toBeNull()
    const { schon_gebucht } = (await call("GET", `klaerungen/${first.id}`, undefined, "user")).body
    expect(schon_gebucht.positionen).toMatchObject([{ nummer: "FASS", ausgabe: 2, ruecknahme: 1 }])
    // The driver's own figures, named again, are nobody's word.
    const { positionen } = abschluss(lieferung).angaben
    for (const body of [{}, { positionen }, { zusaetzlich_zu: schon_gebucht.lfd_nr + 7 }]) {
      const { status, body: refused } = await buchen(first.id, body)
      expect([status, refused.error]).toEqual([
        409,
        expect.stringContaining(
          "schon gebucht: 2 × Artikel FASS hin; 1 × Artikel FASS zurück. Ist es dasselbe",
        ),
      ])
    }
    // In another order neither.
    const two = [...positionen, { pfandartikel_id: hof.leer, ist_ausgabe: 0, ist_ruecknahme: 3 }]
    const both = await post("klaerungen", abschluss(lieferung, { angaben: { positionen: two } }))
    expect((await buchen(both.body.id, { positionen: two.toReversed() })).status).toBe(409)
    expect(await bestand()).toEqual([1])
    const onTop = { zusaetzlich_zu: schon_gebucht.lfd_nr }
    expect((await buchen(first.id, onTop)).status).toBe(200)
    // The next one has another booking before it.
    expect([(await buchen(second.id, onTop)).status, await bestand()]).toEqual([409, [2]])
  })

  test("is not completed at a later attempt by what was booked of an earlier one", async () => {
    const lieferung = await geplant()
    await post(`lieferungen/${lieferung}/start`, {})
    await post(`lieferungen/${lieferung}/fehlschlag`, { grund: "Zu" })
    const [first, second] = [abschluss(lieferung), abschluss(lieferung)]
    for (const one of [first, second]) await post("klaerungen", one)
    expect((await buchen(first.id)).status).toBe(200)
    const anew = { datum: "2026-04-01", fahrer_id: hof.fahrer.id }
    await post(`lieferungen/${lieferung}/neu-planen`, anew, "user")
    expect([(await buchen(second.id)).status, (await stand(lieferung)).status]).toEqual([409, "geplant"])
    expect(await bestand()).toEqual([1])
  })

  test("and was reversed is booked as one that never was", async () => {
    const lieferung = await delivered()
    const [{ vorgang_id }] = await buchungen()
    await post(`pfandbuchungen/${vorgang_id}/storno`, { grund: "Falscher Kunde" }, "admin")
    const { body } = await post("klaerungen", abschluss(lieferung), "user")
    expect([body.schon_gebucht, (await buchen(body.id)).status]).toEqual([null, 200])
    expect(await bestand()).toEqual([1])
  })
})

describe("booking", () => {
  const submitted = async (body: object) => (await post("klaerungen", body)).body.id
  const buchen = (id: string, body: object = {}) => post(`klaerungen/${id}/buchen`, body, "user")

  test("completes a delivery that is still open, with the driver's time", async () => {
    const id = await geplant()
    const klaerung = await submitted(abschluss(id))
    const replies = [await buchen(klaerung), await buchen(klaerung)]
    expect(replies.map(({ status, body }) => [status, body.status])).toEqual([
      [200, "gebucht"],
      [200, "gebucht"],
    ])
    expect(await stand(id)).toMatchObject({
      status: "zugestellt",
      erfasst_am: CAPTURED,
      empfaenger_name: "Frau Wirtin",
    })
    expect(await bestand()).toEqual([1])
  })

  test("writes into the ledger what was done beside a delivery that is finished", async () => {
    const id = await geplant()
    await post(`lieferungen/${id}/start`, {})
    const vorher = { positionen: [{ pfandartikel_id: hof.fass, ist_ausgabe: 1 }] }
    await post(`lieferungen/${id}/abschluss`, vorher)
    const finished = await stand(id)
    await buchen(await submitted(abschluss(id)), {
      positionen: [{ pfandartikel_id: hof.fass, ist_ausgabe: 3 }],
      entscheidung: "Mit Jens gesprochen",
    })
    expect(await bestand()).toEqual([4])
    expect(await stand(id)).toEqual(finished)
    const [newest] = (await buchungen()).toSorted((a: any, b: any) => b.lfd_nr - a.lfd_nr)
    expect(newest).toMatchObject({ lieferung_id: id, menge: 3, erfasst_am: CAPTURED })
    expect((await call("GET", "pfandpruefung", undefined, "admin")).body.in_ordnung).toBe(true)
  })

  test("reports a failure, and makes an unplanned pick-up of the driver's", async () => {
    const id = await geplant()
    const failure = { art: "fehlschlag", lieferung_id: id, erfasst_am: CAPTURED, ablehnung: "x" }
    await buchen(await submitted({ ...failure, angaben: { grund: "Geschlossen" } }))
    expect(await stand(id)).toMatchObject({
      status: "nicht_zugestellt",
      grund: "Geschlossen",
      erfasst_am: CAPTURED,
    })
    const positionen = [{ pfandartikel_id: hof.fass, ist_ruecknahme: 2 }]
    const ungeplant = {
      art: "ungeplant",
      kunde_id: hof.kunden[1],
      ablehnung: "abgeschaltet",
      angaben: { positionen },
    }
    const booked = await buchen(await submitted(ungeplant))
    expect(booked.status).toBe(200)
    const { body } = await call("GET", `lieferungen?kunde_id=${hof.kunden[1]}`, undefined, "user")
    expect(body.items).toMatchObject([{ ungeplant: 1, fahrer_id: hof.fahrer.id, status: "zugestellt" }])
  })

  test("does not fail a later attempt for what was reported of an earlier one", async () => {
    const id = await geplant()
    await post(`lieferungen/${id}/start`, {}, "user")
    await post(`lieferungen/${id}/fehlschlag`, { grund: "Zu" }, "user")
    await post(`lieferungen/${id}/neu-planen`, { datum: "2026-04-01", fahrer_id: null }, "user")
    const planned = await stand(id)
    const failure = { art: "fehlschlag", lieferung_id: id, versuch: 1, ablehnung: "x", angaben: {} }
    const { status, body } = await buchen(await submitted(failure))
    expect([status, body.error]).toEqual([409, "Die Lieferung steht nicht mehr aus: bitte verwerfen"])
    expect(await stand(id)).toEqual(planned)
  })

  test("keeps at the unplanned stop all that was booked there, what was handed out too", async () => {
    const kunde_id = hof.kunden[1]
    const artikel = { pfandartikel_id: hof.fass }
    const reported = { positionen: [{ ...artikel, ist_ruecknahme: 1 }] }
    const id = await submitted({ art: "ungeplant", kunde_id, ablehnung: "abgeschaltet", angaben: reported })
    const was = { ist_ausgabe: 3, ist_ruecknahme: 1 }
    const reply = await post(`klaerungen/${id}/buchen`, { positionen: [{ ...artikel, ...was }] }, "user")
    expect((await stand(reply.body.lieferung_id)).positionen).toMatchObject([was])
    expect((await call("GET", `kunden/${kunde_id}/pfandkonto`)).body.artikel).toMatchObject([{ bestand: 2 }])
  })

  test("that cannot be is refused and leaves it open", async () => {
    const id = await geplant()
    const positionen = [{ geraet_id: hof.geraete[0], ist_ruecknahme: 1 }]
    const klaerung = await submitted(abschluss(id, { angaben: { positionen } }))
    expect((await buchen(klaerung)).body.error).toBe("Das Gerät G-1 ist im Lager")
    expect((await call("GET", `klaerungen/${klaerung}`, undefined, "user")).body.status).toBe("offen")
    expect((await stand(id)).status).toBe("geplant")
    const start = await submitted({ art: "start", lieferung_id: id, ablehnung: "x", angaben: {} })
    expect((await buchen(start)).status).toBe(409)
  })

  test("or discarding is decided once, with a reason", async () => {
    const id = await geplant()
    const klaerung = await submitted(abschluss(id))
    expect((await post(`klaerungen/${klaerung}/verwerfen`, {}, "user")).status).toBe(400)
    const { body } = await post(`klaerungen/${klaerung}/verwerfen`, { grund: "War doppelt" }, "user")
    expect(body).toMatchObject({
      status: "verworfen",
      entscheidung: "War doppelt",
      entschieden_von: "user Test",
    })
    expect((await buchen(klaerung)).body.error).toBe("Die Klärung ist schon verworfen")
    expect((await stand(id)).status).toBe("geplant")
    const protokoll = await call(
      "GET",
      `protokoll?tabelle=klaerungen&datensatz_id=${klaerung}`,
      undefined,
      "admin",
    )
    expect(protokoll.body.items.map(({ aktion }: { aktion: string }) => aktion)).toEqual([
      "klaerungen.verworfen",
      "klaerungen.eingereicht",
    ])
    expect(protokoll.text).not.toContain("Frau Wirtin")
  })
})

describe("Feierabend", () => {
  test("holds what was counted against what the day's deliveries say, and books nothing", async () => {
    const datum = "2026-03-31"
    const plan = (more: object) =>
      post(
        "lieferungen",
        { kunde_id: hof.kunden[0], fahrer_id: hof.fahrer.id, datum, positionen: [], ...more },
        "user",
      )
    const soll = [{ pfandartikel_id: hof.kasten, soll_ausgabe: 5 }]
    const [a, b] = [(await plan({ positionen: soll })).body.id, (await plan({ positionen: soll })).body.id]
    for (const id of [a, b]) await post(`lieferungen/${id}/start`, {})
    const erfasst_am = "2026-03-31T14:00:00.000Z"
    await post(`lieferungen/${a}/abschluss`, {
      erfasst_am,
      positionen: [
        { pfandartikel_id: hof.kasten, ist_ausgabe: 4, ist_ruecknahme: 7 },
        // Handed out beyond the plan, it is missing nowhere.
        { pfandartikel_id: hof.fass, ist_ausgabe: 2, ist_ruecknahme: 0 },
      ],
    })
    await post(`lieferungen/${b}/fehlschlag`, { erfasst_am, grund: "Geschlossen" })
    const vorher = await buchungen()
    const feierabend = {
      id: Bun.randomUUIDv7(),
      datum,
      bemerkung: "Ein Kasten ist zerbrochen",
      positionen: [
        { art: "leergut", pfandartikel_id: hof.kasten, gezaehlt: 6 },
        { art: "ware", pfandartikel_id: hof.kasten, gezaehlt: 6 },
        { art: "leergut", pfandartikel_id: hof.fass, gezaehlt: 1 },
      ],
    }
    const replies = [await post("feierabend", feierabend), await post("feierabend", feierabend)]
    expect(replies.map(({ status }) => status)).toEqual([201, 200])
    expect(replies[0]?.body).toMatchObject({
      fahrer_name: "fahrer Test",
      bemerkung: "Ein Kasten ist zerbrochen",
    })
    expect(
      replies[0]?.body.positionen.map((p: any) => [p.nummer, p.art, p.erwartet, p.gezaehlt, p.differenz]),
    ).toEqual([
      ["BIER", "leergut", 7, 6, -1],
      ["BIER", "ware", 6, 6, 0],
      ["FASS", "leergut", 0, 1, 1],
    ])
    expect(await buchungen()).toEqual(vorher)
    const paper = `touren/${datum}/${hof.fahrer.id}/feierabend.pdf`
    for (const role of ["user", "fahrer"] as const)
      expect((await call("GET", paper, undefined, role)).status).toBe(200)
    const list = await call("GET", `feierabend?datum=${datum}`, undefined, "user")
    expect(list.body.items).toEqual([replies[0]?.body])
  })

  test("counts a stop on the day it was finished, and what is still open every evening", async () => {
    const kasten = { pfandartikel_id: hof.kasten }
    const begin = async (datum: string) => {
      const positionen = [{ ...kasten, soll_ausgabe: 5 }]
      const plan = { kunde_id: hof.kunden[0], fahrer_id: hof.fahrer.id, datum, positionen }
      const { id } = (await post("lieferungen", plan, "user")).body
      await post(`lieferungen/${id}/start`, { erfasst_am: `${datum}T08:00:00Z` })
      return id
    }
    const evening = async (datum: string) => {
      const { body } = await post("feierabend", { datum, positionen: [] })
      return Object.fromEntries(body.positionen.map((p: any) => [p.art, p.erwartet]))
    }
    const early = await begin("2026-03-30")
    const open = await begin("2026-03-29")
    expect(await evening("2026-03-30")).toEqual({ ware: 10 })
    // Ten past midnight in Berlin, of the day after.
    const erfasst_am = "2026-03-30T22:10:00.000Z"
    const positionen = [{ ...kasten, ist_ausgabe: 5, ist_ruecknahme: 3 }]
    await post(`lieferungen/${early}/abschluss`, { erfasst_am, positionen })
    expect(await evening("2026-03-30")).toEqual({ ware: 5 })
    expect(await evening("2026-03-31")).toEqual({ leergut: 3, ware: 5 })
    expect(await evening("2026-04-01")).toEqual({ ware: 5 })
    await post(`lieferungen/${open}/fehlschlag`, { erfasst_am: "2026-04-01T10:00:00Z", grund: "Zu" })
    expect(await evening("2026-04-01")).toEqual({ ware: 5 })
    expect(await evening("2026-04-02")).toEqual({})
  })

  test("is missed on a day of which the office booked a report alone, until that is reversed", async () => {
    const day = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
    const lieferung = await geplant()
    await post(`lieferungen/${lieferung}/start`, {})
    await post(`lieferungen/${lieferung}/abschluss`, {
      erfasst_am: `${day(3)}T12:00:00.000Z`,
      positionen: [],
    })
    await post("feierabend", { datum: day(3), positionen: [] })
    const positionen = [{ pfandartikel_id: hof.fass, ist_ruecknahme: 3 }]
    const report = abschluss(lieferung, { erfasst_am: `${day(2)}T12:00:00.000Z`, angaben: { positionen } })
    await post("klaerungen", report)
    const missed = async () => (await call("GET", "feierabend/fehlend", undefined, "user")).body.items
    expect(await missed()).toEqual([])
    expect((await post(`klaerungen/${report.id}/buchen`, {}, "user")).status).toBe(200)
    expect(await missed()).toMatchObject([{ datum: day(2), fahrer_id: hof.fahrer.id }])
    await post(`pfandbuchungen/${report.id}/storno`, { grund: "War doppelt" }, "admin")
    expect(await missed()).toEqual([])
  })

  test("expects what the office booked of a report on the truck of the driver and the day that it tells of", async () => {
    const datum = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    const erfasst_am = `${datum}T12:00:00.000Z`
    const evening = async () => {
      const { body } = await call(
        "GET",
        `feierabend/erwartet?datum=${datum}&fahrer_id=${hof.fahrer.id}`,
        undefined,
        "user",
      )
      return body.positionen.map((p: any) => [p.nummer, p.art, p.erwartet])
    }
    const back = (ist_ruecknahme: number) => [{ pfandartikel_id: hof.kasten, ist_ruecknahme }]
    const report = async (lieferung: string, menge: number) => {
      const { body } = await post(
        "klaerungen",
        abschluss(lieferung, { erfasst_am, angaben: { positionen: back(menge) } }),
      )
      const seen = (await call("GET", `klaerungen/${body.id}`, undefined, "user")).body.schon_gebucht
      const booked = await post(
        `klaerungen/${body.id}/buchen`,
        seen ? { zusaetzlich_zu: seen.lfd_nr } : {},
        "user",
      )
      return { id: body.id, status: booked.status }
    }
    // One that is finished: crates are counted as crates, and not as their bottles besides.
    const done = await geplant()
    await post(`lieferungen/${done}/start`, {})
    await post(`lieferungen/${done}/abschluss`, { erfasst_am, positionen: back(5) })
    await post("feierabend", { datum, positionen: [] })
    const beside = await report(done, 3)
    expect([beside.status, await evening()]).toEqual([200, [["BIER", "leergut", 8]]])
    const paper = await call("GET", `touren/${datum}/${hof.fahrer.id}/feierabend.pdf`, undefined, "user")
    expect(await pdfText(paper.bytes)).toMatch(/Kasten Bier \d+ \d+ \d+ 8 /)
    const missing = (await call("GET", "feierabend/fehlend", undefined, "user")).body
    expect(missing.neu_zu_zaehlen).toMatchObject([{ datum, fahrer_id: hof.fahrer.id }])
    const [count] = (await call("GET", `feierabend?datum=${datum}`, undefined, "user")).body.items
    expect(count.danach).toEqual([{ lieferung_id: done, kunde_name: "Gasthaus 1" }])
    await post(`pfandbuchungen/${beside.id}/storno`, { grund: "War doppelt" }, "admin")
    expect(await evening()).toEqual([["BIER", "leergut", 5]])
    // One that was given to somebody else, and is completed by the report.
    const other = await app.account(hof.id, "fahrer")
    const given = await geplant()
    await call("PATCH", `lieferungen/${given}`, { fahrer_id: other.id }, "user")
    expect([(await report(given, 2)).status, await evening()]).toEqual([200, [["BIER", "leergut", 7]]])
    expect(await stand(given)).toMatchObject({ status: "zugestellt", fahrer_id: hof.fahrer.id })
  })

  test("that was refused is handed over, also by the office for a driver who is no more", async () => {
    const duplicate = { art: "leergut", pfandartikel_id: hof.fass, gezaehlt: 3 }
    const id = Bun.randomUUIDv7()
    const angaben = { datum: "2026-03-31", notiz: "Hof war dunkel", gezaehlt: [duplicate, duplicate] }
    const question = { id, art: "feierabend", erfasst_am: CAPTURED, ablehnung: "steht schon da", angaben }
    const send = () =>
      post("feierabend", { id, datum: "2026-03-31", erfasst_am: CAPTURED, positionen: [duplicate] }, "user")
    const other = await app.account(hof.id, "fahrer")
    expect((await post("klaerungen", { ...question, fahrer_id: other.id })).status).toBe(403)
    const fehlt = { ...question, id: Bun.randomUUIDv7(), fahrer_id: Bun.randomUUIDv7() }
    expect((await post("klaerungen", fehlt, "user")).status).toBe(404)
    await call("PATCH", `mitarbeiter/${hof.fahrer.id}`, { aktiv: 0 }, "admin")
    const given = { ...question, fahrer_id: hof.fahrer.id }
    expect((await post("klaerungen", given, "user")).body).toMatchObject({
      kunde_id: null,
      fahrer_id: hof.fahrer.id,
      angaben: { datum: "2026-03-31", gezaehlt: [{ nummer: "FASS", gezaehlt: 3 }, { nummer: "FASS" }] },
    })
    expect((await post("klaerungen", given, "user")).status).toBe(200)
    await call("PATCH", `mitarbeiter/${hof.fahrer.id}`, { aktiv: 1 }, "admin")
    expect((await post(`klaerungen/${id}/buchen`, {}, "user")).body.status).toBe("gebucht")
    expect((await post(`klaerungen/${id}/verwerfen`, { grund: "x" }, "user")).status).toBe(409)
    const { items } = (await call("GET", "feierabend?datum=2026-03-31", undefined, "user")).body
    expect(items).toMatchObject([
      {
        fahrer_id: hof.fahrer.id,
        erfasst_am: CAPTURED,
        bemerkung: "Hof war dunkel",
        positionen: [{ nummer: "FASS", gezaehlt: 3 }],
      },
    ])
    const late = await send()
    expect([late.status, late.body.error]).toEqual([409, "Das hat das Büro schon geklärt: Es wurde gebucht."])
  })

  test("is one's own: another driver finds none", async () => {
    const { body } = await post("feierabend", { datum: "2026-03-31", positionen: [] })
    const { token } = await app.account(hof.id, "fahrer")
    expect((await app.call("GET", `/api/feierabend/${body.id}`, { token })).status).toBe(404)
    expect((await app.call("GET", "/api/feierabend", { token })).body.items).toEqual([])
    const duplicate = { art: "leergut", pfandartikel_id: hof.fass, gezaehlt: 1 }
    const positionen = [duplicate, duplicate, { art: "ware", gezaehlt: 1 }]
    const faults = await post("feierabend", { datum: "2026-03-31", positionen })
    expect(faults.body.errors.map(({ path }: { path: string }) => path)).toEqual([
      "positionen[1]",
      "positionen[2]",
    ])
  })
})
