import { choice, count, email, type FieldSpecs, text } from "./feld.ts"

/** How a connection to a mail server is encrypted; it always is. */
const sicherheitInWords = {
  starttls: "Üblich (STARTTLS, meist Port 587)",
  tls: "Ab dem Aufbau der Verbindung (TLS, meist Port 465)",
}

/** Fields of a mail server of a company's own (see feld.ts). */
export const mailserverfelder = {
  server: {
    ...text("Server", 253),
    format: "zeile",
    required: true,
    api: {
      description: "Nur der Name; in privaten Netzen nur, wo der Betreiber sie in MAIL_NETZE einträgt",
      examples: ["smtp.example.de"],
    },
  },
  port: { ...count("Port", 65_535), default: 587, api: { examples: [587] } },
  sicherheit: { ...choice("Verschlüsselung", sicherheitInWords), default: "starttls" },
  benutzer: { ...text("Benutzer", 200), format: "zeile", api: { description: "Fehlt er, ohne Anmeldung" } },
  absender: {
    ...email("Absender"),
    required: true,
    api: { description: "Von dieser Adresse kommen die E-Mails" },
  },
} satisfies FieldSpecs
