import { readFileSync } from "node:fs"
import latin from "../../browser/ui/font/latin.woff2" with { type: "file" }
import latinExt from "../../browser/ui/font/latin-ext.woff2" with { type: "file" }
import type { BuiltFile } from "./built-file.ts"

/** The font's two files, and their letters: browsers ask for the second only where a text has one of them. */
const parts = [
  {
    name: "latin",
    file: latin,
    letters:
      "U+0-FF,U+131,U+152-153,U+2C6,U+2DA,U+2DC,U+2000-206F,U+20AC,U+2122,U+2190-2193,U+2212,U+25A1,U+FFFD",
  },
  {
    name: "latin-ext",
    file: latinExt,
    letters:
      "U+100-130,U+132-151,U+154-17F,U+18F,U+1A0-1A1,U+1AF-1B0,U+1CD-1DC,U+218-21B,U+1E80-1E85,U+1E9E,U+1EA0-1EF9,U+20AB,U+20AD-20BD",
  },
]

type FontFile = BuiltFile & { letters: string }

let files: FontFile[] | undefined

/** @returns the files of the pages' font; the first is needed by every page */
export const fontFiles = (): FontFile[] =>
  (files ??= parts.map(({ name, file, letters }) => {
    const bytes = new Uint8Array(readFileSync(file))
    const url = `/assets/schrift-${name}-${Bun.hash(bytes).toString(36)}.woff2`
    return { url, bytes, type: "font/woff2", immutable: true, letters }
  }))

/**
 * @returns the font's rules for a style sheet. Its letters are small for their size: `size-adjust` makes them as high and
 *   as wide as those of Arial, which is shown until the font has loaded, so that nothing jumps. Ascent and descent put
 *   the capitals in the middle of a line: the text of a button does not stand out of it
 */
export const fontFaces = (): string =>
  fontFiles()
    .map(
      ({ url, letters }) =>
        `@font-face{font-family:"Pfandwerk Sans";font-weight:400 600;font-display:swap;size-adjust:107%;ascent-override:89%;descent-override:23%;` +
        `src:url("${url}") format("woff2");unicode-range:${letters}}`,
    )
    .join("\n") +
  `\n@font-face{font-family:"Pfandwerk Ersatz";src:local("Arial"),local("Liberation Sans"),local("Roboto");` +
  "ascent-override:95%;descent-override:25%;line-gap-override:0%}\n"
