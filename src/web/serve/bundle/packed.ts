import type { BuiltFile } from "./built-file.ts"

/** One file as it is served. */
export type Packed = Omit<BuiltFile, "bytes"> & {
  /** Changes with the bytes. */
  tag: string
  /** As it is, or packed: read when asked for. */
  plain: () => Blob | Promise<Blob>
  br?: () => Blob
  gz?: () => Blob
}

/** Files built into the executable; undefined when run from the sources (embed.ts puts another module here). */
export const packed: Packed[] | undefined = undefined
