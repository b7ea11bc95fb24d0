import type { X509Certificate } from "node:crypto"
import { renderSVG } from "uqr"
import { readingPage } from "../pages/reading-page.ts"
import { fingerprint } from "../../../ops/tls/kept.ts"

/**
 * @param authority what telephones are to trust; undefined where the installation has no authority of its own
 * @param address of this very page, for the telephone to open; undefined where the installation's is not known
 * @returns the page, for the office to show and for the telephone that follows it
 */
export const certificatePage = (
  authority: X509Certificate | undefined,
  address: string | undefined,
): string =>
  readingPage(
    "Zertifikat",
    "/zertifikat/zertifikat.css",
    `<main>
<h1>Diesem Server vertrauen</h1>
${authority ? steps(authority, address) : NONE}
</main>`,
  )

const NONE = `<p>Dieser Server hat kein eigenes Zertifikat. Entweder steht ein Proxy davor, der seines mitbringt, dann ist
auf den Telefonen nichts zu tun; oder er spricht nur unverschlüsseltes HTTP, und dann läuft die Fahrer-App auf
Telefonen nicht.</p>
<p>Der Betreiber gibt am Server <code>sudo pfandwerk tls</code> und <code>sudo systemctl restart pfandwerk</code> ein;
danach steht hier, wie die Telefone das Zertifikat bekommen. Mehr dazu im <a href="/hilfe/betrieb">Handbuch</a>.</p>`

const NO_CODE = `<p>Auf dem Telefon dieselbe Adresse öffnen wie hier. Einen QR-Code zeigt diese Seite erst, wenn der Betreiber in den
Einstellungen <code>ADRESSE</code> nennt, unter der Telefone den Server erreichen.</p>`

const code = (address: string): string =>
  `<figure>${renderSVG(address, { border: 2 })}<figcaption>Mit der Kamera des Telefons öffnen:<br><code>${Bun.escapeHTML(address)}</code></figcaption></figure>`

function steps(authority: X509Certificate, address: string | undefined): string {
  return `<p class="lead">Ein Telefon braucht das Zertifikat dieses Servers <strong>einmal</strong>. Danach lässt sich die
Fahrer-App installieren und arbeitet auch ohne Netz.</p>
${address === undefined ? NO_CODE : code(address)}
<p><a class="button" href="/zertifikat/pfandwerk.crt">Zertifikat laden</a></p>
<section>
<h2>Android</h2>
<ol>
<li>Diese Seite in <strong>Chrome</strong> öffnen. Warnt er vor ihr: „Erweitert“, dann „Weiter“. Oben auf „Zertifikat laden“ tippen.</li>
<li>Die Einstellungen des Telefons öffnen und oben nach „CA-Zertifikat“ suchen. Von Hand: Sicherheit und Datenschutz → Weitere Sicherheitseinstellungen → Verschlüsselung und Anmeldedaten → Zertifikat installieren → CA-Zertifikat. Bei Samsung: Sicherheit und Datenschutz → Weitere Sicherheitseinstellungen → Vom Telefonspeicher installieren → CA-Zertifikat.</li>
<li>„Trotzdem installieren“ tippen, die Bildschirmsperre eingeben (ohne Sperre verlangt das Telefon erst eine) und die Datei <code>pfandwerk.crt</code> unter „Downloads“ wählen.</li>
<li>Chrome schließen und den Server neu öffnen: Die Warnung ist fort. Firefox führt eine eigene Liste; die Fahrer nehmen Chrome.</li>
</ol>
</section>
<section>
<h2>iPhone</h2>
<ol>
<li>Diese Seite in <strong>Safari</strong> öffnen. Warnt er vor ihr: „Details einblenden“, dann „diese Website besuchen“. Auf „Zertifikat laden“ tippen und „Zulassen“ wählen.</li>
<li>Die Einstellungen öffnen: Oben steht „Profil geladen“ (sonst: Allgemein → VPN und Geräteverwaltung). Antippen, „Installieren“, den Code eingeben, noch zweimal „Installieren“.</li>
<li>Einstellungen → Allgemein → Info → ganz unten Zertifikatsvertrauenseinstellungen: den Schalter bei „Pfandwerk“ einschalten und mit „Weiter“ bestätigen.</li>
<li>Den Server in Safari neu öffnen: Die Warnung ist fort.</li>
</ol>
</section>
<section>
<h2>Ist es das richtige?</h2>
<p>Der Betreiber kann am Server <code>pfandwerk tls --show</code> eingeben. Dort muss derselbe Fingerabdruck stehen:</p>
<p class="print">${fingerprint(authority)}</p>
<p>Das Zertifikat gilt bis ${authority.validToDate.toLocaleDateString("de-DE", { dateStyle: "medium" })} und nur für die Namen dieses Servers und des
eigenen Netzes: Für andere Seiten im Internet kann damit niemand sprechen.</p>
</section>`
}
