import { join } from "node:path"
import type { TlsFiles } from "./lib/tls.ts"
import { StartRefused } from "./lib/start-refused.ts"

type Setting<T> = {
  doc: string
  /** As it would be written in the environment; undefined where there is none. */
  fallback?: string
  secret?: true
  /** @throws Error with what is wrong, without the value */
  parse: (text: string) => T
}

const integer =
  (min: number, max: number) =>
  (text: string): number => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (!(value >= min && value <= max)) throw new Error(`must be a whole number from ${min} to ${max}`)
    return value
  }

const flag = (text: string): boolean => {
  if (text !== "true" && text !== "false") throw new Error("must be true or false")
  return text === "true"
}

const oneOf =
  <T extends string>(...values: T[]) =>
  (text: string): T => {
    if (!values.includes(text as T)) throw new Error(`must be one of ${values.join(", ")}`)
    return text as T
  }

const nonEmpty = (text: string): string => {
  if (text.trim() === "") throw new Error("must not be empty")
  return text
}

const schedule = (text: string): string => {
  if (text === "off") return text
  try {
    Bun.cron.parse(text)
  } catch {
    throw new Error("must be five cron fields, such as 0 2 * * *, or off")
  }
  return text
}

const signingSecret = (text: string): string => {
  if (Buffer.byteLength(text) < 32)
    throw new Error("must have at least 32 bytes; leave it out to have one made")
  return text
}

const metricsToken = (text: string): string => {
  if (!/^[\x21-\x7e]{16,}$/.test(text)) throw new Error("must have at least 16 characters, without spaces")
  return text
}

/** Every setting there is. `--help` prints this table, and a test holds the README's against it. */
export const settings = {
  JWT_SECRET: {
    doc: "Signs the tokens. Left out, one is made at the first start and kept in DATA_DIR/jwt_secret",
    secret: true,
    parse: signingSecret,
  } as Setting<string>,
  PORT: { doc: "TCP port to listen on", fallback: "3000", parse: integer(0, 65535) },
  HOST: { doc: "Address to listen on", fallback: "0.0.0.0", parse: nonEmpty },
  DATA_DIR: {
    doc: "Folder of the database, the uploads and the backups",
    fallback: "./data",
    parse: nonEmpty,
  },
  TLS_CERT: {
    doc: "PEM file of a certificate with its chain: the service then speaks TLS itself; needs TLS_KEY",
    parse: nonEmpty,
  } as Setting<string>,
  TLS_KEY: {
    doc: "PEM file of the certificate's key; both files are read again at SIGHUP",
    parse: nonEmpty,
  } as Setting<string>,
  HTTP_PORT: {
    doc: "Beside TLS: a port for plain HTTP that hands out the certificate (/zertifikat) and sends all else to https; 0: none",
    fallback: "0",
    parse: integer(0, 65535),
  },
  MAX_FILE_SIZE: {
    doc: "Largest uploaded file, in bytes",
    fallback: "10485760",
    parse: integer(1024, 1024 * 1024 * 1024),
  },
  QUOTA_PER_TENANT: {
    doc: "Room for the pictures of one tenant, in bytes",
    fallback: "10737418240",
    parse: integer(0, Number.MAX_SAFE_INTEGER),
  },
  LOGIN_FAILURES_PER_ACCOUNT: {
    doc: "Failed log-ins for one account from one address before 429",
    fallback: "10",
    parse: integer(1, 1_000_000),
  },
  LOGIN_FAILURES_PER_ADDRESS: {
    doc: "Failed log-ins from one address before 429",
    fallback: "100",
    parse: integer(1, 1_000_000),
  },
  LOGIN_WINDOW_MINUTES: {
    doc: "How long failed log-ins are remembered, in minutes",
    fallback: "15",
    parse: integer(1, 1440),
  },
  SITZUNG_TAGE: {
    doc: "How long a page stays logged in while it is used, from the password on, in days",
    fallback: "14",
    parse: integer(1, 365),
  },
  TRUST_PROXY: {
    doc: "true behind a reverse proxy: the caller's address is the last one in X-Forwarded-For",
    fallback: "false",
    parse: flag,
  },
  IDLE_SECONDS: {
    doc: "A connection on which no byte moved for so long is closed, in seconds",
    fallback: "30",
    parse: integer(1, 255),
  },
  STOP_SECONDS: {
    doc: "How long running requests may take to finish when the service is stopped, in seconds",
    fallback: "10",
    parse: integer(0, 600),
  },
  BACKUP_SCHEDULE: {
    doc: "When to back up, as five cron fields in the server's time zone, or off",
    fallback: "0 2 * * *",
    parse: schedule,
  },
  BACKUP_DIR: {
    doc: "Folder for scheduled backups; DATA_DIR/backups if left out",
    parse: nonEmpty,
  } as Setting<string>,
  BACKUP_KEEP_DAILY: { doc: "Of how many days a backup is kept", fallback: "7", parse: integer(1, 3650) },
  BACKUP_KEEP_WEEKLY: { doc: "Of how many weeks a backup is kept", fallback: "4", parse: integer(0, 520) },
  METRICS_TOKEN: {
    doc: "Whoever sends it as bearer token gets GET /metrics (Prometheus); off if left out",
    secret: true,
    parse: metricsToken,
  } as Setting<string>,
  LOG_FORMAT: {
    doc: "json, text, or auto: text at a terminal and json elsewhere",
    fallback: "auto",
    parse: oneOf("auto", "json", "text"),
  },
} satisfies Record<string, Setting<unknown>>

export type Config = {
  /** Undefined: made and kept in the data folder (deps.ts). */
  jwtSecret: string | undefined
  port: number
  host: string
  /** Undefined: plain HTTP. */
  tls: TlsFiles | undefined
  /** 0: none. */
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
  trustProxy: boolean
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
 * @param environment the process's variables
 * @throws StartRefused naming every setting that is wrong, without its value
 */
export function readConfig(environment: Environment): Readonly<Config> {
  const faults: string[] = []
  const read = <T>(name: keyof typeof settings): T => {
    const setting = settings[name] as Setting<T>
    // An empty variable counts as left out, as in a .env file with the value still to be filled in.
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
  if (!cert !== !key) faults.push("  TLS_CERT and TLS_KEY belong together")
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
    idleSeconds: read("IDLE_SECONDS"),
    stopSeconds: read("STOP_SECONDS"),
    backupSchedule: read("BACKUP_SCHEDULE"),
    backupDir: read("BACKUP_DIR") ?? join(dataDir ?? ".", "backups"),
    backupKeepDaily: read("BACKUP_KEEP_DAILY"),
    backupKeepWeekly: read("BACKUP_KEEP_WEEKLY"),
    metricsToken: read("METRICS_TOKEN"),
    logFormat: read("LOG_FORMAT"),
  }
  if (faults.length > 0) throw new StartRefused(`These settings are wrong:\n${faults.join("\n")}`)
  return Object.freeze(config)
}

/** @returns the table of settings as text, for `--help` */
export function describeSettings(): string {
  const rows = Object.entries(settings) as [string, Setting<unknown>][]
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows
    .map(([name, { doc, fallback }]) => `  ${name.padEnd(width)}  ${doc}${fallback ? ` [${fallback}]` : ""}`)
    .join("\n")
}
