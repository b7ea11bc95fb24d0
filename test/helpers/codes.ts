import { readFileSync } from "node:fs"
import { join } from "node:path"
import { prepareZXingModule, type ReadResult, readBarcodes } from "zxing-wasm/reader"
import type { Picture } from "./pdf.ts"

const wasm = join(import.meta.dir, "../../node_modules/zxing-wasm/dist/reader/zxing_reader.wasm")
let ready: Promise<unknown> | undefined

/** @param picture as it is drawn, or as a file. @returns the QR codes that a telephone finds in it */
export async function readCodes(picture: Picture | Uint8Array): Promise<ReadResult[]> {
  ready ??= Promise.resolve(
    prepareZXingModule({
      overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer },
      fireImmediately: true,
    }),
  )
  await ready
  return readBarcodes(picture, { formats: ["QRCode"], maxNumberOfSymbols: 255 })
}
