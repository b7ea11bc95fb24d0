const decoder = new TextDecoder("windows-1252")

/** Bytes by sign; the five bytes that the code page leaves empty belong to no sign. */
const bytes = new Map<string, number>(
  Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte] as const).filter(
    ([sign, byte]) => byte < 0x80 || byte >= 0xa0 || sign.charCodeAt(0) !== byte,
  ),
)

const plain = (sign: string): string => sign.normalize("NFD").replace(/\p{M}/gu, "")

/**
 * Text for programs that read Windows-1252. A sign that the code page lacks becomes the nearest that it has ("ő"
 * becomes "o"), or a question mark: one place for each sign, so that lengths stay as they were counted.
 */
export function encodeWindows1252(text: string): Uint8Array {
  const signs = [...text]
  return Uint8Array.from(signs, (sign) => bytes.get(sign) ?? bytes.get(plain(sign)) ?? 0x3f)
}

/** @returns whether a sign of the text would become a question mark */
export const isLostInWindows1252 = (text: string): boolean =>
  [...text].some((sign) => sign !== "?" && encodeWindows1252(sign)[0] === 0x3f)
