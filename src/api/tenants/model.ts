import { Type } from "@sinclair/typebox"
import { abrechnungIst, preisarten, tenantStatus, tenantTypen, ustVerfahren } from "../../db/schema/values.ts"
import {
  Email,
  Line,
  Maybe,
  Nullable,
  OneOf,
  Password,
  Slug,
  stampFields,
  Text,
  Uuid,
  Zeitpunkt,
  Zeitzone,
} from "../../lib/fields.ts"
import { Input, Reply } from "../shared/schema.ts"

const typ = OneOf(tenantTypen)
const status = OneOf(tenantStatus)
const preise = OneOf(preisarten, {
  description:
    "Ob Pfandbeträge ohne oder mit Umsatzsteuer vereinbart sind; mit dem Steuerberater festlegen. Steht mit der ersten Buchung fest",
})
const ust_verfahren = OneOf(ustVerfahren, {
  description:
    "Umsatzsteuer auf Pfand mit jeder Abrechnung, oder auf Antrag einmal im Jahr auf den Saldo (UStAE 10.1 Abs. 8); mit dem Steuerberater festlegen",
})
const kleinunternehmer = Type.Integer({
  minimum: 0,
  maximum: 1,
  description: "1: Kleinunternehmer nach § 19 UStG; kein Beleg weist dann Umsatzsteuer aus",
})
const abrechnung_ist = OneOf(abrechnungIst, {
  description:
    "Was eine Abrechnung ist; mit dem Steuerberater festlegen. beleg: geht in die Rechnungsstellung woanders ein, ohne Umsatzsteuer und ohne Zahlbetrag. rechnung: sie ist die Rechnung, mit allem, was § 14 Abs. 4 UStG verlangt. Wird mit jeder Abrechnung festgeschrieben",
})
const ziel = Type.Integer({
  minimum: 0,
  maximum: 365,
  description: "Wie viele Tage nach ihrem Datum eine Rechnung fällig ist",
  examples: [14],
})
const frist = Type.Integer({
  minimum: 0,
  maximum: 365,
  description: "Innerhalb wie vieler Tage einem Saldo zu widersprechen ist",
  examples: [8],
})

/** Printed on documents, and open to the tenant's own admin. */
const contact = {
  zeitzone: Maybe(Zeitzone()),
  strasse: Maybe(Nullable(Text(200))),
  plz: Maybe(Nullable(Text(20))),
  ort: Maybe(Nullable(Text(100))),
  telefon: Maybe(Nullable(Text(50))),
  email: Maybe(Nullable(Email())),
  ust_id: Maybe(Nullable(Text(20))),
  steuernummer: Maybe(Nullable(Text(30, { examples: ["33/270/01234"] }))),
  iban: Maybe(Nullable(Text(34))),
  preise: Maybe(preise),
  ust_verfahren: Maybe(ust_verfahren),
  kleinunternehmer: Maybe(kleinunternehmer),
  einspruchsfrist_tage: Maybe(frist),
  abrechnung_ist: Maybe(abrechnung_ist),
  zahlungsziel_tage: Maybe(ziel),
  rechnung_kontakt: Maybe(Nullable(Line(200, { description: "Wer Fragen zu Rechnungen beantwortet" }))),
  rechnung_telefon: Maybe(Nullable(Text(50))),
  rechnung_email: Maybe(Nullable(Email())),
}

export const TenantReply = Reply("Tenant", {
  id: Uuid(),
  name: Type.String(),
  slug: Slug(),
  typ,
  status,
  demo_expires_at: Nullable(Zeitpunkt()),
  zeitzone: Zeitzone(),
  strasse: Nullable(Type.String()),
  plz: Nullable(Type.String()),
  ort: Nullable(Type.String()),
  telefon: Nullable(Type.String()),
  email: Nullable(Type.String()),
  ust_id: Nullable(Type.String()),
  steuernummer: Nullable(Type.String()),
  iban: Nullable(Type.String()),
  preise,
  ust_verfahren,
  kleinunternehmer,
  einspruchsfrist_tage: Type.Integer(),
  abrechnung_ist,
  zahlungsziel_tage: Type.Integer(),
  rechnung_kontakt: Nullable(Type.String()),
  rechnung_telefon: Nullable(Type.String()),
  rechnung_email: Nullable(Type.String()),
  ...stampFields,
})

/** A company for its own people, with its logo, so that a page knows whether there is one. */
export const OwnTenantReply = Reply("EigenerTenant", {
  ...TenantReply.properties,
  briefkopf_fehlt: Type.Array(Type.String(), {
    description: "Was im Briefkopf noch fehlt, bevor abgerechnet werden kann, in Worten",
  }),
  xrechnung_fehlt: Type.Array(Type.String(), {
    description:
      "Was darin noch fehlt, bevor Behörden Rechnungen bekommen, in Worten; leer, wo es keine gibt",
  }),
  logo: Nullable(
    Type.Object(
      { breite: Type.Integer(), hoehe: Type.Integer(), aktualisiert_am: Zeitpunkt() },
      { description: "Maße in Pixeln; das Bild selbst: GET /api/tenant/logo" },
    ),
  ),
})

export const NewTenant = Input({
  id: Maybe(Uuid()),
  name: Line(200, { examples: ["Getränke Sommer GmbH"] }),
  slug: Slug(),
  typ,
  demo_expires_at: Maybe(Nullable(Zeitpunkt())),
  ...contact,
  admin: Maybe(
    Input(
      { email: Email(), name: Line(200), password: Password(6) },
      { description: "Legt zugleich das erste Konto der Firma an" },
    ),
  ),
})

/** For the super administrator: blocking, extending a demo, turning it into a standard tenant. */
export const TenantPatch = Input(
  {
    name: Maybe(Line(200)),
    slug: Maybe(Slug()),
    typ: Maybe(typ),
    status: Maybe(status),
    demo_expires_at: Maybe(Nullable(Zeitpunkt())),
    ...contact,
  },
  { minProperties: 1 },
)

/** For the tenant's own admin. */
export const OwnTenantPatch = Input(contact, { minProperties: 1 })
