import { day, text, type FieldSpecs } from "./feld.ts"

/** Fields of another program's access (see feld.ts). */
export const programmfelder = {
  name: {
    ...text("Name", 100),
    format: "zeile",
    required: true,
    api: { description: "Unter diesem Namen steht im Protokoll, was es tut", examples: ["Warenwirtschaft"] },
  },
  gueltig_bis: {
    ...day("Gültig bis"),
    required: true,
    api: { description: "Der letzte Tag, an dem es sich ausweisen kann; höchstens drei Jahre hin" },
  },
} satisfies FieldSpecs
