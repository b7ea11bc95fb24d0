import { type FieldSpecs, text, yesNo } from "./feld.ts"

/** Fields of a receiver of events (see feld.ts). */
export const webhookfelder = {
  name: {
    ...text("Name", 100),
    format: "zeile",
    required: true,
    api: { examples: ["Warenwirtschaft"] },
  },
  adresse: {
    ...text("Adresse", 500),
    format: "zeile",
    required: true,
    api: {
      description:
        "Beginnt mit https://; in privaten Netzen nur, wo der Betreiber sie in WEBHOOK_NETZE einträgt",
      examples: ["https://warenwirtschaft.example.de/pfandwerk"],
    },
  },
  aktiv: {
    ...yesNo("Sendet"),
    default: 1,
    api: {
      description:
        "0: es wird nichts gesendet; wieder eingeschaltet, folgt nach, was es noch gibt, und luecke sagt, was nicht",
    },
  },
} satisfies FieldSpecs

/** States of one message to a receiver. */
export const zustellstandInWords = { wartet: "wartet", zugestellt: "zugestellt", aufgegeben: "aufgegeben" }
