import { join } from "node:path"
import { brotliCompressSync, constants } from "node:zlib"
import type { BunPlugin } from "bun"
import { buildPages } from "./build.ts"
import type { BuiltFile } from "./built-file.ts"

/**
 * Builds the pages, packs them, and puts them into an executable in the place of packed.ts.
 *
 * @param folder an empty one for the compressed files, which must stay until the executable is made
 * @returns a plugin for the build of the executable
 */
export async function embedPages(folder: string): Promise<BunPlugin> {
  const files = await buildPages()
  const entries = await Promise.all(files.map((file, i) => embed(file, join(folder, String(i)))))
  const contents = `${entries.map(({ imports }) => imports).join("")}
export const packed = [${entries.map(({ entry }) => entry).join(",\n")}]`
  return {
    name: "embed-pages",
    setup(build) {
      build.onLoad({ filter: /[\\/]bundle[\\/]packed\.ts$/ }, () => ({ contents, loader: "js" }))
    },
  }
}

/** Block sizes and codes of distances: which of them packs a file best is found by trial, and is some 200 bytes. */
const WAYS = [
  { block: 17, postfix: 1, direct: 12 },
  { block: 18, postfix: 0, direct: 15 },
  { block: 17, postfix: 0, direct: 4 },
  { block: 16, postfix: 0, direct: 0 },
] as const

/** Brotli at 9, and at 11 only what is loaded first: a large file takes seconds at 11, and gets little smaller. */
function brotli(bytes: Uint8Array, isFirst: boolean): Uint8Array {
  const pack = ({ block, postfix, direct }: (typeof WAYS)[number]) =>
    brotliCompressSync(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: isFirst ? 11 : 9,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        [constants.BROTLI_PARAM_LGBLOCK]: block,
        [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
        [constants.BROTLI_PARAM_NDIRECT]: direct,
      },
    })
  const [first, ...others] = WAYS
  return (isFirst ? others : [])
    .map(pack)
    .reduce((one, other) => (other.length < one.length ? other : one), pack(first))
}

/** Embeds only compressed files: for clients that accept neither encoding they are decompressed at each request. */
async function embed({ url, type, immutable, bytes, isFirst = false }: BuiltFile, file: string) {
  const [br, gz] = [`${file}.br.bin`, `${file}.gz.bin`]
  await Promise.all([Bun.write(br, brotli(bytes, isFirst)), Bun.write(gz, Bun.gzipSync(bytes, { level: 9 }))])
  const name = `f${file.slice(file.lastIndexOf("/") + 1)}`
  const from = (path: string) => `from ${JSON.stringify(path)} with { type: "file" };\n`
  const rest = JSON.stringify({ url, type, immutable, tag: Bun.hash(bytes).toString(36) }).slice(0, -1)
  return {
    imports: `import ${name}br ${from(br)}import ${name}gz ${from(gz)}`,
    entry: `${rest},
  plain: async () => new Blob([Bun.gunzipSync(await Bun.file(${name}gz).bytes())]),
  br: () => Bun.file(${name}br), gz: () => Bun.file(${name}gz) }`,
  }
}
