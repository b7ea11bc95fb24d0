/** One file of the plan. `immutable`: its name holds a hash of it. Shells have the address of their application. */
export type BuiltFile = { url: string; bytes: Uint8Array<ArrayBuffer>; type: string; immutable: boolean }
