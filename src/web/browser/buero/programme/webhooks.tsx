import { useState } from "react"
import { type Answer, call } from "../../ui/api/call.ts"
import { messageOf } from "../../ui/api/fault.ts"
import { AskButton } from "../../ui/dialogs/dialog.tsx"
import { useAction } from "../../ui/dialogs/use-action.ts"
import { Badge } from "../../ui/parts/badge.tsx"
import { Button } from "../../ui/parts/button.tsx"
import { later } from "../../ui/parts/later.tsx"
import { toast } from "../../ui/parts/toast.tsx"
import { useGet } from "../../ui/state/query.ts"
import { plural } from "../../ui/values/format.ts"
import { troublesOf } from "../../ui/records/webhook-troubles.ts"
import { areas, WebhookSecret } from "./webhook-words.tsx"

const Zustellungen = later(() => import("./zustellungen.tsx").then((part) => part.Zustellungen))
const NewWebhook = later(() => import("./new-webhook.tsx").then((part) => part.NewWebhook))

type Webhook = Answer<"get", "/api/webhooks">["items"][number]

/** Where events are sent as they happen. */
export function Webhooks() {
  const [isNew, setNew] = useState(false)
  const { data, error } = useGet("/api/webhooks", { query: { limit: 20 } }, { watch: true })
  return (
    <section aria-labelledby="webhooks" className="webhooks">
      <h2 id="webhooks">Webhooks</h2>
      <p className="muted">
        Pfandwerk meldet jedes Ereignis von selbst an die Adressen, die hier stehen: signiert und eines nach
        dem anderen. Bei Störungen versucht es das drei Tage lang immer wieder.
      </p>
      {error && !data && <p role="alert">{messageOf(error)}</p>}
      <ul className="programs">
        {data?.items.map((webhook) => (
          <Row key={webhook.id} webhook={webhook} />
        ))}
      </ul>
      <p className="buttons">
        <Button icon="plus" onPress={() => setNew(true)}>
          Empfänger anlegen
        </Button>
      </p>
      {isNew && <NewWebhook onClose={() => setNew(false)} />}
    </section>
  )
}

const stands = {
  an: { tone: "good", word: "Sendet" },
  aus: { tone: "plain", word: "Aus" },
  abgeschaltet: { tone: "bad", word: "Abgeschaltet" },
  angehalten: { tone: "warn", word: "Angehalten" },
} as const

function Stand({ webhook: { lage, stoerung } }: { webhook: Webhook }) {
  const { tone, word } = lage === "an" && stoerung ? { tone: "warn" as const, word: "Gestört" } : stands[lage]
  return <Badge tone={tone}>{word}</Badge>
}

function Row({ webhook }: { webhook: Webhook }) {
  const { id, name, adresse, arten, lage, wartend, luecke } = webhook
  const [isTold, setTold] = useState(false)
  const [renewed, setRenewed] = useState<Answer<"post", "/api/webhooks/{id}/geheimnis">>()
  const { busy, run } = useAction()
  const path = { path: { id } }
  const probe = async (): Promise<void> => {
    const { angenommen, antwort } = await call("post", "/api/webhooks/{id}/probe", path)
    toast(angenommen ? `Angenommen: ${antwort}` : `Nicht angenommen: ${antwort}`, { bad: !angenommen })
  }
  const renew = async (): Promise<void> =>
    setRenewed(await call("post", "/api/webhooks/{id}/geheimnis", path))
  const turn = (aktiv: 0 | 1) => call("patch", "/api/webhooks/{id}", { ...path, body: { aktiv } })
  return (
    <li>
      <div>
        <p>
          <strong>{name}</strong> <Stand webhook={webhook} />
        </p>
        <p className="note">{adresse}</p>
        <p className="muted">{[areasOf(arten), ...countsOf(wartend)].join(" · ")}</p>
        {troublesOf(webhook).map((trouble) => (
          <p key={trouble} className="problem">
            {trouble}
          </p>
        ))}
      </div>
      <p className="buttons">
        {lage === "angehalten" && (
          <Button
            isPending={busy}
            onPress={() => run(() => call("post", "/api/webhooks/{id}/freigabe", path), "Freigegeben")}
          >
            Freigeben
          </Button>
        )}
        {luecke && lage === "an" && (
          <Button
            isPending={busy}
            onPress={() =>
              run(() => call("patch", "/api/webhooks/{id}", { ...path, body: { luecke: null } }), "Erledigt")
            }
          >
            Neu gelesen
          </Button>
        )}
        <Button onPress={() => setTold(true)}>Gesendetes …</Button>
        <Button isPending={busy} onPress={() => run(probe)}>
          Probe senden
        </Button>
        {lage === "aus" || lage === "abgeschaltet" ? (
          <Button isPending={busy} onPress={() => run(() => turn(1), `${name} bekommt wieder Ereignisse`)}>
            Einschalten
          </Button>
        ) : (
          <Button isPending={busy} onPress={() => run(() => turn(0), `${name} bekommt nichts mehr`)}>
            Ausschalten
          </Button>
        )}
        <AskButton
          isPending={busy}
          title={`${name}: ein neues Geheimnis?`}
          action="Neues Geheimnis"
          question="Einen Tag lang wird mit beiden signiert, damit der Empfänger umstellen kann."
          run={() => run(renew)}
        >
          Neues Geheimnis …
        </AskButton>
        <AskButton
          isPending={busy}
          title={`${name} löschen?`}
          action="Löschen"
          question="Was für ihn noch wartet, wird nicht mehr gesendet."
          run={() => run(() => call("delete", "/api/webhooks/{id}", path), `${name} ist gelöscht`)}
        >
          Löschen …
        </AskButton>
      </p>
      {isTold && <Zustellungen webhook={webhook} onClose={() => setTold(false)} />}
      {renewed && <WebhookSecret webhook={renewed} onClose={() => setRenewed(undefined)} />}
    </li>
  )
}

const areasOf = (arten: readonly string[]): string =>
  Object.entries(areas)
    .filter(([area]) => arten.some((art) => art.startsWith(`${area}.`)))
    .map(([, words]) => words)
    .join(", ")

const countsOf = (wartend: number): string[] =>
  wartend > 0 ? [plural(wartend, "Nachricht wartet", "Nachrichten warten")] : []
