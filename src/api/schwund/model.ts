import { Type } from "@sinclair/typebox"
import { geraeteStatus } from "../../db/schema/values.ts"
import { Maybe, Nullable, OneOf, Uuid, Zeitpunkt } from "../../lib/fields.ts"
import { Reply } from "../shared/schema.ts"

const inYear = Type.Integer({ description: "Im Jahr" })

export const SchwundZeile = Reply("Schwund", {
  id: Uuid({ description: "Die des Artikels" }),
  nummer: Type.String(),
  bezeichnung: Type.String(),
  zugekauft: inYear,
  verkauft: inYear,
  verschrottet: inYear,
  fehlt: Type.Integer({ description: "Bei den Inventuren des Jahres zu wenig, in Stück" }),
  zu_viel: Type.Integer({ description: "Bei den Inventuren des Jahres zu viel" }),
  fehlt_cent: Type.Integer({
    description:
      "fehlt zu dem Pfand, das galt, als die Inventur abgeschlossen wurde; auf Papier: als gezählt wurde",
  }),
  auf_dem_hof: Nullable(Type.Integer({ description: "Heute; null: nie gezählt, oder es wird gezählt" })),
  bei_kunden: Type.Integer({ description: "Heute" }),
  mehr_zurueck: Type.Integer({
    minimum: 0,
    description: "Stück, die Kunden mehr zurückgaben, als sie bekamen; in bei_kunden schon abgezogen",
  }),
  verloren: Type.Integer({ description: "Im Jahr bei Kunden als verloren gebucht, in Stück" }),
  verloren_cent: Type.Integer({ description: "Das Pfand darauf" }),
})

export const SchwundKunde = Reply("SchwundKunde", {
  id: Uuid({ description: "Die des Kunden" }),
  kunde_id: Uuid(),
  kundennummer: Type.String(),
  name: Type.String(),
  menge: Type.Integer({ description: "Was der Kunde am 31.12. hatte, in Stück" }),
  wert_cent: Type.Integer(),
  alt_menge: Type.Integer({ description: "Davon länger als ein Jahr" }),
  alt_wert_cent: Type.Integer(),
  verloren: Type.Integer({ description: "Im Jahr als verloren gebucht, in Stück" }),
  verloren_cent: Type.Integer({ description: "Das Pfand darauf" }),
})

export const SchwundGeraet = Reply("SchwundGeraet", {
  id: Uuid({ description: "Die des Geräts" }),
  geraetenummer: Type.String(),
  bezeichnung: Type.String(),
  status_seit: Nullable(Zeitpunkt()),
  kunde_id: Nullable(
    Uuid({
      description:
        "Bei wem es verloren ging, null: auf dem Hof. Ging es mehrmals verloren, bei wem zuletzt, dessen Pfand dafür noch offen ist",
    }),
  ),
  kunde_name: Nullable(Type.String()),
  pfand_cent: Nullable(
    Type.Integer({ description: "Pfand oder Kaution, als es dorthin zuletzt ausgegeben wurde" }),
  ),
  offen_cent: Type.Integer({ description: "Was davon auf dem Pfandkonto des Kunden noch offen ist" }),
  weitere_cent: Type.Integer({
    description: "Was für dasselbe Gerät bei anderen Kunden offen ist, bei denen es früher verloren ging",
  }),
  frueher: Type.Boolean({ description: "Seither ging es woanders noch einmal verloren" }),
})

export const OffenesPfand = Reply("OffenesPfand", {
  id: Uuid({ description: "Nur für die Reihenfolge" }),
  geraet_id: Uuid(),
  geraetenummer: Type.String(),
  bezeichnung: Type.String(),
  status: OneOf(geraeteStatus, { description: "Was heute mit dem Gerät ist" }),
  kunde_id: Uuid({ description: "Bei wem das Pfand offen ist" }),
  kundennummer: Type.String(),
  kunde_name: Type.String(),
  verloren_am: Nullable(
    Zeitpunkt({
      description: "Wann es dort zuletzt verloren ging; null: nie, eine Korrektur hat es berechnet",
    }),
  ),
  wert_cent: Type.Integer({ description: "Was dort noch offen ist" }),
})

export const offenesPfandFilter = {
  ort: Maybe(
    OneOf(["verloren", "woanders"] as const, {
      description:
        "verloren: das Gerät ist noch verloren; woanders: es ist im Haus, bei jemand anderem oder ausgemustert",
    }),
  ),
}
