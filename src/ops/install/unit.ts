import { parseEnv } from "node:util"
import type { Config } from "../../config.ts"
import { StartRefused } from "../../lib/start-refused.ts"

/** Where everything lies on a server; DATA_DIR may be set otherwise. */
export const PLACES = {
  folder: "/opt/pfandwerk",
  executable: "/opt/pfandwerk/pfandwerk",
  /** Read by the executable beside it (main.ts), whoever runs it: the service, and every command. */
  settings: "/opt/pfandwerk/.env",
  command: "/usr/local/bin/pfandwerk",
  unit: "/etc/systemd/system/pfandwerk.service",
  proxy: "/opt/pfandwerk/nginx-example.conf",
  data: "/var/lib/pfandwerk",
  user: "pfandwerk",
} as const

/** Ports below this are given to root alone, or to whoever has the capability. */
const PRIVILEGED = 1024

/**
 * @returns a unit for systemd that lets the service reach its own folders and the network, and nothing else
 *   (systemd.exec(5); `systemd-analyze security` rates it)
 */
export function unit(config: Readonly<Config>): string {
  const capability = config.port < PRIVILEGED ? "CAP_NET_BIND_SERVICE" : ""
  const folders = [...new Set([config.dataDir, config.backupDir])].filter(
    (folder) => folder !== PLACES.data && !folder.startsWith(`${PLACES.data}/`),
  )
  return `[Unit]
Description=Pfandwerk, returnable-deposit management
Wants=network-online.target
After=network-online.target
# What a restart cannot heal (journalctl -u pfandwerk says what it is) is not tried for ever.
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
# Longer than STOP_SECONDS: running requests finish before the service is killed.
TimeoutStopSec=${config.stopSeconds + 20}
LimitNOFILE=65536
UMask=0077

# What it may write; the service starts without a disk that is not there ("-"), and says what it lacks.
StateDirectory=pfandwerk
StateDirectoryMode=0700
${folders.length > 0 ? `ReadWritePaths=${folders.map((folder) => `"-${folder}"`).join(" ")}\n` : ""}ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes

# What it may not do.
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
# Not MemoryDenyWriteExecute: JavaScript is compiled while it runs.

[Install]
WantedBy=multi-user.target
`
}

/** @returns an example for nginx with TLS; the service then listens on 127.0.0.1 and has TRUST_PROXY=true */
export function proxy(config: Readonly<Config>): string {
  const megabytes = Math.ceil(config.maxFileSize / 1024 / 1024) + 1
  return `# Needs in ${PLACES.settings}: HOST=127.0.0.1 and TRUST_PROXY=true
server {
    listen 443 ssl;
    listen [::]:443 ssl;
    server_name pfand.example.de;                                # your name
    ssl_certificate     /etc/letsencrypt/live/pfand.example.de/fullchain.pem;
    ssl_certificate_key /etc/letsencrypt/live/pfand.example.de/privkey.pem;
    client_max_body_size ${megabytes}m;                                   # a little more than MAX_FILE_SIZE
    location / {
        proxy_pass http://127.0.0.1:${config.port};
        proxy_set_header Host $host;
        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        proxy_set_header X-Forwarded-Proto $scheme;
        proxy_set_header X-Request-Id $request_id;
    }
    location = /metrics { return 404; }                          # for the inside only
}
server {
    listen 80;
    listen [::]:80;
    server_name pfand.example.de;
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
  return `# Settings of Pfandwerk; \`pfandwerk --help\` tells all of them. After a change: systemctl restart pfandwerk
${lines.join("\n")}
`
}

/** In the first kind of quotes with which it reads back unchanged: `parseEnv` knows no escapes. */
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
