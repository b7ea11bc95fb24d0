/**
 * `bun run client`: makes the types of a client from the interface's own description, as a customer's programmer
 * would. `bun check` then holds day.test.ts against them.
 */
import openapiTS, { astToString } from "openapi-typescript"
import { routes } from "../../../helpers/routes.ts"
import { describe } from "../../../../src/http/openapi/describe.ts"

const types = await openapiTS(JSON.stringify(describe(routes)))
const place = `${import.meta.dir}/../../../../src/web/browser/ui/api/paths.gen.d.ts`
await Bun.write(place, astToString(types))
