import { join } from "node:path"
import type { TlsFiles } from "./lib/tls.ts"
import { networks } from "./lib/networks.ts"
import { StartRefused } from "./lib/refusal.ts"
import { type CompanyMail, type Mail, type MailSettings, mailServer, readMail } from "./lib/mail/server.ts"
import {
  integer,
  mailAddress,
  mailAddresses,
  metricsToken,
  nonEmpty,
  oneOf,
  origins,
  proxies,
  publicAddress,
  schedule,
  signingSecret,
  tokenAddress,
  type Setting,
  webAddress,
} from "./lib/setting.ts"

/** All settings, by environment variable. `--help` and the handbook print this table. */
export const settings = {
  JWT_SECRET: {
    doc: "Geheimnis, mit dem Anmeldungen unterschrieben werden; weggelassen entsteht beim ersten Start eines in DATA_DIR/jwt_secret",
    parse: signingSecret,
  },
  PORT: { doc: "TCP-Port, auf dem der Dienst antwortet", fallback: "3000", parse: integer(0, 65535) },
  HOST: { doc: "Adresse, auf der der Dienst antwortet", fallback: "0.0.0.0", parse: nonEmpty },
  ADRESSE: {
    doc: "Adresse, unter der andere diese Anlage erreichen, etwa https://pfand.example.de: steht in jedem Link und QR-Code; weggelassen gibt es keine",
    parse: publicAddress,
  },
  DATA_DIR: {
    doc: "Ordner der Datenbank, der Bilder und der Sicherungen",
    fallback: "./data",
    parse: nonEmpty,
  },
  TLS_CERT: {
    doc: "PEM-Datei eines Zertifikats mit seiner Kette: dann spricht der Dienst selbst TLS; braucht TLS_KEY",
    parse: nonEmpty,
  },
  TLS_KEY: {
    doc: "PEM-Datei des Schlüssels dazu; ersetzte Dateien nimmt der Dienst von selbst auf, bei SIGHUP sofort",
    parse: nonEmpty,
  },
  HTTP_PORT: {
    doc: "Neben TLS: ein Port für schlichtes HTTP, der das Zertifikat ausgibt (/zertifikat) und alles andere zu https schickt; 0: keiner",
    fallback: "0",
    parse: integer(0, 65535),
  },
  MAX_FILE_SIZE: {
    doc: "Größtes Bild, das hochgeladen werden kann, in Bytes",
    fallback: "10485760",
    parse: integer(1024, 1024 * 1024 * 1024),
  },
  QUOTA_PER_TENANT: {
    doc: "Platz für Bilder und aufbewahrte Belege einer Firma, in Bytes",
    fallback: "10737418240",
    parse: integer(0, Number.MAX_SAFE_INTEGER),
  },
  LOGIN_FAILURES_PER_ACCOUNT: {
    doc: "Fehlversuche an einem Konto von einer Adresse aus, bevor sie warten muss",
    fallback: "10",
    parse: integer(1, 1_000_000),
  },
  LOGIN_FAILURES_PER_ADDRESS: {
    doc: "Fehlversuche von einer Adresse aus, bevor sie warten muss",
    fallback: "100",
    parse: integer(1, 1_000_000),
  },
  LOGIN_WINDOW_MINUTES: {
    doc: "Wie lange Fehlversuche gemerkt werden, in Minuten",
    fallback: "15",
    parse: integer(1, 1440),
  },
  SITZUNG_TAGE: {
    doc: "Wie viele Tage eine Seite ab dem Passwort angemeldet bleibt, solange sie benutzt wird",
    fallback: "14",
    parse: integer(1, 365),
  },
  TRUST_PROXY: {
    doc: "true hinter einem Reverse-Proxy, 2 hinter zweien: die Adresse des Anrufers ist dann die letzte (zweitletzte) in X-Forwarded-For oder Forwarded",
    fallback: "false",
    parse: proxies,
  },
  CORS_ORIGINS: {
    doc: "Eigene Webseiten, die aus dem Browser die Schnittstelle rufen dürfen, nur mit Bearer-Token: genaue Herkunft wie https://shop.firma.de, mehrere mit Komma; weggelassen keine",
    parse: origins,
  },
  IDLE_SECONDS: {
    doc: "Nach so vielen Sekunden ohne ein einziges Byte wird eine Verbindung geschlossen",
    fallback: "30",
    parse: integer(1, 255),
  },
  STOP_SECONDS: {
    doc: "Wie viele Sekunden laufende Anfragen Zeit haben, wenn der Dienst beendet wird",
    fallback: "10",
    parse: integer(0, 600),
  },
  BACKUP_SCHEDULE: {
    doc: "Wann gesichert wird, als fünf Felder wie bei cron in der Zeitzone des Servers, oder off",
    fallback: "0 2 * * *",
    parse: schedule,
  },
  BACKUP_DIR: {
    doc: "Ordner der Sicherungen; weggelassen DATA_DIR/backups",
    parse: nonEmpty,
  },
  BACKUP_KEEP_DAILY: {
    doc: "Von wie vielen Tagen je eine Sicherung bleibt",
    fallback: "7",
    parse: integer(1, 3650),
  },
  BACKUP_KEEP_WEEKLY: {
    doc: "Von wie vielen Wochen je eine Sicherung bleibt",
    fallback: "4",
    parse: integer(0, 520),
  },
  METRICS_TOKEN: {
    doc: "Wer es als Bearer-Token schickt, bekommt GET /metrics (Prometheus); weggelassen gibt es die Seite nicht",
    parse: metricsToken,
  },
  MAIL_OPERATOR: {
    doc: "An wen der Dienst schreibt, wenn ihm etwas fehlt, und wenn es vorbei ist: Adressen mit Komma; braucht MAIL_SERVER",
    parse: mailAddresses,
  },
  WEBHOOK_NETZE: {
    doc: "Eigene Netze, in die Webhooks gesendet werden dürfen, auch mit http://, etwa 192.168.10.0/24, mehrere mit Komma; weggelassen nur ins Internet und nur mit https://",
    parse: networks,
  },
  HERZSCHLAG: {
    doc: "Adresse, die der Dienst alle fünf Minuten abruft, solange ihm nichts fehlt: Wer dort wacht, merkt, wenn der Server aus ist; weggelassen ruft er nichts ab",
    parse: webAddress,
  },
  MAIL_SERVER: {
    doc: "Mailserver, über den E-Mails hinausgehen: smtps://smtp.example.de, oder smtp://smtp.example.de:587 mit STARTTLS; immer verschlüsselt. Weggelassen wird nichts gesendet; braucht MAIL_SENDER",
    parse: mailServer,
  },
  MAIL_SENDER: {
    doc: "Adresse, von der alle E-Mails kommen; in ihrem Postfach landet, was nicht zugestellt werden konnte",
    parse: mailAddress,
  },
  MAIL_USER: { doc: "Benutzer am Mailserver; weggelassen ohne Anmeldung", parse: nonEmpty },
  MAIL_PASSWORD: { doc: "Sein Passwort", parse: nonEmpty },
  MAIL_OAUTH_URL: {
    doc: "Statt des Passworts: Adresse, die Token für die Anmeldung ausgibt (XOAUTH2); braucht MAIL_OAUTH_CLIENT",
    parse: tokenAddress,
  },
  MAIL_OAUTH_CLIENT: { doc: "Kennung dieser Anwendung dort", parse: nonEmpty },
  MAIL_OAUTH_SECRET: { doc: "Geheimnis dieser Anwendung dort", parse: nonEmpty },
  MAIL_OAUTH_REFRESH: {
    doc: "Refresh-Token des Postfachs; weggelassen meldet sich die Anwendung für sich selbst an (client_credentials)",
    parse: nonEmpty,
  },
  MAIL_OAUTH_SCOPE: {
    doc: "Wofür das Token gelten soll, etwa https://outlook.office365.com/.default",
    parse: nonEmpty,
  },
  MAIL_CA: {
    doc: "PEM-Datei einer Zertifizierungsstelle, der für Mailserver zusätzlich getraut wird",
    parse: nonEmpty,
  },
  MAIL_PER_MINUTE: {
    doc: "Wie viele E-Mails in einer Minute höchstens hinausgehen; viele Anbieter nehmen nicht mehr als 30",
    fallback: "30",
    parse: integer(1, 100_000),
  },
  MAIL_NETZE: {
    doc: "Eigene Netze, in denen Mailserver von Firmen stehen dürfen, etwa 192.168.10.0/24, mehrere mit Komma; weggelassen nur im Internet",
    parse: networks,
  },
  LOG_FORMAT: {
    doc: "json, text oder auto: text an einem Terminal und sonst json",
    fallback: "auto",
    parse: oneOf("auto", "json", "text"),
  },
} satisfies Record<string, Setting<unknown>>

/** Name of a setting in the program: `maxFileSize` for MAX_FILE_SIZE. */
type Own<N extends string> = N extends `${infer Word}_${infer Others}`
  ? `${Lowercase<Word>}${Capitalize<Own<Others>>}`
  : Lowercase<N>
type Value<S> = S extends { parse: (text: string) => infer T }
  ? S extends { fallback: string }
    ? T
    : T | undefined
  : never
type Settings = typeof settings
/** Values as they were read; undefined for a setting without a default that is not set. */
type Values = { -readonly [N in keyof Settings as Own<N>]: Value<Settings[N]> }

/** Settings as the service uses them: those that depend on others are worked out. */
export type Config = Omit<Values, "tlsCert" | "tlsKey" | keyof MailSettings> & {
  /** Undefined: plain HTTP. */
  tls: TlsFiles | undefined
  /** Undefined: no e-mail is sent. */
  mail: Mail | undefined
  /** What holds for the mail servers of companies. */
  companyMail: CompanyMail
  uploadsDir: string
  backupDir: string
  /** Origins of pages that may call the API from a browser. */
  corsOrigins: ReadonlySet<string>
}

type Environment = Record<string, string | undefined>

/**
 * Reads the settings from the environment.
 *
 * @throws StartRefused naming every invalid setting, but never its value
 */
export function readConfig(environment: Environment): Readonly<Config> {
  const faults: string[] = []
  const valueOf = ([name, { fallback, parse }]: [string, Setting<unknown>]): [string, unknown] => {
    // An empty variable counts as unset: in a fresh .env file, values are still blank.
    const text = environment[name] || fallback
    try {
      return [ownName(name), text === undefined ? undefined : parse(text)]
    } catch (error) {
      faults.push(`  ${name} ${(error as Error).message}`)
      return [ownName(name), undefined]
    }
  }
  const { tlsCert: cert, tlsKey: key, ...values } = Object.fromEntries(eachSetting.map(valueOf)) as Values
  if (!cert !== !key) faults.push("  TLS_CERT und TLS_KEY gehören zusammen")
  const { mail, companyMail, others } = readMail(values, faults)
  if (values.mailOperator && !values.mailServer) faults.push("  MAIL_OPERATOR braucht MAIL_SERVER")
  if (faults.length > 0) throw new StartRefused(`Diese Einstellungen stimmen nicht:\n${faults.join("\n")}`)
  return Object.freeze({
    ...others,
    mail,
    companyMail,
    tls: cert && key ? { cert, key } : undefined,
    uploadsDir: join(values.dataDir, "uploads"),
    backupDir: values.backupDir ?? join(values.dataDir, "backups"),
    corsOrigins: values.corsOrigins ?? new Set(),
  })
}

/** Name and meaning of each setting, in their order. */
export const eachSetting = Object.entries(settings) as [string, Setting<unknown>][]

const ownName = (name: string): string =>
  name.toLowerCase().replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
