/** One file that browsers load. A shell has the address of its application or screen. */
export type BuiltFile = {
  url: string
  bytes: Uint8Array<ArrayBuffer>
  type: string
  /** Its name holds a hash of its content. */
  immutable: boolean
  /** A telephone loads it before anything is seen: worth the slowest compression. */
  isFirst?: boolean
}

/** @returns a text under a name without a hash: browsers ask each time whether it has changed */
export const textFile = (url: string, type: string, text: string): BuiltFile => ({
  url,
  bytes: new TextEncoder().encode(text),
  type: `${type}; charset=utf-8`,
  immutable: false,
})
