import grundlage from "../../migrations/0000_grundlage.sql" with { type: "text" }
import protokoll from "../../migrations/0001_protokoll_unveraenderlich.sql" with { type: "text" }
import pfand from "../../migrations/0002_pfand.sql" with { type: "text" }
import pfandRegeln from "../../migrations/0003_pfand_regeln.sql" with { type: "text" }
import kundenSuche from "../../migrations/0004_kunden_suche.sql" with { type: "text" }
import bilderQuota from "../../migrations/0005_bilder_quota.sql" with { type: "text" }
import grosseBestaende from "../../migrations/0006_grosse_bestaende.sql" with { type: "text" }
import geraetekonten from "../../migrations/0007_geraetekonten.sql" with { type: "text" }
import sucheJeFirma from "../../migrations/0008_suche_je_firma.sql" with { type: "text" }
import bestandteile from "../../migrations/0009_bestandteile.sql" with { type: "text" }
import unveraenderlich from "../../migrations/0010_unveraenderlich.sql" with { type: "text" }
import orte from "../../migrations/0011_orte.sql" with { type: "text" }
import sitzungen from "../../migrations/0012_sitzungen.sql" with { type: "text" }
import fahrer from "../../migrations/0013_fahrer.sql" with { type: "text" }
import buero from "../../migrations/0014_buero.sql" with { type: "text" }
import abrechnungen from "../../migrations/0015_abrechnungen.sql" with { type: "text" }
import kontoIndex from "../../migrations/0016_konto_index.sql" with { type: "text" }
import belege from "../../migrations/0017_belege.sql" with { type: "text" }
import gegenbelege from "../../migrations/0018_gegenbelege.sql" with { type: "text" }
import belegeFrist from "../../migrations/0019_belege_frist.sql" with { type: "text" }
import druckAusBelegen from "../../migrations/0020_druck_aus_belegen.sql" with { type: "text" }
import bilderInKlaerung from "../../migrations/0021_bilder_in_klaerung.sql" with { type: "text" }
import alterImKonto from "../../migrations/0022_alter_im_konto.sql" with { type: "text" }

/**
 * Every migration in order, as text inside the executable, which has no folder to read from. The position in
 * this list is the database's version (`PRAGMA user_version`): append only, never edit what was released. A
 * test holds the list against the folder.
 */
export const migrations = [
  { name: "0000_grundlage", sql: grundlage },
  { name: "0001_protokoll_unveraenderlich", sql: protokoll },
  { name: "0002_pfand", sql: pfand },
  { name: "0003_pfand_regeln", sql: pfandRegeln },
  { name: "0004_kunden_suche", sql: kundenSuche },
  { name: "0005_bilder_quota", sql: bilderQuota },
  { name: "0006_grosse_bestaende", sql: grosseBestaende },
  { name: "0007_geraetekonten", sql: geraetekonten },
  { name: "0008_suche_je_firma", sql: sucheJeFirma },
  { name: "0009_bestandteile", sql: bestandteile },
  { name: "0010_unveraenderlich", sql: unveraenderlich },
  { name: "0011_orte", sql: orte },
  { name: "0012_sitzungen", sql: sitzungen },
  { name: "0013_fahrer", sql: fahrer },
  { name: "0014_buero", sql: buero },
  { name: "0015_abrechnungen", sql: abrechnungen },
  { name: "0016_konto_index", sql: kontoIndex },
  { name: "0017_belege", sql: belege },
  { name: "0018_gegenbelege", sql: gegenbelege },
  { name: "0019_belege_frist", sql: belegeFrist },
  { name: "0020_druck_aus_belegen", sql: druckAusBelegen },
  { name: "0021_bilder_in_klaerung", sql: bilderInKlaerung },
  { name: "0022_alter_im_konto", sql: alterImKonto },
]
