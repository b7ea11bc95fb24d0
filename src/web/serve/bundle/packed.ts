/** One file as it is served. */
export type Packed = {
  url: string
  type: string
  immutable: boolean
  /** Changes with the bytes. */
  tag: string
  /** As it is, or packed: read when asked for. */
  plain: () => Blob | Promise<Blob>
  br?: () => Blob
  gz?: () => Blob
}

/** Files built into the executable; undefined when run from the sources (embed.ts puts another module here). */
export const packed: Packed[] | undefined = undefined
