import { expect, test } from "bun:test"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describeShut } from "../../../src/ops/install/hidden.ts"
import { PLACES } from "../../../src/ops/install/unit.ts"
import { temporaryDir } from "../../helpers/temporary.ts"

test("what the unit shuts off from the service is named, unless somebody opened the homes to it", () => {
  const root = temporaryDir()
  const told = (backupDir: string, key: string) =>
    describeShut({ dataDir: PLACES.data, backupDir, tls: { cert: "/etc/c.pem", key } }, root)
  expect(told("/homes/sicherung", "/etc/k.pem")).toBeUndefined()
  expect(told("/home/erika/sicherung", "/root/k.pem")).toContain(
    "sieht der Dienst nichts: BACKUP_DIR (/home/erika/sicherung), TLS_KEY (/root/k.pem)",
  )
  const folder = join(root, `${PLACES.unit}.d`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "override.conf"), "[Service]\nProtectHome=no\n")
  expect(told("/home/erika/sicherung", "/root/k.pem")).toBeUndefined()
})
