/**
 * States of records in German, as they stand within a sentence or in a table. It imports nothing, as
 * browsers load it, too. Kinds of bookings: buchungsart.ts.
 */

export const geraetestandInWords = {
  lager: "im Lager",
  beim_kunden: "beim Kunden",
  wartung: "in Wartung",
  verloren: "verloren",
  ausgemustert: "ausgemustert",
}

export const lieferstandInWords = {
  geplant: "geplant",
  unterwegs: "unterwegs",
  zugestellt: "zugestellt",
  nicht_zugestellt: "nicht zugestellt",
  storniert: "storniert",
}

export const klaerungstandInWords = { offen: "offen", gebucht: "gebucht", verworfen: "verworfen" }

/** Of a balance that a customer was told. */
export const antwortInWords = { bestaetigt: "bestätigt", bestritten: "bestritten" }
