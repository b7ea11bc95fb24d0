/** A mail server could not be reached or did not let us in: no message was handed over. The message is German. */
export class MailFault extends Error {
  override name = "MailFault"
}

/** What the library and the runtime tell of an error. */
export type SmtpError = Error & {
  code?: string
  originalCode?: string
  response?: string
  responseCode?: number | false
  command?: string
  recipient?: string
  timeoutType?: string
}

/** Longest text of a server that is kept. */
const LONGEST = 500

/** @returns what the server said, on one line */
export const saidBy = ({ response, message }: SmtpError): string => shortened(response || message)

/** @returns the text on one line: what people typed makes no header, and what a server said no second line of the log */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim()

export const shortened = (text: string): string => oneLine(text).slice(0, LONGEST)

const words: readonly (readonly [code: RegExp, words: string])[] = [
  [/ECONNREFUSED/, "nimmt dort keine Verbindung an; stimmt der Port?"],
  [/ENOTFOUND|EDNS|EAI_|DNS_/, "ist unter diesem Namen nicht zu finden (DNS)"],
  [/ETIMEDOUT|TIMEOUT/, "antwortet nicht"],
  [/WRONG_VERSION_NUMBER/, "spricht dort nicht von Anfang an TLS"],
  [/CERT_HAS_EXPIRED/, "hat ein abgelaufenes Zertifikat"],
  [/ALTNAME/, "hat ein Zertifikat für einen anderen Namen"],
  [
    /SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|CERT_UNTRUSTED/,
    "hat ein Zertifikat, das hier niemand kennt; der Betreiber kann es gelten lassen (Einstellung MAIL_CA)",
  ],
]

/** @returns what kept us from handing anything over, in German, with the server's own words where there are any */
export const describeFault = (error: SmtpError, place: string, secure: boolean): MailFault =>
  new MailFault(`${faultInWords(error, place)}${wrongScheme(error, secure)}`, { cause: error })

/** The mistake that is made most: the port of one way to encrypt, with the name of the other. The two wait for each other. */
function wrongScheme({ message, timeoutType }: SmtpError, secure: boolean): string {
  if (secure && /WRONG_VERSION_NUMBER/.test(message))
    return ". Dieser Port verlangt smtp:// statt smtps://, wie 587 und 25"
  if (!secure && timeoutType === "GREETING_TIMEOUT")
    return ". Ist es ein Port für smtps://, wie 465, gehört das statt smtp:// davor"
  return ""
}

function faultInWords(error: SmtpError, place: string): string {
  const { code = "", originalCode = "", response, command = "", message } = error
  const all = `${code} ${originalCode} ${error.timeoutType ?? ""} ${message}`
  const known = words.find(([pattern]) => pattern.test(all))?.[1]
  if (code === "EAUTH") return `Der Mailserver ${place} lehnt die Anmeldung ab: ${saidBy(error)}`
  if (known) return `Der Mailserver ${place} ${known}${response ? `: ${shortened(response)}` : ""}`
  if (code === "ETLS" || command === "STARTTLS")
    return `Der Mailserver ${place} bietet keine Verschlüsselung an, und unverschlüsselt wird nichts gesendet: ${saidBy(error)}`
  return `Mit dem Mailserver ${place} kam keine Verbindung zustande: ${saidBy(error)}`
}

/** @returns the fault of a server that takes nothing from this sender: it concerns every message, not one */
export const refusedSender = (error: SmtpError, place: string): MailFault =>
  new MailFault(`Der Mailserver ${place} nimmt von diesem Absender nichts an: ${saidBy(error)}`, {
    cause: error,
  })
