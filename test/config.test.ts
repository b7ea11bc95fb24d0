import { describe, expect, test } from "bun:test"
import { readConfig } from "../src/config.ts"

/** Every setting: what holds without it, the last value that is taken, the first that is not, and what is said of it. */

const faultOf = (env: Record<string, string>): string => {
  try {
    readConfig(env)
    return ""
  } catch (error) {
    return (error as Error).message
  }
}

test("an empty environment has the defaults", () => {
  expect(readConfig({ PORT: "", JWT_SECRET: "" })).toEqual({
    jwtSecret: undefined,
    port: 3000,
    host: "0.0.0.0",
    dataDir: "./data",
    httpPort: 0,
    maxFileSize: 10 * 1024 * 1024,
    quotaPerTenant: 10 * 1024 * 1024 * 1024,
    loginFailuresPerAccount: 10,
    loginFailuresPerAddress: 100,
    loginWindowMinutes: 15,
    sitzungTage: 14,
    trustProxy: 0,
    idleSeconds: 30,
    stopSeconds: 10,
    backupSchedule: "0 2 * * *",
    backupKeepDaily: 7,
    backupKeepWeekly: 4,
    metricsToken: undefined,
    logFormat: "auto",
    tls: undefined,
    mail: undefined,
    companyMail: { ca: undefined, perMinute: 30, listed: undefined },
    uploadsDir: "data/uploads",
    backupDir: "data/backups",
    corsOrigins: new Set(),
  } as never)
})

describe("a number", () => {
  test.each([
    ["PORT", 0, 65_535],
    ["HTTP_PORT", 0, 65_535],
    ["MAX_FILE_SIZE", 1024, 1_073_741_824],
    ["QUOTA_PER_TENANT", 0, 999_999_999_999_999],
    ["LOGIN_FAILURES_PER_ACCOUNT", 1, 1_000_000],
    ["LOGIN_FAILURES_PER_ADDRESS", 1, 1_000_000],
    ["LOGIN_WINDOW_MINUTES", 1, 1440],
    ["SITZUNG_TAGE", 1, 365],
    ["IDLE_SECONDS", 1, 255],
    ["STOP_SECONDS", 0, 600],
    ["MAIL_PER_MINUTE", 1, 100_000],
    ["BACKUP_KEEP_DAILY", 1, 3650],
    ["BACKUP_KEEP_WEEKLY", 0, 520],
  ])("%s is from %d to %d", (name, least, most) => {
    for (const value of [least, most])
      expect([value, faultOf({ [name]: String(value) })]).toEqual([value, ""])
    for (const value of [least - 1, most + 1, "-1", "1.5", "0x10", "1e3", " 5", "x"])
      expect([value, faultOf({ [name]: String(value) })]).toEqual([
        value,
        expect.stringContaining(`${name} muss eine ganze Zahl von ${least} bis `),
      ])
  })

  test("of proxies has one digit, or is true or false", () => {
    const count = (text: string) => readConfig({ TRUST_PROXY: text }).trustProxy
    expect(["true", "false", "0", "1", "9"].map(count)).toEqual([1, 0, 0, 1, 9])
    for (const text of ["10", "-1", "TRUE", "ja"])
      expect(faultOf({ TRUST_PROXY: text })).toContain(
        "TRUST_PROXY muss true, false oder die Zahl der Proxys (0 bis 9) sein",
      )
  })
})

test.each([
  [
    "JWT_SECRET",
    ["ä".repeat(16), "x".repeat(32)],
    ["x".repeat(31), "ä".repeat(15)],
    "muss mindestens 32 Bytes haben",
  ],
  [
    "METRICS_TOKEN",
    ["x".repeat(16), "!~".repeat(8)],
    ["x".repeat(15), "x".repeat(15) + " ", "ä".repeat(16)],
    "muss mindestens 16 Zeichen ohne Leerzeichen haben",
  ],
  ["LOG_FORMAT", ["auto", "json", "text"], ["JSON", "xml"], "muss eines von auto, json, text sein"],
  [
    "BACKUP_SCHEDULE",
    ["off", "*/5 * * * *", "0 2 * * 1-5"],
    ["aus", "0 2 * *", "61 2 * * *"],
    "muss fünf Felder wie bei cron haben",
  ],
  ["HOST", ["::1"], [" "], "darf nicht leer sein"],
  [
    "MAIL_SERVER",
    [],
    [
      "smtp.example.de",
      "https://smtp.example.de",
      "smtp://ich:geheim@smtp.example.de",
      "smtp://smtp.example.de/x",
      "smtps://",
      "smtp://smtp.exa\r\nmple.de",
    ],
    "muss wie smtps://smtp.example.de",
  ],
  [
    "MAIL_SENDER",
    ["versand@betreiber.example"],
    [
      "Versand <versand@betreiber.example>",
      "versand",
      "a@b.example\r\nBcc: c@d.example",
      "a@b.example,c@d.example",
    ],
    "muss eine E-Mail-Adresse sein",
  ],
  [
    "MAIL_OPERATOR",
    [],
    ["chefin", "a@b.example; c@d.example", "a@b.example,"],
    "muss eine E-Mail-Adresse sein",
  ],
  [
    "HERZSCHLAG",
    ["https://wacht.example/ping/1", "http://10.0.0.1:3001/api/push/x?status=up"],
    ["wacht.example", "ftp://wacht.example"],
    "muss mit https:// oder http:// beginnen",
  ],
  ["MAIL_OAUTH_URL", [], ["http://login.example.de/token", "login.example.de"], "muss mit https:// beginnen"],
  [
    "ADRESSE",
    [
      "https://pfand.example.de",
      "https://Pfand.example.de:8443/",
      "http://192.168.1.5:3000",
      "http://[fd00::5]",
    ],
    [
      "pfand.example.de",
      "ftp://pfand.example.de",
      "https://pfand.example.de/pfand",
      "https://pfand.example.de?a",
      "https://pfand.example.de#a",
      "https://ich:geheim@pfand.example.de",
      "https://*.example.de",
      "https://",
      " https://pfand.example.de",
      "https://pfand.exa\nmple.de",
    ],
    "muss die Adresse sein, unter der andere diese Anlage erreichen",
  ],
  [
    "ADRESSE",
    [],
    ["http://0.0.0.0:3000", "http://[::]:3000", "http://0/"],
    "muss eine Adresse sein, die andere öffnen können",
  ],
  [
    "CORS_ORIGINS",
    ["https://a.example", "https://a.example:8443, http://localhost:5173"],
    ["*", "http://a.example", "https://a.example/", "https://*.example", "null", "https://a.example,"],
    "muss aus genauen Herkünften bestehen",
  ],
])("%s is taken as %j, and not as %j", (name, taken, refused, said) => {
  for (const text of taken) expect([text, faultOf({ [name]: text })]).toEqual([text, ""])
  for (const text of refused)
    expect([text, faultOf({ [name]: text })]).toEqual([text, expect.stringContaining(`${name} ${said}`)])
})

test("ADRESSE has no slash at its end, and its host in small letters", () => {
  expect(readConfig({ ADRESSE: "https://Pfand.Example.de:443/" }).adresse).toBe("https://pfand.example.de")
})

test("the settings of a mail server belong together", () => {
  const given = { MAIL_SERVER: "smtp://smtp.example.de", MAIL_SENDER: "v@betreiber.example" }
  const server = { user: undefined, password: undefined, oauth: undefined, ca: undefined }
  expect(readConfig(given).mail).toEqual({
    server: { host: "smtp.example.de", port: 587, secure: false, ...server },
    sender: "v@betreiber.example",
    perMinute: 30,
  })
  expect(readConfig({ ...given, MAIL_SERVER: "smtps://[fd00::5]" }).mail?.server).toMatchObject({
    host: "fd00::5",
    port: 465,
    secure: true,
  })
  expect(readConfig({ MAIL_SENDER: "v@betreiber.example" }).mail).toBeUndefined()
  const token = { MAIL_OAUTH_URL: "https://login.example.de/token" }
  for (const [env, said] of [
    [{ MAIL_SERVER: "smtp://smtp.example.de" }, "MAIL_SERVER braucht MAIL_SENDER"],
    [{ MAIL_OPERATOR: "chefin@b.example" }, "MAIL_OPERATOR braucht MAIL_SERVER"],
    [{ ...given, MAIL_USER: "ich" }, "MAIL_USER braucht MAIL_PASSWORD oder MAIL_OAUTH_URL"],
    [{ ...given, ...token }, "MAIL_OAUTH_URL braucht MAIL_OAUTH_CLIENT"],
    [{ ...given, ...token, MAIL_OAUTH_CLIENT: "c", MAIL_PASSWORD: "geheim" }, "schließen sich aus"],
  ] as const)
    expect([env, faultOf(env)]).toEqual([env, expect.stringContaining(said)])
})

test("all faults are told at once, with no value; a certificate needs its key", () => {
  const said = faultOf({ PORT: "geheim", TLS_CERT: "cert.pem", SITZUNG_TAGE: "0" })
  expect(said.split("\n")).toEqual([
    "Diese Einstellungen stimmen nicht:",
    "  PORT muss eine ganze Zahl von 0 bis 65535 sein",
    "  SITZUNG_TAGE muss eine ganze Zahl von 1 bis 365 sein",
    "  TLS_CERT und TLS_KEY gehören zusammen",
  ])
  expect(faultOf({ TLS_KEY: "key.pem" })).toContain("gehören zusammen")
  const both = readConfig({ TLS_CERT: "cert.pem", TLS_KEY: "key.pem", DATA_DIR: "/srv", BACKUP_DIR: "/mnt" })
  expect([both.tls, both.uploadsDir, both.backupDir]).toEqual([
    { cert: "cert.pem", key: "key.pem" },
    "/srv/uploads",
    "/mnt",
  ])
})
