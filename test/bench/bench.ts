import type { Options } from "./options.ts"

/** Tools of every section. */
export type Bench = {
  options: Options
  /** The compiled service. */
  executable: string
  /** @returns a data folder of that size; with `open` deliveries under way */
  data: (customers: number, open?: number) => Promise<string>
  /** @returns what is uploaded */
  photo: () => Promise<Uint8Array>
  /** Tells whoever watches what is going on. */
  say: (text: string) => void
}
