import { isAddress } from "./fields.ts"

/** One setting of the environment. */
export type Setting<T> = {
  doc: string
  /** The default, as the environment would have it; undefined without one. */
  fallback?: string
  /** @throws Error that tells the fault without the value */
  parse: (text: string) => T
}

// Parsers: each throws an Error that tells the fault without the value.

export const integer =
  (min: number, max: number) =>
  (text: string): number => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (!(value >= min && value <= max)) throw new Error(`muss eine ganze Zahl von ${min} bis ${max} sein`)
    return value
  }

/** @returns a number of proxies: `true` is one, `false` none */
export const proxies = (text: string): number => {
  const value = text === "true" ? 1 : text === "false" ? 0 : Number(/^\d$/.exec(text)?.[0] ?? Number.NaN)
  if (Number.isNaN(value)) throw new Error("muss true, false oder die Zahl der Proxys (0 bis 9) sein")
  return value
}

export const oneOf =
  <T extends string>(...values: T[]) =>
  (text: string): T => {
    if (!values.includes(text as T)) throw new Error(`muss eines von ${values.join(", ")} sein`)
    return text as T
  }

export const nonEmpty = (text: string): string => {
  if (text.trim() === "") throw new Error("darf nicht leer sein")
  return text
}

export const schedule = (text: string): string => {
  if (text === "off") return text
  try {
    Bun.cron.parse(text)
  } catch {
    throw new Error("muss fünf Felder wie bei cron haben, etwa 0 2 * * *, oder off sein")
  }
  return text
}

export const signingSecret = (text: string): string => {
  if (Buffer.byteLength(text) < 32)
    throw new Error("muss mindestens 32 Bytes haben; weggelassen wird eines gemacht")
  return text
}

export const metricsToken = (text: string): string => {
  if (!/^[\x21-\x7e]{16,}$/.test(text)) throw new Error("muss mindestens 16 Zeichen ohne Leerzeichen haben")
  return text
}

/**
 * Address of an installation as others reach it, to which paths are appended.
 *
 * @returns it without a slash at its end
 */
export const publicAddress = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isBare = /^https?:\/\/[^\s/?#@\\*]+\/?$/i.test(text)
  if (!url || !isBare)
    throw new Error(
      "muss die Adresse sein, unter der andere diese Anlage erreichen, etwa https://pfand.example.de (http oder https, ohne Pfad, Passwort und ?)",
    )
  if (NOWHERE.has(url.hostname))
    throw new Error("muss eine Adresse sein, die andere öffnen können; 0.0.0.0 und :: sind keine")
  return url.origin
}

/** Addresses on which a service may listen, but which nobody can open. */
const NOWHERE = new Set(["0.0.0.0", "[::]"])

/** An origin as browsers send it: no path, no `*`, no `null`; unencrypted ones only on this machine, for trials. */
export function origins(text: string): ReadonlySet<string> {
  const named = text.split(",").map((one) => one.trim())
  for (const one of named) {
    const url = URL.canParse(one) ? new URL(one) : undefined
    const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && url.hostname === "localhost")
    if (url?.origin !== one || !isSafe || one.includes("*"))
      throw new Error(
        "muss aus genauen Herkünften bestehen, etwa https://shop.firma.de (https, ohne Pfad und ohne *)",
      )
  }
  return new Set(named)
}

/** A web address, with or without a path. */
export const webAddress = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error("muss mit https:// oder http:// beginnen")
  return url.href
}

export const mailAddress = (text: string): string => {
  if (!isAddress(text)) throw new Error("muss eine E-Mail-Adresse sein, ohne Namen davor")
  return text
}

export const mailAddresses = (text: string): string[] => text.split(",").map((one) => mailAddress(one.trim()))

/** Address that gives tokens: whoever could listen in would log in as us. */
export const tokenAddress = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && url.hostname === "127.0.0.1")
  if (!url || !isSafe) throw new Error("muss mit https:// beginnen")
  return url.href
}
