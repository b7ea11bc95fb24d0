/** One file of the plan. Shells have the address of their application. */
export type BuiltFile = {
  url: string
  bytes: Uint8Array<ArrayBuffer>
  type: string
  /** Its name holds a hash of it. */
  immutable: boolean
  /** A telephone loads it before anything is seen: worth packing as small as can be. */
  isFirst?: boolean
}

/** A text of the plan, which is asked for again each time. */
export const textFile = (url: string, type: string, text: string): BuiltFile => ({
  url,
  bytes: new TextEncoder().encode(text),
  type: `${type}; charset=utf-8`,
  immutable: false,
})
