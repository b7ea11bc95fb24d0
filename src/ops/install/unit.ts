import { parseEnv } from "node:util"
import type { Config } from "../../config.ts"
import { INSTALLED_IN } from "../../lib/ourselves.ts"
import { StartRefused } from "../../lib/refusal.ts"

/** Places of all files on a server; DATA_DIR may be set otherwise. */
export const PLACES = {
  folder: INSTALLED_IN,
  executable: `${INSTALLED_IN}/pfandwerk`,
  /** Settings, read by the executable beside it (main.ts): by the service and by every command. */
  settings: `${INSTALLED_IN}/.env`,
  command: "/usr/local/bin/pfandwerk",
  unit: "/etc/systemd/system/pfandwerk.service",
  proxy: `${INSTALLED_IN}/nginx-example.conf`,
  data: "/var/lib/pfandwerk",
  user: "pfandwerk",
} as const

/** First port that needs neither root nor a capability. */
const UNPRIVILEGED = 1024

/**
 * @returns a unit for systemd that lets the service reach its own folders and the network, and nothing else
 *   (systemd.exec(5); `systemd-analyze security` rates it)
 */
export function unit(config: Readonly<Config>): string {
  const isLow = [config.port, config.httpPort].some((port) => port > 0 && port < UNPRIVILEGED)
  const capability = isLow ? "CAP_NET_BIND_SERVICE" : ""
  const folders = [...new Set([config.dataDir, config.backupDir])].filter(
    (folder) => folder !== PLACES.data && !folder.startsWith(`${PLACES.data}/`),
  )
  return `[Unit]
Description=Pfandwerk, Leihgut und Pfand
Wants=network-online.target
After=network-online.target
# Was ein Neustart nicht heilt, wird nicht ewig versucht; was es ist, sagt journalctl -u pfandwerk.
StartLimitIntervalSec=300
StartLimitBurst=30

[Service]
Type=exec
User=${PLACES.user}
Group=${PLACES.user}
ExecStart=${PLACES.executable} serve
ExecReload=/bin/kill -HUP $MAINPID
Restart=always
RestartSec=5
# Länger als STOP_SECONDS: Laufende Anfragen werden fertig, bevor der Dienst getötet wird.
TimeoutStopSec=${config.stopSeconds + 20}
LimitNOFILE=65536
UMask=0077

# Wohin er schreiben darf. Fehlt eine Platte ("-"), startet der Dienst trotzdem und sagt, was fehlt.
StateDirectory=pfandwerk
StateDirectoryMode=0700
${folders.length > 0 ? `ReadWritePaths=${folders.map((folder) => `"-${folder}"`).join(" ")}\n` : ""}ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes

# Was er nicht darf.
NoNewPrivileges=yes
CapabilityBoundingSet=${capability}
AmbientCapabilities=${capability}
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
RemoveIPC=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallErrorNumber=EPERM
# Nicht MemoryDenyWriteExecute: JavaScript wird übersetzt, während es läuft.

[Install]
WantedBy=multi-user.target
`
}

/** @returns an example for nginx with TLS; the service then listens on 127.0.0.1 and has TRUST_PROXY=true */
export function proxy(config: Readonly<Config>): string {
  const megabytes = Math.ceil(config.maxFileSize / 1024 / 1024) + 1
  const name = config.adresse === undefined ? "pfand.example.de" : new URL(config.adresse).hostname
  return `# Dazu gehören in ${PLACES.settings}: HOST=127.0.0.1, TRUST_PROXY=true und ADRESSE=https://${name}
server {
    listen 443 ssl;
    listen [::]:443 ssl;
    server_name ${name};                                # der eigene Name
    ssl_certificate     /etc/letsencrypt/live/${name}/fullchain.pem;
    ssl_certificate_key /etc/letsencrypt/live/${name}/privkey.pem;
    client_max_body_size ${megabytes}m;                                   # etwas mehr als MAX_FILE_SIZE
    proxy_set_header Host $host;
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_set_header Forwarded "";                               # sonst nennt sich jeder die Adresse, die er will
    proxy_set_header X-Request-Id $request_id;
    location / {
        proxy_pass http://127.0.0.1:${config.port};
    }
    # Links für Kunden, ohne Konto. Soll von außen nur das erreichbar sein: oben "return 404;" statt proxy_pass.
    location /antwort/ {
        proxy_pass http://127.0.0.1:${config.port};
        access_log off;                                          # der Name im Link ist sein einziges Geheimnis
    }
    location = /metrics { return 404; }                          # nur für innen
}
server {
    listen 80;
    listen [::]:80;
    server_name ${name};
    return 301 https://$host$request_uri;
}
`
}

/**
 * @returns the settings that were given, as a file; the data folder is always among them
 * @throws StartRefused when one of them cannot be written there
 */
export function settingsFile(given: Record<string, string | undefined>, names: string[]): string {
  const lines = names
    .filter((name) => given[name])
    .map((name) => `${name}=${quoted(name, given[name] ?? "")}`)
  return `# Einstellungen von Pfandwerk; alle zeigt \`pfandwerk --help\`. Nach einer Änderung: sudo pfandwerk install --write, sudo systemctl daemon-reload, sudo systemctl restart pfandwerk
${lines.join("\n")}
`
}

/** Quotes a value with the first kind of quotes that keeps it unchanged: `parseEnv` knows no escapes. */
function quoted(name: string, value: string): string {
  if (/^[\w./:@-]+$/.test(value)) return value
  const ways = ["'", "`", '"', ""].map((quote) => quote + value + quote)
  // The line after it shows whether the value ends where it should.
  const found = ways.find((way) => parseEnv(`${name}=${way}\nEND=1\n`)[name] === value)
  if (found === undefined || /[\r\n]/.test(value))
    throw new StartRefused(
      `${name} enthält Zeichen, die zusammen in keiner Datei mit Einstellungen stehen können.`,
    )
  return found
}
