import wasm from "zxing-wasm/reader/zxing_reader.wasm" with { type: "file" }

/** The formats of codes on crates, bottles and devices. */
const FORMATS = ["qr_code", "ean_13", "ean_8", "upc_a", "code_128", "code_39", "itf", "data_matrix"]

/** @returns the first code in a picture; undefined for none */
type Decode = (source: HTMLVideoElement) => Promise<string | undefined>

type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

/** @returns the browser's own decoder, or else zxing, which is only loaded now */
export async function makeDecoder(): Promise<Decode> {
  const native = (window as unknown as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  const supported = (await native?.getSupportedFormats().catch(() => [])) ?? []
  const formats = FORMATS.filter((format) => supported.includes(format))
  if (native && formats.includes("ean_13") && formats.includes("qr_code")) {
    const detector = new native({ formats })
    return async (source) => (await detector.detect(source))[0]?.rawValue
  }
  return zxing()
}

async function zxing(): Promise<Decode> {
  const { prepareZXingModule, readBarcodes } = await import("zxing-wasm/reader")
  await prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true })
  const canvas = document.createElement("canvas")
  const context = canvas.getContext("2d", { willReadFrequently: true })
  return async (source) => {
    canvas.width = source.videoWidth
    canvas.height = source.videoHeight
    if (!context || canvas.width === 0) return undefined
    context.drawImage(source, 0, 0)
    const found = await readBarcodes(context.getImageData(0, 0, canvas.width, canvas.height), {
      maxNumberOfSymbols: 1,
    })
    return found.find(({ isValid }) => isValid)?.text
  }
}
