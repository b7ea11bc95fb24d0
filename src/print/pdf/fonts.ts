import { readFileSync } from "node:fs"
import regular from "@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf" with { type: "file" }
import bold from "@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf" with { type: "file" }
import type { Font } from "fontkit"

type Fonts = Record<"regular" | "bold", Font>

let fonts: Fonts | undefined

/** The two fonts of all documents; read when the first is printed, and parsed once. */
export async function openFonts(): Promise<Fonts> {
  const { create } = await import("fontkit")
  const open = (file: string): Font => prepare(file, create(readFileSync(file)))
  return (fonts ??= { regular: open(regular), bold: open(bold) })
}

function opened(): Fonts {
  if (!fonts) throw new Error("the fonts are not open")
  return fonts
}

/** Words per font of which the places of their letters are remembered. */
const WORDS = 5000

/**
 * Lets a font remember where the letters of a word stand, so that this is not calculated for every document. pdfkit
 * scales what it gets in place, which changes nothing in a font of 1000 units.
 */
function prepare(file: string, font: Font): Font {
  if (font.unitsPerEm !== 1000) throw new Error(`${file} is not drawn in 1000 units`)
  nameGlyphs(font)
  const layOut = font.layout.bind(font)
  const known = new Map<string, Run>()
  const remember = (text: string): Run => {
    let run = known.get(text)
    if (run === undefined) {
      if (known.size >= WORDS) known.clear()
      run = layOut(text) as Run
      known.set(text, run)
    }
    return run
  }
  font.layout = (text, features) => {
    if (features) return layOut(text, features)
    return FIGURE.test(text) ? layOutFigure(text, remember) : remember(text)
  }
  return font
}

/** Letters of a word, and how far each moves the pen. */
type Run = { glyphs: unknown[]; positions: { xAdvance: number }[]; advanceWidth: number }

const FIGURE = /^[-−.,\d]{3,20}$/

/**
 * Nearly every figure is a new one, but all are made of few pairs of signs: how far a sign moves the pen depends on
 * the next.
 */
function layOutFigure(text: string, remember: (text: string) => Run): Run {
  const glyphs: unknown[] = []
  const positions: Run["positions"] = []
  let advanceWidth = 0
  for (let at = 0; at < text.length; at++) {
    const run = remember(text.slice(at, at + 2))
    const [glyph, position] = [run.glyphs[0], run.positions[0]]
    if (!position) throw new Error(`the font lacks ${text[at]}`)
    glyphs.push(glyph)
    positions.push(position)
    advanceWidth += position.xAdvance
  }
  return { glyphs, positions, advanceWidth }
}

/**
 * fontkit remembers for each glyph the letter with which it first met it, and none if it first met it as a part of
 * another glyph. An "i" is drawn with an "ı", which from then on was a space for everybody who copied or searched the
 * text. So each glyph first meets its own letter here, and a ligature the letters that it joins.
 */
function nameGlyphs(font: Font): void {
  for (const letter of font.characterSet) {
    const glyph = font.glyphForCodePoint(letter)
    const joined = String.fromCodePoint(letter).normalize("NFKD")
    if (isLigature(letter)) glyph.codePoints = [...joined].map((one) => one.codePointAt(0) ?? letter)
  }
}

const isLigature = (letter: number): boolean => letter >= 0xfb00 && letter <= 0xfb06

/** Sign drawn for letters that the fonts lack. */
export const MISSING = "□"

/** Signs that move the pen have no place in a line of text. */
// oxlint-disable-next-line no-control-regex
const MOVES = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g
/** Signs that draw nothing: they tell a program how to join or order what is beside them. */
const INVISIBLE = /[\p{Cf}\p{Variation_Selector}]/gu

/** @returns a text as it can be drawn in one line: what the fonts do not have is a box, and is never left out */
export function printable(text: string): string {
  const line = text.replace(MOVES, " ")
  // Nearly all are written in these.
  if (/^[ -~\u00a0-\u00ac\u00ae-\u017f]*$/.test(line)) return line
  const fontOfAll = opened().regular
  return line
    .toWellFormed()
    .normalize("NFC")
    .replace(INVISIBLE, "")
    .replace(/./gu, (sign) => (isDrawn(fontOfAll, sign) ? sign : sign.trim() === "" ? " " : MISSING))
}

const isDrawn = (font: Font, sign: string): boolean =>
  !/\p{Co}/u.test(sign) && font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0)
