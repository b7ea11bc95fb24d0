/** What the rule of every change does not hold, or in another way; by folder and field. */

/** Fields of what is sent that the record does not have, or that cannot be changed by themselves, and why. */
export const unheld: Record<string, string> = {
  "tenants status": "a blocked company shows nobody its log",
  "geraete standort_id": "only of a device that is with a customer",
  "mitarbeiter currentPassword": "proves who asks",
  "pfandartikel bestandteile": "only of a Gebinde, which the tests of articles hold",
  "webhooks luecke": "only null, where there is a gap",
}

/** Fields that the log tells otherwise, and how. */
export const unlogged: Record<string, string> = { "ansichten fuer_alle": "as the person whose view it is" }

/** What has to be sent with a field. */
export const beside: Record<string, object> = { "versand sendet": { antwort_an: "buero@firma.example" } }

/** After these, other fields could not have some of their values. */
export const LAST = new Set(["land", "sendet", "typ", "ust_klasse"])
