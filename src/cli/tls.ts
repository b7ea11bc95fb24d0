import { X509Certificate } from "node:crypto"
import { readFileSync } from "node:fs"
import { readConfig } from "../config.ts"
import { refuseForeignFolder } from "../lib/files.ts"
import { authorityCertificate, fingerprint, ownTls, removeServer } from "../ops/tls/kept.ts"
import { command, type Terminal, UsageError } from "./command.ts"
import { makeCertificate } from "./tls-make.ts"
import { exportAuthority, importAuthority } from "./tls-move.ts"
import { PROGRAM } from "../lib/ourselves.ts"

export const tlsCommand = command({
  summary: "Ein eigenes Zertifikat machen, dem Telefone vertrauen können, auch ohne Domain",
  usage: `pfandwerk tls [--name NAME[,NAME …]] [--show | --off | --export DATEI | --import DATEI]

  --name     Namen und Adressen, unter denen Telefone den Server erreichen, durch Komma getrennt;
             ohne Angabe: der Name dieses Rechners und seine Adressen im eigenen Netz
  --show     zeigt nur, was da ist, mit dem Fingerabdruck
  --off      schaltet TLS mit dem eigenen Zertifikat wieder ab
  --export   schreibt die Zertifizierungsstelle mit ihrem Schlüssel in eine Datei (- gibt sie aus). In keiner
             Sicherung ist sie enthalten: Ohne diese Datei müssen Telefone nach einem Umzug neu eingerichtet werden
  --import   nimmt eine so geschriebene Zertifizierungsstelle auf; das Zertifikat gilt dann auch für den Namen des
             Servers, von dem sie kommt
Der Dienst erneuert das Zertifikat selbst. Nach einer Änderung neu starten.`,
  reads: "import",
  writes: "export",
  options: { name: "string", show: "boolean", off: "boolean", export: "string", import: "string" },
  async run({ values: options }, terminal) {
    const actions = [options.show, options.off, options.export, options.import].filter(Boolean)
    if (actions.length > 1) throw new UsageError("--show, --off, --export und --import gehen nur einzeln.")
    const { dataDir } = readConfig(terminal.env)
    refuseForeignFolder(dataDir)
    if (options.show) return show(dataDir, terminal)
    if (options.off) {
      removeServer(dataDir)
      return terminal.out(
        "TLS mit dem eigenen Zertifikat ist aus; nach dem Neustart spricht der Dienst unverschlüsseltes HTTP.",
      )
    }
    if (options.export !== undefined) return exportAuthority(dataDir, options.export, terminal)
    if (options.import !== undefined) return importAuthority(dataDir, options.import, options.name, terminal)
    return makeCertificate(dataDir, options.name, terminal)
  },
})

function show(dataDir: string, { out }: Terminal): void {
  const authority = authorityCertificate(dataDir)
  const files = ownTls(dataDir)
  if (!authority) return out(`Es gibt noch keine Zertifizierungsstelle. Gemacht wird sie mit: ${PROGRAM} tls`)
  out(`Fingerabdruck der Zertifizierungsstelle: ${fingerprint(authority)}`)
  out(`Sie gilt bis ${authority.validToDate.toISOString().slice(0, 10)}.`)
  if (!files) return out(`TLS ist abgeschaltet. Eingeschaltet wird es mit: ${PROGRAM} tls`)
  const server = new X509Certificate(readFileSync(files.cert))
  out(`Zertifikat des Servers für ${server.subjectAltName ?? "–"}`)
  out(`Es gilt bis ${server.validToDate.toISOString().slice(0, 10)}; der Dienst erneuert es vorher selbst.`)
}
