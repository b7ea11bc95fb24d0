/** One file of the plan. `immutable`: its name holds a hash of it. Shells have the address of their application. */
export type BuiltFile = { url: string; bytes: Uint8Array<ArrayBuffer>; type: string; immutable: boolean }

/** A text of the plan, which is asked for again each time. */
export const textFile = (url: string, type: string, text: string): BuiltFile => ({
  url,
  bytes: new TextEncoder().encode(text),
  type: `${type}; charset=utf-8`,
  immutable: false,
})
