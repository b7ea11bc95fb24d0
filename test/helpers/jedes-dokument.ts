import { deflateSync } from "node:zlib"
import { abrechnung } from "../../src/print/dokumente/abrechnung.ts"
import { erinnerung } from "../../src/print/dokumente/erinnerung.ts"
import { feierabend } from "../../src/print/dokumente/feierabend.ts"
import { kontoauszug } from "../../src/print/dokumente/kontoauszug.ts"
import { lieferschein } from "../../src/print/dokumente/lieferschein.ts"
import { saldenbestaetigung } from "../../src/print/dokumente/saldenbestaetigung.ts"
import { saldenuebernahme } from "../../src/print/dokumente/saldenuebernahme.ts"
import { ladeliste, tourenliste } from "../../src/print/dokumente/tour.ts"
import { verfahrensdokumentation } from "../../src/print/dokumente/verfahrensdokumentation.ts"
import type { Picture, Empfaenger, Firma } from "../../src/print/modell.ts"
import type { Druck } from "../../src/print/pdf/print.ts"
import { toPrintable } from "../../src/lib/reencode.ts"
import { bestand, erstellt_am } from "./dokumente.ts"

/** A PNG with transparency, as a logo or a signature is; every pixel another. */
export function drawing(width: number, height: number): Uint8Array {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(Bun.hash.crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // Eight bits each of red, green, blue and opacity.
  head.set([8, 6], 8)
  const line = width * 4 + 1
  const pixels = Buffer.from(Array.from({ length: line * height }, (_, i) => (i % line === 0 ? 0 : i * 7)))
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(pixels)),
    chunk("IEND", Buffer.alloc(0)),
  ])
}

const asBild = (kind: "photo" | "drawing"): Promise<Picture> => toPrintable(drawing(60, 40), [530, 530], kind)

/** One of each kind of document that the product prints, with all that can stand on it. */
export async function everyDocument(firma: Omit<Firma, "logo">, an: Empfaenger): Promise<Druck[]> {
  const ours = { ...firma, logo: await asBild("drawing") }
  const basis = { firma: ours, an, erstellt_am, einspruchsfrist_tage: 8, preise: "netto" as const }
  const posten = {
    pfandartikel_id: "bier",
    geraet_id: null,
    nummer: "BIER",
    bezeichnung: `Kasten ${an.name}`,
    soll_ausgabe: 20,
    soll_ruecknahme: 15,
  }
  const geliefert = { ...posten, ist_ausgabe: 20, ist_ruecknahme: 17 }
  const halt = {
    datum: "2026-10-31",
    kunde: an.name,
    anschrift: "Große Straße 12",
    telefon: null,
    zeit_von: "08:00",
    zeit_bis: null,
    hinweis: "Hund beißt nicht",
    grund: null,
    status: "zugestellt" as const,
    posten: [geliefert],
  }
  const tour = {
    firma: ours,
    erstellt_am,
    datum: "2026-10-31",
    fahrer: an.name,
    stops: [halt],
    frueher: [halt],
  }
  const bewegung = {
    datum: "2026-10-14",
    vorgang: "Rücknahme",
    nummer: "KI-20",
    bezeichnung: an.name,
    menge: -4,
    betrag_cent: 150,
    summe_cent: -600,
    geraet: false,
  }
  return [
    abrechnung({
      ...basis,
      nummer: `ABR-2026-00017 ${an.name}`,
      storno: null,
      von: "2026-10-01",
      bis: "2026-10-31",
      anfang_cent: 3720,
      ende_cent: 3570,
      posten: [
        {
          bezeichnung: an.name,
          einheit: "kasten",
          betrag_cent: 150,
          satz: 19,
          ausgabe: 40,
          ruecknahme: 41,
          korrektur: 0,
          summe_cent: -150,
        },
      ],
      steuern: [{ satz: 19, netto_cent: -150, ust_cent: -29, brutto_cent: -179 }],
      preise: "netto",
      ust_verfahren: "jahresausgleich",
      kleinunternehmer: false,
      abrechnung_ist: "rechnung",
      faellig_am: "2026-11-14",
    }),
    lieferschein({
      ...basis,
      lieferanschrift: an.name,
      nummer: `LS-1 ${an.name}`,
      datum: "2026-10-31",
      zeit_von: null,
      zeit_bis: "11:30",
      status: "zugestellt",
      fahrer: an.name,
      hinweis: "Klingel",
      notiz: an.name,
      grund: null,
      positionen: [geliefert],
      zustellung: {
        erfasst_am: "2026-10-31T09:12:00.000Z",
        empfaenger_name: an.name,
        unterschrift: await asBild("drawing"),
        photos: [await asBild("photo"), await asBild("photo")],
        bestand,
      },
    }),
    kontoauszug({
      ...basis,
      von: "2026-10-01",
      bis: "2026-10-31",
      anfang: bestand,
      bewegungen: Array.from({ length: 60 }, () => bewegung),
      ende: bestand,
    }),
    saldenuebernahme({
      ...basis,
      tag: "2026-10-01",
      posten: [{ nummer: "KI-20", bezeichnung: an.name, menge: 4, betrag_cent: 150, summe_cent: 600 }],
    }),
    saldenbestaetigung({
      ...basis,
      stichtag: "2026-10-31",
      bestand,
      link: { url: `https://pfand.example.de/antwort/${"x".repeat(43)}`, gueltig_bis: "2027-01-29" },
    }),
    erinnerung({
      ...basis,
      stichtag: "2026-10-31",
      stufe: 3,
      frist: "2026-11-15",
      posten: [
        {
          nummer: "K-001",
          bezeichnung: an.name,
          ist_geraet: true,
          menge: 4,
          wert_cent: 12_000,
          seit: "2026-03-01",
          tage: 244,
        },
      ],
    }),
    tourenliste(tour),
    ladeliste(tour),
    feierabend({ ...tour, zeitzone: "Europe/Berlin", zaehlung: undefined, daneben: [] }),
    verfahrensdokumentation({
      firma: ours,
      erstellt_am,
      version: "1.2.3",
      einstellungen: [["Preise", an.name]],
      roles: [["Fahrer", "eigene Lieferungen"]],
      betrieb: [["Sicherung", "täglich"]],
    }),
  ]
}
