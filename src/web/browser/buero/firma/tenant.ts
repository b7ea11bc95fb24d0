import { type Answer, call, type Input } from "../../ui/api/call.ts"
import { type FormState, useForm } from "../../ui/forms/form.tsx"
import { refresh } from "../../ui/state/query.ts"
import { toast } from "../../ui/parts/toast.tsx"

export type Tenant = Answer<"get", "/api/tenant">
type Patch = Input<"patch", "/api/tenant">["body"]

type Options<V> = {
  tenant: Tenant
  draft: string
  valuesOf: (tenant: Tenant) => V
  bodyOf: (values: V) => Patch
  labels: Record<keyof V, string>
  words?: Partial<{ [K in keyof V]: (value: V[K]) => string }>
  onClose: () => void
}

/** A form for some of the company's own fields. */
export function useTenantForm<V extends object>({
  tenant,
  draft,
  valuesOf,
  bodyOf,
  labels,
  words,
  onClose,
}: Options<V>): FormState<V> {
  return useForm<V, unknown>({
    draft: `firma/${draft}`,
    initial: valuesOf(tenant),
    save: (values, _id, version) =>
      call("patch", "/api/tenant", {
        body: bodyOf(values),
        ...(version !== undefined && { ifMatch: version }),
      }),
    saved: () => {
      void refresh("/api/tenant", "/api/protokoll")
      toast("Gespeichert")
      onClose()
    },
    record: {
      version: tenant.version,
      labels,
      ...(words && { words }),
      read: async () => {
        const now = await call("get", "/api/tenant")
        return { values: valuesOf(now), version: now.version }
      },
    },
  })
}
