import type { Config } from "../../config.ts"

const START = `
Jetzt eingeben:

  systemctl daemon-reload
  systemctl enable pfandwerk
  systemctl restart pfandwerk
  systemctl status pfandwerk

und beim ersten Mal:

  sudo pfandwerk superadmin create --email ICH@BEISPIEL.DE --name "MEIN NAME"`

const MAKE = `

Noch ist die Verbindung nicht verschlüsselt, und auf den Telefonen der Fahrer läuft die App nicht. Ohne eigene Domain
hilft ein Zertifikat, das der Server selbst macht und erneuert:

  sudo pfandwerk tls
  systemctl restart pfandwerk`

/**
 * @param hasOwn whether the installation has made a certificate of its own already
 * @returns the operator's next commands, until the drivers' telephones work, too
 */
export function nextSteps({ port, tls, trustProxy }: Readonly<Config>, hasOwn: boolean): string {
  // A certificate of somebody else's authority, or a proxy's: telephones trust it already.
  if (tls !== undefined || trustProxy) return START
  const server = `https://NAME-DES-SERVERS${port === 443 ? "" : `:${port}`}`
  return `${START}${hasOwn ? "" : MAKE}

Jedes Telefon öffnet einmal ${server}/zertifikat und folgt der Seite.`
}
