import { readFileSync } from "node:fs"
import type { BlockList } from "node:net"
import { createSecureContext, rootCertificates, type SecureContext } from "node:tls"
import { reasonOf } from "../disk-fault.ts"
import type { Network } from "../networks.ts"
import type { OAuth } from "./oauth.ts"

/** A mail server to which messages are handed over, and how to log in there. Always encrypted. */
export type MailServer = {
  host: string
  port: number
  /** TLS from the first byte; otherwise STARTTLS is demanded. */
  secure: boolean
  user: string | undefined
  password: string | undefined
  /** Log-in with tokens (XOAUTH2) instead of a password. */
  oauth: OAuth | undefined
  /** PEM file with an authority to trust beside those that everybody trusts. */
  ca: string | undefined
  /** Where it may be, if somebody else than the operator names it; undefined: anywhere. */
  network?: Network
}

type MailAddress = Pick<MailServer, "host" | "port" | "secure">

/** A mail server's name and port. @throws Error that tells the fault without the value */
export function mailServer(text: string): MailAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isBare = /^smtps?:\/\/[^\s/?#@\\*]+\/?$/i.test(text)
  if (!url?.hostname || !isBare)
    throw new Error(
      "muss wie smtps://smtp.example.de oder smtp://smtp.example.de:587 aussehen (Benutzer und Passwort stehen in MAIL_USER und MAIL_PASSWORD)",
    )
  const secure = url.protocol === "smtps:"
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
  }
}

let known: { pem: string; context: SecureContext } | undefined

/**
 * Reading a hundred authorities takes ten milliseconds, in which nobody else is served: once, and again where the file has
 * changed.
 *
 * @returns whom to trust; undefined: those that everybody trusts
 * @throws Error where the file cannot be read
 */
export function authoritiesOf({ ca }: Pick<MailServer, "ca">): SecureContext | undefined {
  if (ca === undefined) return undefined
  const pem = readFileSync(ca, "utf8")
  if (known?.pem !== pem)
    known = { pem, context: createSecureContext({ ca: [...rootCertificates, pem], minVersion: "TLSv1.2" }) }
  return known.context
}

export const unreadable = (cause: unknown): string =>
  `Die Datei aus MAIL_CA ist nicht zu lesen: ${reasonOf(cause)}`

/** @returns why the file of the authority cannot be used, in German; undefined when it can */
export function authorityFault(server: Pick<MailServer, "ca">): string | undefined {
  try {
    authoritiesOf(server)
    return undefined
  } catch (cause) {
    return unreadable(cause)
  }
}

/** How e-mails leave: the server, whom they are from, and how many in a minute at most. */
export type Mail = { server: MailServer; sender: string; perMinute: number }

/** What holds for the mail servers that companies name: who is trusted besides, how fast, and where they may be. */
export type CompanyMail = { ca: string | undefined; perMinute: number; listed: BlockList | undefined }

/** The settings of it, as they were read. */
export type MailSettings = {
  mailServer: MailAddress | undefined
  mailSender: string | undefined
  mailUser: string | undefined
  mailPassword: string | undefined
  mailOauthUrl: string | undefined
  mailOauthClient: string | undefined
  mailOauthSecret: string | undefined
  mailOauthRefresh: string | undefined
  mailOauthScope: string | undefined
  mailCa: string | undefined
  mailPerMinute: number
  mailNetze: BlockList | undefined
}

/**
 * @param faults gets those of settings that go together
 * @returns how e-mails leave, undefined where the operator lets none; what holds for companies; and the other settings
 */
export function readMail<V extends MailSettings>(
  values: V,
  faults: string[],
): { mail: Mail | undefined; companyMail: CompanyMail; others: Omit<V, keyof MailSettings> } {
  const {
    mailServer: place,
    mailSender: sender,
    mailUser: user,
    mailPassword: password,
    mailOauthUrl: url,
    mailOauthClient: client,
    mailOauthSecret: secret,
    mailOauthRefresh: refresh,
    mailOauthScope: scope,
    mailCa: ca,
    mailPerMinute: perMinute,
    mailNetze: listed,
    ...others
  } = values
  if (place && !sender) faults.push("  MAIL_SERVER braucht MAIL_SENDER")
  if (url && !client) faults.push("  MAIL_OAUTH_URL braucht MAIL_OAUTH_CLIENT")
  if (user && !password && !url) faults.push("  MAIL_USER braucht MAIL_PASSWORD oder MAIL_OAUTH_URL")
  if (password && url) faults.push("  MAIL_PASSWORD und MAIL_OAUTH_URL schließen sich aus")
  const companyMail = { ca, perMinute, listed }
  if (!place || !sender) return { mail: undefined, companyMail, others }
  const oauth = url && client ? { url, client, secret, refresh, scope } : undefined
  return { mail: { server: { ...place, user, password, oauth, ca }, sender, perMinute }, companyMail, others }
}
