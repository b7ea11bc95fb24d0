import { type SchemaOptions, Type } from "@sinclair/typebox"
import { einheiten, geraeteStatus, inventurStatus } from "../../db/schema/values.ts"
import { MOST_IN_YARD } from "../../lib/figures.ts"
import { Line, Maybe, Nullable, OneOf, stampFields, Text, Uuid, Zeitpunkt } from "../../lib/fields.ts"
import { Naming } from "../shared/artikel-or-geraet.ts"
import { searched } from "../shared/page.ts"
import { Input, Reply } from "../shared/schema.ts"

export const inventurenFilter = {
  ...searched("Wortanfänge in der Bezeichnung"),
  status: Maybe(OneOf(inventurStatus)),
}

const flag = (options: SchemaOptions = {}) => Type.Integer({ minimum: 0, maximum: 1, ...options })
const name = Nullable(Type.String({ description: "null: der Betreiber" }))

export const InventurReply = Reply("Inventur", {
  id: Uuid(),
  bezeichnung: Type.String(),
  mit_geraeten: flag(),
  status: OneOf(inventurStatus),
  rest_ist_null: flag(),
  eroeffnet_von_name: name,
  beendet_von_name: name,
  beendet_am: Nullable(Zeitpunkt()),
  gezaehlt_am: Nullable(
    Zeitpunkt({ description: "Wann auf Papier gezählt wurde; null: gezählt wird, solange sie offen ist" }),
  ),
  ...stampFields,
})

export const NewInventur = Input({
  id: Maybe(Uuid()),
  bezeichnung: Line(100, { examples: ["Jahresinventur 2026"] }),
  mit_geraeten: Maybe(flag({ description: "Fehlt es, 1: auch Geräte werden gesucht" })),
  gezaehlt_am: Maybe(
    Zeitpunkt({
      description:
        "Für eine Zählung auf Papier, die nachträglich eingegeben wird: wann sie war. Zeilen ohne erfasst_am gelten dann als dort gezählt",
    }),
  ),
})

export const ZaehlungReply = Reply("Inventurzaehlung", {
  id: Uuid(),
  erfassung_id: Uuid({ description: "Was auf einmal eingegeben wurde" }),
  pfandartikel_id: Nullable(Uuid()),
  geraet_id: Nullable(Uuid()),
  nummer: Type.String(),
  bezeichnung: Type.String(),
  menge: Type.Integer(),
  ort: Nullable(Type.String()),
  erfasst_am: Zeitpunkt(),
  gezaehlt_von: Uuid(),
  gezaehlt_von_name: name,
})

export const NewErfassung = Input({
  id: Maybe(Uuid()),
  erfasst_am: Maybe(
    Zeitpunkt({ description: "Wann gezählt wurde; fehlt es, jetzt oder zum gezaehlt_am der Inventur" }),
  ),
  ort: Maybe(Line(60, { description: "Wo es stand" })),
  positionen: Type.Array(
    Naming({
      pfandartikel_id: Maybe(Uuid({ description: "Ein Gebinde zählt als seine Teile" })),
      menge: Type.Integer({
        minimum: 0,
        maximum: MOST_IN_YARD,
        description: "Kommt zu dem dazu, was schon gezählt ist; bei einem Gerät 1",
      }),
    }),
    { minItems: 1, maxItems: 200 },
  ),
})

export const ErfassungReply = Reply("Inventurerfassung", {
  erfassung_id: Uuid(),
  zaehlungen: Type.Array(ZaehlungReply),
})

export const CountedReply = Reply("InventurGezaehlt", {
  artikel: Type.Array(
    Type.Object({
      pfandartikel_id: Uuid(),
      nummer: Type.String(),
      bezeichnung: Type.String(),
      einheit: OneOf(einheiten),
      menge: Type.Integer({ description: "Von allen zusammen, in der Einheit des Artikels" }),
      personen: Type.Array(
        Type.Object({ gezaehlt_von: Uuid(), gezaehlt_von_name: name, menge: Type.Integer() }),
      ),
    }),
  ),
  geraete: Type.Integer({ description: "So viele Geräte sind gefunden" }),
  personen: Type.Array(
    Type.Object({
      gezaehlt_von: Uuid(),
      gezaehlt_von_name: name,
      zeilen: Type.Integer(),
      stueck: Type.Integer({ description: "Ohne Geräte" }),
      geraete: Type.Integer(),
      zuletzt_am: Zeitpunkt(),
    }),
  ),
})

const stueck = Type.Integer()

export const InventurpositionReply = Reply("Inventurposition", {
  id: Uuid(),
  position: Type.Integer(),
  pfandartikel_id: Nullable(Uuid()),
  geraet_id: Nullable(Uuid()),
  nummer: Type.String(),
  bezeichnung: Type.String(),
  gezaehlt: stueck,
  erwartet: Nullable(
    Type.Integer({ description: "Als zuletzt gezählt wurde; null: die erste Zählung des Artikels" }),
  ),
  differenz: Nullable(Type.Integer({ description: "gezaehlt − erwartet; negativ: es fehlt" })),
  differenz_cent: Nullable(
    Type.Integer({
      description:
        "Das Pfand darauf beim Abschluss, bei einer Zählung auf Papier das von damals; null bei Geräten und ohne differenz",
    }),
  ),
  seit_am: Nullable(Zeitpunkt({ description: "Die erste Zeile; null: niemand hat es gezählt" })),
  gezaehlt_am: Nullable(Zeitpunkt({ description: "Die letzte Zeile" })),
  waehrend_ausgegeben: Type.Integer({ description: "Zwischen der ersten und der letzten Zeile" }),
  waehrend_zurueck: stueck,
  danach_ausgegeben: Type.Integer({ description: "Von der letzten Zeile bis zum Abschluss" }),
  danach_zurueck: stueck,
  danach_lager: Type.Integer({ description: "Zugekauft, weniger verkauft und verschrottet" }),
  bestand: Nullable(Type.Integer({ description: "Beim Abschluss auf dem Hof; bei Geräten null" })),
  status_vorher: Nullable(OneOf(geraeteStatus)),
  status_nachher: Nullable(OneOf(geraeteStatus)),
  grund: Nullable(Type.String()),
})

const item = Type.Object({ id: Uuid(), nummer: Type.String(), bezeichnung: Type.String() })

export const AbschlussPreview = Reply("Abschlussvorschau", {
  artikel_gezaehlt: Type.Integer(),
  abweichend: Type.Array(
    Type.Object({
      ...item.properties,
      einheit: OneOf(einheiten),
      differenz: Nullable(
        Type.Integer({ description: "Nur mit ?abweichung=true: gezählt − erwartet; negativ: es fehlt" }),
      ),
      differenz_cent: Nullable(Type.Integer({ description: "Das Pfand darauf, wie es heute ist" })),
    }),
    { description: "Artikel, von denen mehr oder weniger gezählt als erwartet ist" },
  ),
  ungezaehlt: Type.Array(Type.Object({ ...item.properties, einheit: OneOf(einheiten) }), {
    description: "Artikel mit einem Bestand, die niemand gezählt hat",
  }),
  geraete_gezaehlt: Type.Integer(),
  fehlende_geraete: Type.Array(item, { description: "Die ersten 100, die nicht gefunden sind" }),
  geraete_fehlen: Type.Integer({
    description: "So viele gelten als nicht gefunden; 0 ohne Geräte. Über 5000 wird nicht weiter gezählt",
  }),
})

export const AbschlussQuery = Input({
  abweichung: Maybe(
    Type.Boolean({
      description: "true: sagt auch, um wie viel es abweicht. Wer noch zählt, sollte es nicht wissen",
    }),
  ),
})

export const InventurAbschluss = Input({
  rest_ist_null: Maybe(
    flag({
      description:
        "1: was niemand gezählt hat, ist nicht da. Fehlt es, 0: solche Artikel bleiben, wie sie waren",
    }),
  ),
  geraete_gesucht: Maybe(
    flag({
      description:
        "0: nach Geräten hat niemand gesehen, keines gilt als nicht gefunden. Fehlt es, 1, wenn die Inventur mit Geräten ist",
    }),
  ),
})

export const GeraetDecision = Input({
  status: OneOf(["lager", "wartung", "verloren", "ausgemustert"]),
  grund: Text(500, { examples: ["Beim Umbau entsorgt"] }),
})

export const ResultReply = Reply("Inventurergebnis", {
  artikel_zeilen: Type.Integer(),
  neu: Type.Integer({ description: "Davon zum ersten Mal gezählt: erwartet war nichts" }),
  fehlt: Type.Integer({ description: "Stück" }),
  fehlt_cent: Type.Integer({ description: "Das Pfand darauf, wie in differenz_cent" }),
  zu_viel: Type.Integer(),
  zu_viel_cent: Type.Integer(),
  geraete_zeilen: Type.Integer(),
  geraete_fehlen: Type.Integer(),
  unerwartet: Type.Integer({ description: "Geräte, die anderswo sein sollten" }),
})

export const InventurListItem = Type.Composite(
  [
    InventurReply,
    Type.Object({
      ergebnis: Maybe(
        Nullable(
          Type.Object(ResultReply.properties, {
            description: "Nur mit ?ergebnis=true; null, solange sie nicht abgeschlossen ist",
          }),
        ),
      ),
    }),
  ],
  { title: "InventurEintrag" },
)
