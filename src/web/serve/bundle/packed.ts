import type { BuiltFile } from "./built-file.ts"

/** One file as it is served. */
export type Packed = Omit<BuiltFile, "bytes"> & {
  /** Changes with the bytes. */
  tag: string
  /** Reads it as it is; `br` and `gz`, compressed, where that was done beforehand. */
  plain: () => Blob | Promise<Blob>
  br?: () => Blob
  gz?: () => Blob
}

/** Files built into the executable; undefined when run from the sources (embed.ts puts another module here). */
export const packed: Packed[] | undefined = undefined
