/**
 * Letters that another program lost, or read in the wrong code page: `M�ller`, `MÃ¼ller`, `M?ller`, `M&uuml;ller`,
 * `M=FCller`, `M+APw-ller`, `M%C3%BCller`; and a line that ends in `<br>`.
 */
const LOST =
  /\uFFFD|\u00C3[\u00A4\u00B6\u00BC\u0178\u201E\u2013\u0153\u009F\u0084\u0096\u009C]|(?<!\/\S*)\p{Ll}\?\p{Ll}|&(?:amp|quot|nbsp|szlig|[aou]uml|#\d+);|\p{L}=[C-F][\dA-F](?=\p{L})|\+A[A-P][\dA-Za-z+/]-|<br ?\/?>|%C3%[89AB][\dA-F]/iu

/**
 * `M}ller`, of a code page without umlauts. Within a word: between single letters, or before a capital, it parts two
 * things (`c|d`, `Bier|Wein`).
 */
const IN_WORD = /\p{L}{2}[{|}~]\p{Ll}|\p{L}[{|}~]\p{Ll}\p{L}/u

/** `18,00`, `1.234,50 €`: with cents, or with a currency. */
const AMOUNT =
  /^[-−–(]?\s*(?:(?:€|EUR)\s*)?[\d.,'’\s]*[.,]\d{2}\s*[-−–)]?\s*(?:€|EUR)?$|\d\s*[-)]?\s*(?:€|EUR)$/i

/**
 * How far into a long cell lost letters are looked for, the longest amount, and how much of a cell is quoted; in UTF-16
 * units.
 */
const LOOKED_AT = 200
const LONGEST_AMOUNT = 40
const SHOWN = 30

/** Signs and words for foreign money, and for cents. */
const OTHER_MONEY =
  /[$£¥¢₺₽₴]|(?<!\p{L})(?:zł|Kč|S?Fr|kr|Ft|Lei|DM|ct|Cents?|USD|CHF|GBP|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|TRY|JPY)(?!\p{L})/iu

/** @returns the currency, or cents, that a number format names, if the number is not in euros */
export const otherMoney = (text: string): string | undefined => OTHER_MONEY.exec(text)?.[0]

const CONTAINERS =
  /^[\d\s.,'’()+−-]*(?:Ka|K[aä]sten|Kisten?|Tr[aä]ger|Gebinde|VPE?|VE|Pal|Paletten?|Krt|Kartons?|Fl|Flaschen?|F[aä]ss(?:er)?|Dutzend)\.?$/i

/** @returns whether a number counts containers, by its unit: five crates are not five bottles */
export const inContainers = (text: string): boolean => CONTAINERS.test(text)

/** @returns whether a cell is written as an amount of money */
export const isAmountText = (text: string): boolean =>
  text.length <= LONGEST_AMOUNT && AMOUNT.test(text.trim())

/** Collects what cells show besides their value: amounts of money, lost letters, apostrophes. */
export class Signs {
  readonly #amounts = new Set<number>()
  #lost = 0
  #first: { zeile: number; cell: string } | undefined
  #quoted: { zeile: number; cell: string } | undefined

  /** @param column from 0 @param isAmount whether the file shows the number in it as an amount */
  see(zeile: number, column: number, cell: string, isAmount: boolean): void {
    if (isAmount || isAmountText(cell)) this.#amounts.add(column)
    if (hasApostrophe(cell)) this.#quoted ??= { zeile, cell }
    const begin = cell.slice(0, LOOKED_AT)
    if (!LOST.test(begin) && !IN_WORD.test(begin)) return
    if (this.#first?.zeile !== zeile) this.#lost++
    this.#first ??= { zeile, cell }
  }

  /** Columns, from 0, in which amounts of money are shown. */
  get amounts(): number[] {
    return [...this.#amounts].toSorted((a, b) => a - b)
  }

  /** @returns hints, in German, on lost letters and on apostrophes */
  hints(): string[] {
    return [...this.#lostLetters(), ...this.#apostrophes()]
  }

  #apostrophes(): string[] {
    if (!this.#quoted) return []
    const { zeile, cell } = this.#quoted
    return [
      `In Zeile ${zeile} („${cell.slice(0, SHOWN)}“) steht ein Apostroph vor einer Zahl: Er wird mit gelesen. Gehört er nicht dazu, bitte in der Tabelle entfernen`,
    ]
  }

  #lostLetters(): string[] {
    if (!this.#first) return []
    const { zeile, cell } = this.#first
    const others = this.#lost > 1 ? ` und ${this.#lost - 1} weiteren` : ""
    return [
      `In Zeile ${zeile} („${cell.slice(0, SHOWN)}“)${others} stehen Umlaute oder Zeichen, die ein anderes Programm verdorben hat: Sie werden so gelesen, wie sie da stehen. Bitte dort berichtigen`,
    ]
  }
}

/** Ids of the built-in formats with cents or a currency. */
const FIXED = new Set([2, 4, 5, 6, 7, 8, 39, 40, 42, 43, 44])
const CENTS_OR_CURRENCY = /[0#]\.00(?!0)|€|\bEUR\b|\[\$[^\]-]/i

/** @param code of a format that the workbook defines @returns whether it shows numbers as amounts of money */
export const isAmountFormat = (id: number, code: string | undefined): boolean =>
  code === undefined ? FIXED.has(id) : CENTS_OR_CURRENCY.test(code) && !/s\.0/i.test(code)

/** `="00017"`: programs write this so that Excel keeps the leading zeros. */
const AS_FORMULA = /^="([^"]*)"$/
/** An apostrophe before a number, which people write to keep its leading zeros. */
const BEFORE_NUMBER = /^'+\d[\d\s./-]*$/
const BEFORE_FORMULA = /^'+[=+\-@\t\r]/

/** @returns whether a number has an apostrophe before it */
export const hasApostrophe = (cell: string): boolean => BEFORE_NUMBER.test(cell)

/** @returns a cell of CSV without what keeps a spreadsheet from taking it for a formula (print/export/csv.ts), or a number */
export const unguarded = (cell: string): string =>
  BEFORE_FORMULA.test(cell) || hasApostrophe(cell) ? cell.slice(1) : (AS_FORMULA.exec(cell)?.[1] ?? cell)
