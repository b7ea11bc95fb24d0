/** States of deliveries in German: apart from those of arten.ts, as a telephone loads these alone. */
export const lieferstandInWords = {
  geplant: "geplant",
  unterwegs: "unterwegs",
  zugestellt: "zugestellt",
  nicht_zugestellt: "nicht zugestellt",
  storniert: "storniert",
}
