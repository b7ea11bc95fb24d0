import { readFileSync } from "node:fs"
import regular from "@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf" with { type: "file" }
import bold from "@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf" with { type: "file" }
import { create } from "fontkit"

type Fonts = Record<"regular" | "bold", PDFKit.Mixins.PDFFontSource>

let fonts: Fonts | undefined

/** The two fonts of all documents; read when the first is printed, and parsed once: that takes a quarter of a page. */
export function getFonts(): Fonts {
  fonts ??= { regular: create(readFileSync(regular)), bold: create(readFileSync(bold)) }
  return fonts
}
