declare module "*.sql" {
  const text: string
  export default text
}

declare module "*.css" {
  const path: string
  export default path
}

declare module "swagger-ui-dist/swagger-ui-bundle.js" {
  const path: string
  export default path
}

declare module "*.icc" {
  const path: string
  export default path
}

declare module "*.woff2" {
  const file: string
  export default file
}

declare module "*.ttf" {
  const path: string
  export default path
}

/** Parses a font file; pdfkit takes the result wherever it takes the file. */
declare module "fontkit" {
  export type Font = Uint8Array & {
    unitsPerEm: number
    layout: (text: string, features?: unknown) => unknown
    /** All letters that it has. */
    characterSet: readonly number[]
    hasGlyphForCodePoint: (letter: number) => boolean
    /** @returns the letter's glyph: one object for all its letters; `codePoints` holds the first asked for */
    glyphForCodePoint: (letter: number) => { codePoints: number[] }
  }
  export function create(file: Uint8Array): Font
}
