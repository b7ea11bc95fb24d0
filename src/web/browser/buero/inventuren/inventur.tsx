import { useState } from "react"
import { call } from "../../ui/api/call.ts"
import { isGone, messageOf } from "../../ui/api/fault.ts"
import { Badge } from "../../ui/parts/badge.tsx"
import { Button } from "../../ui/parts/button.tsx"
import { Confirm, Dialog } from "../../ui/dialogs/dialog.tsx"
import { Toggle } from "../../ui/fields/field.tsx"
import { FileButton } from "../../ui/parts/file-button.tsx"
import { moment } from "../../ui/values/format.ts"
import { NotFound, Page } from "../../ui/page/page.tsx"
import { refresh, useGet } from "../../ui/state/query.ts"
import { toast } from "../../ui/parts/toast.tsx"
import { Counting } from "./counting.tsx"
import { Result } from "./result.tsx"

const BACK = { href: "/inventuren", label: "Inventuren" }

/** A count of the yard: while it is open, what everybody counted; afterwards, what came out of it. */
export default function InventurPage({ params }: { params: Record<string, string> }) {
  const id = params["id"] ?? ""
  const { data, error } = useGet("/api/inventuren/{id}", { path: { id } }, { watch: true })
  const [asked, setAsked] = useState<"abschluss" | "verwerfen">()
  const [rest, setRest] = useState(false)
  const [busy, setBusy] = useState(false)
  if (isGone(error)) return <NotFound what="Diese Inventur gibt es nicht" back={BACK} />
  if (!data)
    return (
      <Page title={error ? "Inventur" : " "} back={BACK}>
        {error && <p role="alert">{messageOf(error)}</p>}
      </Page>
    )
  const path = { id }
  const end = async (what: "abschluss" | "verwerfen"): Promise<void> => {
    setBusy(true)
    try {
      if (what === "verwerfen") await call("post", "/api/inventuren/{id}/verwerfen", { path })
      else
        await call("post", "/api/inventuren/{id}/abschluss", {
          path,
          body: { rest_ist_null: rest ? 1 : 0 },
        })
      await refresh("/api/inventuren", "/api/lager")
      toast(what === "verwerfen" ? "Die Inventur ist verworfen" : "Die Inventur ist abgeschlossen")
    } catch (fault) {
      toast(messageOf(fault), { bad: true })
    } finally {
      setBusy(false)
      setAsked(undefined)
    }
  }
  const isOpen = data.status === "offen"
  return (
    <Page
      title={data.bezeichnung}
      back={BACK}
      beside={
        <>
          {isOpen && <Badge tone="warn">Wird gezählt</Badge>}
          {data.status === "verworfen" && <Badge>Verworfen</Badge>}
          <span className="muted">
            {isOpen ? `seit ${moment(data.erstellt_am)}` : moment(data.beendet_am)}
          </span>
        </>
      }
      actions={
        isOpen ? (
          <>
            <Button look="quiet" onPress={() => setAsked("verwerfen")}>
              Verwerfen
            </Button>
            <Button look="primary" icon="check" onPress={() => setAsked("abschluss")}>
              Abschließen
            </Button>
          </>
        ) : (
          data.status === "abgeschlossen" && (
            <>
              <FileButton path="/api/inventuren/{id}/bericht.csv" input={{ path }} icon="down">
                CSV
              </FileButton>
              <FileButton path="/api/inventuren/{id}/bericht.pdf" input={{ path }}>
                Bericht (PDF)
              </FileButton>
            </>
          )
        )
      }
    >
      {isOpen && <Counting inventur={data} />}
      {data.status === "abgeschlossen" && <Result inventur={data} />}
      {data.status === "verworfen" && (
        <p className="muted">
          {data.beendet_von_name ?? "Der Betreiber"} hat diese Inventur verworfen. Der Bestand blieb, wie er
          war.
        </p>
      )}
      <Dialog
        title="Inventur abschließen"
        isOpen={asked === "abschluss"}
        onClose={() => setAsked(undefined)}
        actions={
          <>
            <Button onPress={() => setAsked(undefined)}>Weiter zählen</Button>
            <Button look="primary" onPress={() => void end("abschluss")} isPending={busy}>
              Abschließen
            </Button>
          </>
        }
      >
        <p>
          Was gezählt wurde, ist danach der Bestand. Haben alle Telefone gesendet? Was später kommt, zählt
          nicht mehr.
        </p>
        <Toggle
          label="Was niemand gezählt hat, ist nicht da"
          value={rest}
          onChange={setRest}
          name="rest_ist_null"
        />
        <p className="muted">Sonst behalten solche Artikel ihren Bestand.</p>
      </Dialog>
      <Confirm
        title="Inventur verwerfen"
        isOpen={asked === "verwerfen"}
        onClose={() => setAsked(undefined)}
        action="Verwerfen"
        run={() => void end("verwerfen")}
        busy={busy}
      >
        <p>Alles Gezählte gilt dann nicht. Der Bestand bleibt, wie er war.</p>
      </Confirm>
    </Page>
  )
}
