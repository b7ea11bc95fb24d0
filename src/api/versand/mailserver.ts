import type { Static } from "@sinclair/typebox"
import { isIP } from "node:net"
import { domainToASCII } from "node:url"
import { mailserver } from "../../db/schema.ts"
import type { Row, TenantDb, TenantReader } from "../../db/tenant-db.ts"
import type { Mail } from "../../lib/mail/server.ts"
import { placeOf } from "../../lib/networks.ts"
import { invalid, missing } from "../../lib/refusal.ts"
import type { MailService } from "../frame/services.ts"
import { type Author, writeProtokoll } from "../shared/record.ts"
import type { MailserverInput } from "./model.ts"

/**
 * A company's own mail server. Its password is sealed for one server and user. For another one it must be typed again:
 * otherwise somebody who may change the settings and does not know it could have it sent to a server of their own.
 */

type Mailserver = Row<typeof mailserver>
type Place = Pick<Mailserver, "server" | "port" | "benutzer">

/** @returns undefined for a company that sends by the operator's server */
export const findMailserver = (tenant: TenantReader): Mailserver | undefined =>
  tenant.find(mailserver, tenant.id)

const sealedFor = (tenant: TenantReader, { server, port, benutzer }: Place): string =>
  `mailserver ${tenant.id} ${server} ${port} ${benutzer ?? ""}`

/** @returns a password that can be read here; undefined where there is none, or another installation has sealed it */
function passwordOf(tenant: TenantReader, one: Mailserver, { seal }: MailService): string | undefined {
  return one.geheimnis === null ? undefined : seal.open(one.geheimnis, sealedFor(tenant, one))
}

/** @returns whether it needs a password that is not known here */
export const isLocked = (tenant: TenantReader, one: Mailserver, mailService: MailService): boolean =>
  one.benutzer !== null && passwordOf(tenant, one, mailService) === undefined

/** @returns how a company's e-mails leave by its own server; undefined while its password is not known here */
export function mailOf(tenant: TenantReader, one: Mailserver, mailService: MailService): Mail | undefined {
  const { server: host, port, sicherheit, benutzer, absender: sender } = one
  const password = passwordOf(tenant, one, mailService)
  if (benutzer !== null && password === undefined) return undefined
  const { ca, perMinute, listed } = mailService.company
  const [secure, user] = [sicherheit === "tls", benutzer ?? undefined]
  const server = { host, port, secure, user, password, oauth: undefined, ca, network: { listed } }
  return { server, sender, perMinute }
}

const HOST = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)*[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/

/** @returns a server's name as DNS has it. @throws Refusal invalid; also for an address to which nothing may be sent */
function readHost(text: string, { company: { listed } }: MailService): string {
  const host = isIP(text) ? text : domainToASCII(text.toLowerCase().replace(/\.$/, ""))
  if (!isIP(host) && !HOST.test(host))
    throw invalid("server", "muss ein Name wie smtp.example.de sein, ohne smtp:// und ohne Port")
  if (isIP(host) && placeOf(host, listed) === "elsewhere")
    throw invalid(
      "server",
      "liegt im eigenen Netz der Firma; dorthin sendet Pfandwerk erst, wenn der Betreiber es erlaubt (Einstellung MAIL_NETZE)",
    )
  return host
}

/**
 * Sends by this server from now on.
 *
 * @throws Refusal invalid; also where the password is left out and not known for this server and user
 */
export function setMailserver(
  tenant: TenantDb,
  author: Author,
  { passwort, benutzer = null, ...input }: Static<typeof MailserverInput>,
  mailService: MailService,
): void {
  const before = findMailserver(tenant)
  const { port = 587, sicherheit = "starttls" } = input
  const fields = { ...input, port, sicherheit, benutzer, server: readHost(input.server, mailService) }
  const place = sealedFor(tenant, fields)
  const known = before && passwordOf(tenant, { ...before, ...fields }, mailService)
  const password = benutzer === null ? undefined : (passwort ?? known)
  if (benutzer !== null && password === undefined)
    throw invalid("passwort", "fehlt: Für diesen Server und Benutzer ist hier keines bekannt")
  const row = {
    ...fields,
    geheimnis: password === undefined ? null : mailService.seal.close(password, place),
  }
  const after = before
    ? tenant.update(mailserver, tenant.id, row)
    : tenant.insert(mailserver, { id: tenant.id, ...row })
  const changed = passwort === undefined ? {} : { passwort: [null, "neu"] as const }
  writeProtokoll(
    tenant,
    author,
    before ? "mailserver.geaendert" : "mailserver.angelegt",
    mailserver,
    before,
    after,
    changed,
  )
  mailService.stoerungen.delete(tenant.id)
}

/** Sends by the operator's server from now on. @throws Refusal missing */
export function removeMailserver(tenant: TenantDb, author: Author, mailService: MailService): void {
  const before = findMailserver(tenant)
  if (!before) throw missing("Die Firma hat keinen eigenen Mailserver")
  tenant.delete(mailserver, tenant.id)
  writeProtokoll(tenant, author, "mailserver.geloescht", mailserver, before, undefined)
  mailService.stoerungen.delete(tenant.id)
}
