import { type TObject, Type } from "@sinclair/typebox"
import { Nullable, stampFields } from "../../lib/fields.ts"

/** Fields of every picture in replies. */
export const pictureFields = {
  url: Type.String({
    description: "Das Bild, höchstens 2560 Pixel lang",
    examples: ["/uploads/ab/ab12.webp"],
  }),
  vorschau_url: Type.String({ description: "Die Vorschau, höchstens 480 Pixel lang" }),
  titel: Nullable(Type.String()),
  breite: Type.Integer(),
  hoehe: Type.Integer(),
  bytes: Type.Integer(),
  hochgeladen_von: Nullable(Type.String()),
  ...stampFields,
}

/** Options of a route that takes a picture. @param fields of the form, beside the file */
export const takesPicture = <F extends TObject>(fields: F) =>
  ({
    upload: { file: "bild", description: "JPEG, PNG oder WebP", fields },
    creates: true,
    etag: true,
  }) as const

/** Refusals of such a route. */
export const pictureRefusals = {
  "too large": "Zu groß, mehr als 40 Millionen Bildpunkte, oder der Speicherplatz der Firma ist aufgebraucht",
  "wrong type": "Kein JPEG, PNG oder WebP, oder kein Formular",
  unavailable: "Zu viele Bilder gleichzeitig",
}
