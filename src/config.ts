import { join } from "node:path"
import type { TlsFiles } from "./lib/tls.ts"
import { StartRefused } from "./lib/start-refused.ts"
import {
  integer,
  metricsToken,
  nonEmpty,
  oneOf,
  origins,
  proxies,
  schedule,
  signingSecret,
  type Setting,
} from "./lib/setting.ts"

/** All settings, by environment variable. `--help` and the handbook print this table. */
export const settings = {
  JWT_SECRET: {
    doc: "Geheimnis, mit dem Anmeldungen unterschrieben werden; weggelassen entsteht beim ersten Start eines in DATA_DIR/jwt_secret",
    secret: true,
    parse: signingSecret,
  } as Setting<string>,
  PORT: { doc: "TCP-Port, auf dem der Dienst antwortet", fallback: "3000", parse: integer(0, 65535) },
  HOST: { doc: "Adresse, auf der der Dienst antwortet", fallback: "0.0.0.0", parse: nonEmpty },
  DATA_DIR: {
    doc: "Ordner der Datenbank, der Bilder und der Sicherungen",
    fallback: "./data",
    parse: nonEmpty,
  },
  TLS_CERT: {
    doc: "PEM-Datei eines Zertifikats mit seiner Kette: dann spricht der Dienst selbst TLS; braucht TLS_KEY",
    parse: nonEmpty,
  } as Setting<string>,
  TLS_KEY: {
    doc: "PEM-Datei des Schlüssels dazu; beide werden bei SIGHUP (systemctl reload) neu gelesen",
    parse: nonEmpty,
  } as Setting<string>,
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
    doc: "Wie viele Tage eine Seite ab dem Kennwort angemeldet bleibt, solange sie benutzt wird",
    fallback: "14",
    parse: integer(1, 365),
  },
  TRUST_PROXY: {
    doc: "true hinter einem Reverse-Proxy, 2 hinter zweien: die Adresse des Anrufers ist dann die letzte (zweitletzte) in X-Forwarded-For",
    fallback: "false",
    parse: proxies,
  },
  CORS_ORIGINS: {
    doc: "Eigene Webseiten, die aus dem Browser die Schnittstelle rufen dürfen, nur mit Bearer-Token: genaue Herkunft wie https://shop.firma.de, mehrere mit Komma; weggelassen keine",
    parse: origins,
  } as Setting<ReadonlySet<string>>,
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
  } as Setting<string>,
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
    secret: true,
    parse: metricsToken,
  } as Setting<string>,
  LOG_FORMAT: {
    doc: "json, text oder auto: text an einem Terminal und sonst json",
    fallback: "auto",
    parse: oneOf("auto", "json", "text"),
  },
} satisfies Record<string, Setting<unknown>>

export type Config = {
  /** Undefined: the secret is made at the first start and kept in the data folder (ops/start/secret.ts). */
  jwtSecret: string | undefined
  port: number
  host: string
  /** Undefined: plain HTTP. */
  tls: TlsFiles | undefined
  /** Port for plain HTTP beside TLS; 0: none. */
  httpPort: number
  dataDir: string
  uploadsDir: string
  /** Bytes. */
  maxFileSize: number
  /** Bytes. */
  quotaPerTenant: number
  loginFailuresPerAccount: number
  loginFailuresPerAddress: number
  loginWindowMinutes: number
  sitzungTage: number
  /** Number of trusted proxies in front of the service. */
  trustProxy: number
  /** Origins of pages that may call the API from a browser. */
  corsOrigins: ReadonlySet<string>
  idleSeconds: number
  stopSeconds: number
  backupSchedule: string
  backupDir: string
  backupKeepDaily: number
  backupKeepWeekly: number
  /** Undefined: no metrics. */
  metricsToken: string | undefined
  logFormat: "auto" | "json" | "text"
}

type Environment = Record<string, string | undefined>

/**
 * Reads the settings from the environment.
 *
 * @throws StartRefused naming every invalid setting, but never its value
 */
export function readConfig(environment: Environment): Readonly<Config> {
  const faults: string[] = []
  const read = <T>(name: keyof typeof settings): T => {
    const setting = settings[name] as Setting<T>
    // An empty variable counts as unset: in a fresh .env file, values are still blank.
    const text = environment[name] || setting.fallback
    try {
      return text === undefined ? (undefined as T) : setting.parse(text)
    } catch (error) {
      faults.push(`  ${name} ${(error as Error).message}`)
      return undefined as T
    }
  }
  const dataDir = read<string>("DATA_DIR")
  const cert = read<string | undefined>("TLS_CERT")
  const key = read<string | undefined>("TLS_KEY")
  if (!cert !== !key) faults.push("  TLS_CERT und TLS_KEY gehören zusammen")
  const config: Config = {
    jwtSecret: read("JWT_SECRET"),
    port: read("PORT"),
    host: read("HOST"),
    tls: cert && key ? { cert, key } : undefined,
    httpPort: read("HTTP_PORT"),
    dataDir,
    uploadsDir: join(dataDir ?? ".", "uploads"),
    maxFileSize: read("MAX_FILE_SIZE"),
    quotaPerTenant: read("QUOTA_PER_TENANT"),
    loginFailuresPerAccount: read("LOGIN_FAILURES_PER_ACCOUNT"),
    loginFailuresPerAddress: read("LOGIN_FAILURES_PER_ADDRESS"),
    loginWindowMinutes: read("LOGIN_WINDOW_MINUTES"),
    sitzungTage: read("SITZUNG_TAGE"),
    trustProxy: read("TRUST_PROXY"),
    corsOrigins: read<ReadonlySet<string> | undefined>("CORS_ORIGINS") ?? new Set(),
    idleSeconds: read("IDLE_SECONDS"),
    stopSeconds: read("STOP_SECONDS"),
    backupSchedule: read("BACKUP_SCHEDULE"),
    backupDir: read("BACKUP_DIR") ?? join(dataDir ?? ".", "backups"),
    backupKeepDaily: read("BACKUP_KEEP_DAILY"),
    backupKeepWeekly: read("BACKUP_KEEP_WEEKLY"),
    metricsToken: read("METRICS_TOKEN"),
    logFormat: read("LOG_FORMAT"),
  }
  if (faults.length > 0) throw new StartRefused(`Diese Einstellungen stimmen nicht:\n${faults.join("\n")}`)
  return Object.freeze(config)
}

/** @returns the table of settings in Markdown, for the handbook */
export function tabulateSettings(): string {
  const rows = Object.entries(settings) as [string, Setting<unknown>][]
  const lines = rows.map(
    ([name, { doc, fallback }]) => `| \`${name}\` | ${doc} | ${fallback ? `\`${fallback}\`` : "–"} |`,
  )
  return `| Einstellung | Was sie bedeutet | Wenn sie fehlt |\n| --- | --- | --- |\n${lines.join("\n")}`
}

/** @returns the table of settings as text, for `--help` */
export function describeSettings(): string {
  const rows = Object.entries(settings) as [string, Setting<unknown>][]
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows
    .map(([name, { doc, fallback }]) => `  ${name.padEnd(width)}  ${doc}${fallback ? ` [${fallback}]` : ""}`)
    .join("\n")
}
