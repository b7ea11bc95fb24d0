import { readFileSync } from "node:fs"
import regular from "@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf" with { type: "file" }
import bold from "@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf" with { type: "file" }
import { create, type Font } from "fontkit"

type Fonts = Record<"regular" | "bold", Font>

let fonts: Fonts | undefined

/** The two fonts of all documents; read when the first is printed, and parsed once: that takes a quarter of a page. */
export function getFonts(): Fonts {
  fonts ??= { regular: open(regular), bold: open(bold) }
  return fonts
}

/** So many words are remembered with the places of their letters, of each font. */
const WORDS = 5000

/**
 * Where the letters of a word stand is reckoned once, and not for every document: that was a third of the work of a
 * statement. pdfkit scales what it gets, in place, which changes nothing in a font of 1000 units.
 */
function open(file: string): Font {
  const font = create(readFileSync(file))
  if (font.unitsPerEm !== 1000) throw new Error(`${file} is not drawn in 1000 units`)
  const layOut = font.layout.bind(font)
  const known = new Map<string, unknown>()
  font.layout = (text, features) => {
    if (features) return layOut(text, features)
    let run = known.get(text)
    if (run === undefined) {
      if (known.size >= WORDS) known.clear()
      run = layOut(text)
      known.set(text, run)
    }
    return run
  }
  return font
}
