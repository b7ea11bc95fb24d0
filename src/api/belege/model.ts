import { Type } from "@sinclair/typebox"
import { antworten, belegarten, rechnungsprofile } from "../../db/schema/values.ts"
import { antwortfelder, linkantwortfelder } from "../../lib/felder/beleg.ts"
import { newFields, patchFields, replyFields } from "../../lib/felder/schema.ts"
import { Datum, Maybe, Nullable, OneOf, stampFields, Uuid, Zeitpunkt } from "../../lib/fields.ts"
import { searched } from "../shared/page.ts"
import { Input, Reply } from "../shared/schema.ts"

const art = OneOf(belegarten, { examples: ["kontoauszug"] })
const antwort = OneOf(antworten)

/** Filters of the list and of its export. */
export const belegfilter = {
  ...searched("Kunde: Wortanfänge in Name, Nummer, Anschrift oder Telefon"),
  kunde_id: Maybe(Uuid()),
  art: Maybe(art),
  antwort: Maybe(antwort),
  auftrag_id: Maybe(Uuid()),
  zu_klaeren: Maybe(
    Type.Boolean({
      description: "true: nur, was über einen Link bestritten ist und wozu noch nichts festgehalten wurde",
    }),
  ),
}

export const BelegReply = Reply("Beleg", {
  id: Uuid(),
  art,
  titel: Type.String(),
  dateiname: Type.String(),
  typ: Type.String({ examples: ["application/pdf"] }),
  profil: Nullable(
    OneOf(rechnungsprofile, {
      description:
        "Einer elektronischen Rechnung: en16931, wie sie im PDF steckt, oder xrechnung; sonst null",
    }),
  ),
  kunde_id: Nullable(Uuid()),
  bezug_id: Nullable(Uuid({ description: "Die Abrechnung oder Lieferung, die er zeigt" })),
  von: Nullable(Datum()),
  bis: Nullable(Datum()),
  saldo_cent: Nullable(
    Type.Integer({
      description:
        "Worauf er lautet: der Saldo; bei einer Erinnerung nur das Pfand auf das, woran sie erinnert; null auch für ein Programm ohne buchungen.lesen",
    }),
  ),
  auftrag_id: Nullable(Uuid()),
  bytes: Type.Integer(),
  sha256: Type.String(),
  erstellt_von: Type.String(),
  erstellt_von_name: Type.String(),
  antwort: Nullable(antwort),
  antwort_datum: Nullable(Datum()),
  ...replyFields(antwortfelder),
  linkantwort: Nullable(
    Type.Object(
      {
        ...replyFields(linkantwortfelder),
        erstellt_am: Zeitpunkt(),
        erledigt_am: Nullable(Zeitpunkt({ description: "Wann das Büro selbst etwas dazu festhielt" })),
      },
      { description: "Was der Kunde über einen Link geantwortet hat, unverändert" },
    ),
  ),
  link_bis: Nullable(
    Datum({ description: "Bis zu diesem Tag gilt ein Link zu diesem Beleg; null: keiner gilt" }),
  ),
  gesperrt: Type.Integer({ description: "1: nur noch für den Prüfer aufbewahrt" }),
  aufbewahren_bis: Datum(),
  ...stampFields,
})

export const BelegZeile = Reply("BelegZeile", {
  ...BelegReply.properties,
  kunde_name: Nullable(Type.String()),
})

export const Answer = Input({
  antwort,
  datum: Maybe(Datum({ description: "An dem der Kunde geantwortet hat; fehlt es, heute" })),
  bemerkung: patchFields(antwortfelder).antwort_bemerkung,
  linkantwort_am: Maybe(
    Nullable(
      Zeitpunkt({
        description:
          "erstellt_am der Antwort über einen Link, die zu sehen war; null: keine. Kam inzwischen eine, antwortet der Dienst mit 409",
      }),
    ),
  ),
})

const { adresse: _, ...typed } = newFields(linkantwortfelder)

/** The form of a link's page. */
export const LinkAnswer = Input(typed)

export const LinkReply = Reply("Beleglink", {
  url: Type.String({ description: "Die Adresse für den Kunden; sie wird nicht noch einmal gezeigt" }),
  gueltig_bis: Datum({ description: "Der letzte Tag, an dem sie gilt" }),
  qr: Type.String({ description: "Die Adresse als QR-Code, ein SVG" }),
})

export const LinkstandReply = Reply("Linkstand", {
  adresse: Nullable(Type.String({ description: "Unter der Kunden diese Anlage erreichen (ADRESSE)" })),
  aus: Nullable(Type.String({ description: "Warum es gerade keine Links gibt; null: es gibt sie" })),
})
